package dev.millrace.samples.flights;

/** Totals of a window. They never change, so a report that fails leaves them as they were. */
public record FlightTotals(long flights, long delayMinutes, long distanceMiles) {
  static final FlightTotals NONE = new FlightTotals(0, 0, 0);

  static FlightTotals of(FlightReport report) {
    return new FlightTotals(1, report.departureDelay(), report.distanceMiles());
  }

  FlightTotals plus(FlightTotals other) {
    return new FlightTotals(
        Math.addExact(flights, other.flights),
        Math.addExact(delayMinutes, other.delayMinutes),
        Math.addExact(distanceMiles, other.distanceMiles));
  }
}
