package dev.millrace.state.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.state.rocksdb.ValueFiles.Sizes;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValueFilesTest {
  private static final long MIB = 1 << 20;

  private static ValueFiles of(long unflushed, long tables, long values, long garbage) {
    long[] files = new long[100];
    Arrays.fill(files, values / 100);
    return ValueFiles.of(new Sizes(unflushed, tables, values, garbage), files);
  }

  @Test
  void shouldSeparateValuesWhenTheyAreWorthAFile() {
    assertThat(of(0, 0, 0, 0).separate()).as("empty").isTrue();
    assertThat(of(8 * MIB, 10 * MIB, 1_000 * MIB, 0).separate()).as("a large flush").isTrue();
    assertThat(of(MIB, 10 * MIB, 1_000 * MIB, 0).separate()).as("a small flush").isFalse();
    assertThat(of(MIB, 30 * MIB, 1_000 * MIB, 0).separate()).as("many small ones").isTrue();
  }

  @Test
  void shouldCleanMoreWhenMoreIsGarbage() {
    assertThat(of(MIB, MIB, 1_000 * MIB, 399 * MIB).cleaned()).isZero();
    assertThat(of(MIB, MIB, 1_000 * MIB, 400 * MIB).cleaned()).isEqualTo(2);
    assertThat(of(MIB, MIB, 1_000 * MIB, 500 * MIB).cleaned()).isEqualTo(4);
    assertThat(of(MIB, MIB, 1_000 * MIB, 600 * MIB).cleaned()).isEqualTo(8);
    assertThat(of(MIB, MIB, 1_000 * MIB, 750 * MIB).cleaned()).isEqualTo(50);
  }

  @Test
  void shouldCleanByBytesWhenFilesDiffer() {
    Sizes sizes = new Sizes(MIB, MIB, 1_000, 400);
    assertThat(ValueFiles.of(sizes, new long[] {30, 5, 5}).cleaned()).as("at least one").isOne();
    assertThat(ValueFiles.of(sizes, new long[] {5, 5, 10, 5}).cleaned()).isEqualTo(3);
    assertThat(ValueFiles.of(sizes, new long[] {}).cleaned()).isZero();
  }

  /** RocksDB multiplies and takes the whole number below. */
  @Test
  void shouldComeToJustThatManyFilesWhenRocksTakesItsShare() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      int files = random.nextInt(1, 100_000);
      int cleaned = random.nextInt(0, files + 1);
      double cutoff = new ValueFiles(true, cleaned).cutoff(files);
      assertThat((int) (cutoff * files)).isEqualTo(cleaned);
      assertThat(cutoff).isBetween(0.0, 1.0);
    }
  }
}
