package dev.millrace.docs;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import java.time.Instant;

/** The code of README.md, to the letter. */
@SuppressWarnings("MissingOverride")
interface Readme {

  record Flight(@Key String carrier, @EventTime Instant departedAt, long delayMinutes) {}

  @StreamFunction("delays-by-carrier")
  @Tumbling(size = "1h")
  @Watermarks(outOfOrderness = "12h")
  class DelaysByCarrier implements AggregateFunction<Flight, Long> {
    public Aggregate<Flight, ?, Long> aggregate() {
      return Aggregates.sumLong(Flight::delayMinutes);
    }
  }
}
