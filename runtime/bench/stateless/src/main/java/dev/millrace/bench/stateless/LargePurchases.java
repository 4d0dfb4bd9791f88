package dev.millrace.bench.stateless;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;

/** Passes on what is worth it, in fewer fields; the bound is the one of the benchmark's peers. */
@StreamFunction("large-purchases")
public final class LargePurchases
    implements RecordFunction<LargePurchases.Purchase, LargePurchases.Row> {
  private static final int LARGE = 500;

  /** The fields that are needed. */
  public record Purchase(String user, @EventTime long at, int amount) {}

  /** What all runners write of it: an instant is a window without length. */
  public record Row(String key, long windowStart, long windowEnd, long total) {}

  @Override
  public void apply(Purchase purchase, RecordContext<Row> context) {
    if (purchase.amount() >= LARGE) {
      context.emit(new Row(purchase.user(), purchase.at(), purchase.at(), purchase.amount()));
    }
  }
}
