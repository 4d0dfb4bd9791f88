package dev.millrace.samples.logins;

import java.time.Instant;

/**
 * At least three logins failed within five minutes from one address.
 *
 * @param address where they came from
 * @param failures all of the session, which ends with five quiet minutes
 * @param lastFailure the last of them
 */
public record FailedLoginsAlert(String address, long failures, Instant lastFailure) {}
