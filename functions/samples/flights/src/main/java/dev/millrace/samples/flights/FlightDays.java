package dev.millrace.samples.flights;

import dev.millrace.functions.Calendar;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.spec.CalendarUnit;

/**
 * The same per flight and New York day, made of built-in aggregates. The flight is the record's
 * key, so nothing needs to move.
 */
@StreamFunction("flight-days")
@Calendar(unit = CalendarUnit.DAY, zone = "America/New_York")
@Watermarks(outOfOrderness = "12h")
public final class FlightDays implements AggregateFunction<FlightReport, FlightTotals> {

  @Override
  public Aggregate<FlightReport, ?, FlightTotals> aggregate() {
    return Aggregates.combine(
        Aggregates.count(),
        Aggregates.sumLong(FlightReport::departureDelay),
        Aggregates.sumLong(FlightReport::distanceMiles),
        (context, flights, delay, miles) -> new FlightTotals(flights, delay, miles));
  }
}
