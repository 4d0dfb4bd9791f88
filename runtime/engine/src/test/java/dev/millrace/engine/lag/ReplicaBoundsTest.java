package dev.millrace.engine.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.lag.ReplicaBounds.Observation;
import dev.millrace.engine.lag.ReplicaBounds.Policy;
import org.junit.jupiter.api.Test;

/** Rules A3 to A6. The situations seen in the field are case O01 of the test kit. */
class ReplicaBoundsTest {
  private static final Policy POLICY = new Policy(10, 0, 100);

  @Test
  void shouldEndAtThePartitionCountWhenLagAsksForMore() {
    assertThat(of(POLICY, 3, 100, 100, 100)).isEqualTo(new ReplicaBounds(3, 3));
    assertThat(of(new Policy(10, 0, 2), 3, 100, 100, 100)).isEqualTo(new ReplicaBounds(2, 2));
  }

  @Test
  void shouldNotNeedMorePodsThanPartitionsThatLag() {
    assertThat(of(POLICY, 3, 100, 0, 0)).isEqualTo(new ReplicaBounds(1, 3));
  }

  @Test
  void shouldWakeFromZeroOnTheFirstRecord() {
    assertThat(of(POLICY, 0, 1, 0)).isEqualTo(new ReplicaBounds(1, 1));
  }

  @Test
  void shouldKeepTheMinimumWhenQuiet() {
    assertThat(of(POLICY, 3, 0, 0)).isEqualTo(new ReplicaBounds(0, 0));
    assertThat(of(new Policy(10, 2, 4), 3, 0, 0)).isEqualTo(new ReplicaBounds(2, 2));
  }

  @Test
  void shouldNotGoToZeroWhenSomethingIsPending() {
    Observation pending = new Observation(new long[] {0, 0}, 0, true, true);
    assertThat(ReplicaBounds.of(pending, POLICY)).isEqualTo(new ReplicaBounds(1, 1));
  }

  @Test
  void shouldHoldWhenTheLagCannotBeTrusted() {
    assertThat(of(POLICY, 3, 500, PartitionLag.UNKNOWN_LAG)).isEqualTo(new ReplicaBounds(3, 3));
    Observation stale = new Observation(new long[] {500, 500}, 3, false, false);
    assertThat(ReplicaBounds.of(stale, POLICY)).isEqualTo(new ReplicaBounds(3, 3));
  }

  @Test
  void shouldRefuseAPolicyThatContradictsItself() {
    assertThatThrownBy(() -> new Policy(0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Policy(1, 2, 1)).hasMessageContaining("min=2, max=1");
  }

  private static ReplicaBounds of(Policy policy, int pods, long... lags) {
    return ReplicaBounds.of(new Observation(lags, pods, false, true), policy);
  }
}
