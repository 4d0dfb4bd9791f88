package dev.millrace.samples.flights;

import dev.millrace.functions.Key;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;

/**
 * Flights, delay and distance per carrier and hour of departure. The topic is keyed by flight, so
 * the reports of a carrier are brought together through an internal topic.
 */
@StreamFunction("carrier-hours")
@Tumbling(size = "1h")
@Watermarks(outOfOrderness = "12h")
public final class CarrierHours
    implements MergeableWindowFunction<FlightReport, FlightTotals, FlightTotals> {

  @Key
  public String carrier(FlightReport report) {
    return report.carrier();
  }

  @Override
  public FlightTotals create() {
    return FlightTotals.NONE;
  }

  @Override
  public FlightTotals add(FlightTotals totals, FlightReport report) {
    return totals.plus(FlightTotals.of(report));
  }

  @Override
  public FlightTotals merge(FlightTotals left, FlightTotals right) {
    return left.plus(right);
  }

  @Override
  public FlightTotals finish(FlightTotals totals, WindowContext context) {
    return totals;
  }
}
