package dev.millrace.samples.flights;

import dev.millrace.functions.Calendar;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.spec.CalendarUnit;

/**
 * The same per flight and New York day. The flight is the record's key, so nothing needs to move.
 */
@StreamFunction("flight-days")
@Calendar(unit = CalendarUnit.DAY, zone = "America/New_York")
@Watermarks(outOfOrderness = "12h")
public final class FlightDays implements WindowFunction<FlightReport, FlightTotals, FlightTotals> {

  @Override
  public FlightTotals create() {
    return FlightTotals.NONE;
  }

  @Override
  public FlightTotals add(FlightTotals totals, FlightReport report) {
    return totals.plus(FlightTotals.of(report));
  }

  @Override
  public FlightTotals finish(FlightTotals totals, WindowContext context) {
    return totals;
  }
}
