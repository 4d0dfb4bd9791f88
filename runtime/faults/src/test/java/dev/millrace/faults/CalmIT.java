package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Without a fault the application writes what the oracle asks for. */
class CalmIT {

  static LongStream seeds() {
    return Seeds.all();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldWriteWhatTheRulesAskForWhenNothingFails(long seed) {
    try (Run run =
        new Run("calm-" + seed, seed, Collections.nCopies(3, Feed.Size.RANDOM)).of(CalmIT.class)) {
      run.sendRest();
      run.finish(run.pod("calm"));
    }
  }

  @Test
  void shouldAnswerWhoAsksWhenItWorks() {
    try (Run run = new Run("answers", 7, List.of(Feed.Size.RANDOM)).of(CalmIT.class)) {
      run.sendRest();
      try (Pod pod = run.pod("answers").start()) {
        pod.awaitReady();
        String function = run.functions().get(0).name();
        assertThat(pod.get("/q/health/ready")).contains(function);
        assertThat(pod.get("/millrace/functions/" + function)).contains("\"live\"");
        assertThat(pod.metric("millrace_records_total")).isPositive();
        assertThat(pod.get("/q/metrics")).contains("millrace_lag{");
      }
    }
  }
}
