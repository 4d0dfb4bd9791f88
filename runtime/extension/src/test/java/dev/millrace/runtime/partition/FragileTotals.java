package dev.millrace.runtime.partition;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;

/** Sums per record key and second, and throws for negative amounts. */
@StreamFunction("fragile-totals")
@Tumbling(size = "1s")
@Watermarks(outOfOrderness = "500ms", maxAhead = "1h", idleTimeout = "1m")
public final class FragileTotals implements MergeableWindowFunction<Click, Long, Long> {

  @Override
  public Long create() {
    return 0L;
  }

  @Override
  public Long add(Long sum, Click click) {
    if (click.amount() < 0) {
      throw new IllegalStateException("Negative: " + click.amount());
    }
    return sum + click.amount();
  }

  @Override
  public Long merge(Long left, Long right) {
    return left + right;
  }

  @Override
  public Long finish(Long sum, WindowContext context) {
    return sum;
  }
}
