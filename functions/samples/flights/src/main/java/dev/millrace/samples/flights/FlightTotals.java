package dev.millrace.samples.flights;

/**
 * Totals of a window: accumulator and result at once. It never changes, so a report that fails
 * leaves the totals as they were.
 */
public record FlightTotals(long flights, long delayMinutes, long distanceMiles) {
  static final FlightTotals NONE = new FlightTotals(0, 0, 0);

  FlightTotals plus(FlightTotals other) {
    return new FlightTotals(
        Math.addExact(flights, other.flights),
        Math.addExact(delayMinutes, other.delayMinutes),
        Math.addExact(distanceMiles, other.distanceMiles));
  }

  static FlightTotals of(FlightReport report) {
    Long delayMinutes = report.delayMinutes();
    if (delayMinutes == null) {
      throw new IllegalArgumentException(
          "Expected a delay of a flight that departed, but it is missing: flight="
              + report.flight());
    }
    return new FlightTotals(1, delayMinutes, report.distanceMiles());
  }
}
