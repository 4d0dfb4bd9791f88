package dev.millrace.bench.engine;

import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.window.AlignedWindows;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.engine.window.SlidingWindows;
import dev.millrace.engine.window.TumblingWindows;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What is it to find the windows of a record? Times go back and forth over an hour. */
public class WindowBench extends MicroBench {
  private static final long MINUTE = 60_000;
  private static final long START_MS = 1_700_000_100_000L;
  private static final int SESSIONS = 3;

  private final long[] timesMs = new long[MANY];
  private final AlignedWindows tumbling = new TumblingWindows(5 * MINUTE, 0);
  private final AlignedWindows sliding = new SlidingWindows(60 * MINUTE, 5 * MINUTE, 0);
  private final SlidingSlices slices = new SlidingSlices(60 * MINUTE, 5 * MINUTE, 0);
  private final Sessions<Object> sessions = new Sessions<>();
  private int next;

  /** Draws the times, and gives the key sessions of ten minutes, twenty minutes apart. */
  @Setup
  public void open() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < MANY; i++) {
      timesMs[i] = START_MS + random.nextLong(60 * MINUTE);
    }
    for (int i = 0; i < SESSIONS; i++) {
      long firstMs = START_MS + 20 * i * MINUTE;
      sessions.replace(i, i, new Session<>(new Object(), firstMs, firstMs + 10 * MINUTE));
    }
  }

  private long timeMs() {
    next = (next + 1) & (MANY - 1);
    return timesMs[next];
  }

  /** The window of five minutes. */
  @Benchmark
  public long tumbling() {
    tumbling.assign(timeMs());
    return tumbling.endMs(0);
  }

  /** The twelve windows of an hour, one every five minutes, as kept without merging. */
  @Benchmark
  public long sliding() {
    long sum = 0;
    int count = sliding.assign(timeMs());
    for (int i = 0; i < count; i++) {
      sum += sliding.startMs(i) ^ sliding.endMs(i);
    }
    return sum;
  }

  /** The slice of the same windows. */
  @Benchmark
  public long slice() {
    slices.assign(timeMs());
    return slices.endMs();
  }

  /** The sessions among a key's three that a record touches. */
  @Benchmark
  public int session() {
    long timeMs = timeMs();
    int from = sessions.firstTouched(timeMs, MINUTE / 2);
    return sessions.afterTouched(from, timeMs, MINUTE / 2) - from;
  }
}
