package dev.millrace.bench.engine;

import dev.millrace.runtime.rekey.RekeyPartitioner;
import dev.millrace.state.heap.KeyBytes;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What is it to hash a key: for the state, and for its partition of a re-key topic? */
public class KeyBench extends MicroBench {
  private static final int PARTITIONS = 64;

  /** Its length in bytes. */
  @Param({"8", "12", "36"})
  public int length;

  private final byte[][] keys = new byte[MANY][];
  private int next;

  /** Draws the keys. */
  @Setup
  public void open() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < MANY; i++) {
      keys[i] = new byte[length];
      random.nextBytes(keys[i]);
    }
  }

  private byte[] key() {
    next = (next + 1) & (MANY - 1);
    return keys[next];
  }

  /** For the state. */
  @Benchmark
  public int state() {
    return KeyBytes.hash(key());
  }

  /** For the partition. */
  @Benchmark
  public int partition() {
    return RekeyPartitioner.partition(key(), PARTITIONS);
  }
}
