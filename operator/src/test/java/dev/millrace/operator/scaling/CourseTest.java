package dev.millrace.operator.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.scaling.ScalingPolicy.Steadiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What keeps the number of pods from swinging (rule A3). */
class CourseTest {
  private static final Steadiness STEADINESS =
      new Steadiness(Duration.ofSeconds(10), Duration.ofMinutes(5), 4);

  @Test
  void shouldAddPodsOnlyWhenTheNeedHasLasted() {
    Course course = Course.from(0).need(2, STEADINESS, 0).need(5, STEADINESS, 60_000);

    assertThat(course.steady(2, STEADINESS, 60_000)).isEqualTo(2);
    assertThat(course.need(5, STEADINESS, 65_000).steady(2, STEADINESS, 65_000)).isEqualTo(2);
    assertThat(course.need(6, STEADINESS, 71_000).steady(2, STEADINESS, 71_000)).isEqualTo(6);
  }

  @Test
  void shouldKeepWhatWasNeededWithinTheDownWindow() {
    Course course = Course.from(0).need(5, STEADINESS, 0).need(2, STEADINESS, 400_000);

    assertThat(course.steady(5, STEADINESS, 400_000)).isEqualTo(5);
    assertThat(course.need(2, STEADINESS, 699_000).steady(5, STEADINESS, 699_000)).isEqualTo(5);
    assertThat(course.need(2, STEADINESS, 701_000).steady(5, STEADINESS, 701_000)).isEqualTo(2);
  }

  @Test
  void shouldTakeNothingAwayWhenItHasJustBegunToWatch() {
    Course course = Course.from(0).need(1, STEADINESS, 60_000);

    assertThat(course.steady(5, STEADINESS, 60_000)).isEqualTo(5);
  }

  @Test
  void shouldNeverReverseMoreOftenThanAllowedWhateverIsNeeded() {
    SplittableRandom random = new SplittableRandom(11);
    Steadiness hasty = new Steadiness(Duration.ZERO, Duration.ZERO, 4);
    Course course = Course.from(0);
    List<Long> reversals = new ArrayList<>();
    int pods = 1;
    boolean rising = true;
    for (long now = 0; now < 10 * 3_600_000L; now += 5_000) {
      int need = 1 + random.nextInt(10);
      course = course.need(need, hasty, now);
      int next = course.steady(pods, hasty, now);
      course = course.changed(pods, next, now);
      if (next != pods && (next > pods) != rising) {
        rising = next > pods;
        reversals.add(now);
      }
      pods = next;
    }

    assertThat(reversals).hasSizeGreaterThan(10);
    for (long from : reversals) {
      assertThat(reversals.stream().filter(at -> at >= from && at < from + 3_600_000L).count())
          .isLessThanOrEqualTo(4);
    }
  }
}
