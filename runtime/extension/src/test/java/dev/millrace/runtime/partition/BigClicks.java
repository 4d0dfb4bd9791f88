package dev.millrace.runtime.partition;

import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;

/** Passes every other click on, and those of a number that ten divides twice. */
@StreamFunction("big-clicks")
public final class BigClicks implements RecordFunction<Click, Long> {

  @Override
  public void apply(Click click, RecordContext<Long> context) {
    if (click.amount() % 2 == 0) {
      context.emit(click.amount());
    }
    if (click.amount() % 10 == 0) {
      context.emit("ten", click.amount());
    }
  }
}
