package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryPlanTest {
  private static final long MIB = 1L << 20;

  private static MemoryPlan plan(long limitMib, long heapMib) {
    return MemoryPlan.of(limitMib * MIB, heapMib * MIB, Optional.empty());
  }

  @Test
  void shouldTakeTwoFifthsOfTheHeapWhenThatIsLessThanAThirdOfTheLimit() {
    assertThat(plan(512, 300).stateBytes()).isEqualTo(120 * MIB);
    assertThat(plan(512, 300).nativeBytes()).isEqualTo(64 * MIB);
  }

  @Test
  void shouldTakeAThirdOfTheLimitWhenTheHeapIsLarge() {
    assertThat(plan(300, 290).stateBytes()).isEqualTo(100 * MIB);
  }

  @Test
  void shouldFollowTheHeapWhenNothingLimits() {
    MemoryPlan plan = MemoryPlan.of(MemoryLimit.NONE, 1_000 * MIB, Optional.empty());
    assertThat(plan.stateBytes()).isEqualTo(400 * MIB);
    assertThat(plan.nativeBytes()).isEqualTo(250 * MIB);
    assertThat(plan.toString())
        .isEqualTo("limit=none, heap=1000 MiB, state=400 MiB, rocksdb=250 MiB");
  }

  @Test
  void shouldLeaveRocksDbEnoughToWorkWhenThePodIsSmall() {
    assertThat(plan(128, 64).nativeBytes()).isEqualTo(32 * MIB);
    assertThat(plan(128, 64).memtableBytes()).isEqualTo(16 * MIB);
  }

  @Test
  void shouldObeyWhenTheBudgetIsConfigured() {
    assertThat(MemoryPlan.of(512 * MIB, 300 * MIB, Optional.of(7L)).stateBytes()).isEqualTo(7);
  }
}
