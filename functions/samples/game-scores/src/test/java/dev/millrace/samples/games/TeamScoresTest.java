package dev.millrace.samples.games;

import static dev.millrace.testkit.ExpectedPane.early;
import static dev.millrace.testkit.ExpectedPane.late;
import static dev.millrace.testkit.ExpectedPane.onTime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.testkit.FunctionHarness;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TeamScoresTest {
  private static final long SIX = ms("18:00");
  private static final long SEVEN = ms("19:00");

  private final FunctionHarness scores = FunctionHarness.of(TeamScores.class).startAt(ms("18:00"));
  private long nowMs = ms("18:00");

  @AfterEach
  void runAllWaysAndClose() {
    scores.expectSameAllWays();
    scores.close();
  }

  @Test
  void shouldTellAProvisionalScoreWhenThreePlaysCame() {
    play("18:01", "red", 5);
    play("18:02", "red", 3);
    scores.expectNoPanes();

    play("18:03", "red", 2);
    scores.expectPanes(
        early("red", SIX, SEVEN, "{\"points\":10,\"plays\":3,\"status\":\"early\"}")
            .asProvisional());
  }

  @Test
  void shouldTellAProvisionalScoreWhenTenMinutesWentBy() {
    play("18:01", "red", 5);
    play("18:11", "red", 1);

    scores.expectPanes(
        early("red", SIX, SEVEN, "{\"points\":6,\"plays\":2,\"status\":\"early\"}")
            .asProvisional());
  }

  @Test
  void shouldCorrectAScoreWhenAPlayIsLateAndRepeatItWhenNothingCanChange() {
    play("18:50", "red", 5);
    play("19:05", "blue", 7);
    scores.expectPanes(
        onTime("red", SIX, SEVEN, "{\"points\":5,\"plays\":1,\"status\":\"on-time\"}")
            .asProvisional());

    play("18:55", "red", 4);
    scores.expectPanes(
        late("red", SIX, SEVEN, "{\"points\":9,\"plays\":2,\"status\":\"late\"}").asProvisional());

    play("21:05", "green", 1);
    scores.expectPanes(
        onTime("blue", SEVEN, ms("20:00"), "{\"points\":7,\"plays\":1,\"status\":\"on-time\"}")
            .asProvisional(),
        late("red", SIX, SEVEN, "{\"points\":9,\"plays\":2,\"status\":\"late\"}").asFinal());
  }

  @Test
  void shouldSetAPlayAsideWhenItIsTooLate() {
    play("21:05", "green", 1);
    play("18:59", "red", 4);

    scores.expectNoPanes();
    assertThat(scores.late()).hasSize(1);
  }

  /** A play reported at once; one that the clock has passed already is reported late. */
  private void play(String time, String team, long points) {
    nowMs = Math.max(nowMs, ms(time));
    scores.wallClock(nowMs);
    scores.record("phone-1", new Play("ada", team, Instant.ofEpochMilli(ms(time)), points));
  }

  private static long ms(String time) {
    return Instant.parse("2026-03-01T" + time + ":00Z").toEpochMilli();
  }
}
