package dev.millrace.samples.logins;

import static dev.millrace.testkit.ExpectedPane.onTime;

import dev.millrace.testkit.FunctionHarness;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {
  private static final String ADDRESS = "203.0.113.7";

  private final FunctionHarness logins =
      FunctionHarness.of(FailedLogins.class).startAt(at("12:00:00").toEpochMilli());

  @AfterEach
  void runAllWaysAndClose() {
    logins.expectSameAllWays();
    logins.close();
  }

  @Test
  void shouldAlertOnceWhenThreeFailWithinFiveMinutes() {
    failure("12:00:00");
    failure("12:02:30");
    failure("12:05:00");
    failure("12:06:00");
    fiveQuietMinutes();

    logins.expectPanes(
        onTime(
                ADDRESS,
                at("12:00:00").toEpochMilli(),
                at("12:11:00").toEpochMilli(),
                """
                {"address":"203.0.113.7","failures":4,"lastFailure":"2026-03-01T12:06:00Z"}\
                """)
            .asFinal());
  }

  @Test
  void shouldStaySilentWhenThreeFailInASessionButNotWithinFiveMinutes() {
    failure("12:00:00");
    failure("12:03:00");
    failure("12:05:01");
    fiveQuietMinutes();

    logins.expectNoPanes();
  }

  @Test
  void shouldNotCountWhenALoginSucceeds() {
    failure("12:00:00");
    failure("12:01:00");
    attempt(ADDRESS, "12:02:00", true);
    fiveQuietMinutes();

    logins.expectNoPanes();
  }

  @Test
  void shouldNotAddUpWhenAddressesDiffer() {
    failure("12:00:00");
    failure("12:01:00");
    attempt("198.51.100.1", "12:02:00", false);
    fiveQuietMinutes();

    logins.expectNoPanes();
  }

  @Test
  void shouldAlertWhenTheSecondOfThreeComesLast() {
    failure("12:00:00");
    failure("12:00:29");
    failure("12:00:10");
    fiveQuietMinutes();

    logins.expectPanes(
        onTime(
            ADDRESS,
            at("12:00:00").toEpochMilli(),
            at("12:05:29").toEpochMilli(),
            """
            {"address":"203.0.113.7","failures":3,"lastFailure":"2026-03-01T12:00:29Z"}\
            """));
  }

  private void failure(String time) {
    attempt(ADDRESS, time, false);
  }

  private void attempt(String address, String time, boolean succeeded) {
    logins.record("some-host", new LoginAttempt(address, "alice", at(time), succeeded));
  }

  /** Another address moves event time on. */
  private void fiveQuietMinutes() {
    attempt("192.0.2.1", "12:40:00", true);
  }

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + "Z");
  }
}
