package dev.millrace.samples.flights;

import dev.millrace.functions.EventTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is reported of a flight when it has landed, or should have left if it was cancelled.
 *
 * @param flight carrier and number, which is also the record's key
 * @param carrier code of two letters
 * @param departedAt null for a cancelled flight; such a report is rejected, as it has no event time
 * @param delayMinutes of the departure, negative if it was early; null for a cancelled flight
 */
public record FlightReport(
    String flight,
    String carrier,
    @EventTime @Nullable Instant departedAt,
    @Nullable Long delayMinutes,
    long distanceMiles) {

  /**
   * The delay of a flight that departed.
   *
   * @throws IllegalStateException if it is missing; thrown within a function it rejects the report
   */
  long departureDelay() {
    Long minutes = delayMinutes;
    if (minutes == null) {
      throw new IllegalStateException(
          "Expected a delay of a flight that departed, but it is missing: flight=" + flight);
    }
    return minutes;
  }
}
