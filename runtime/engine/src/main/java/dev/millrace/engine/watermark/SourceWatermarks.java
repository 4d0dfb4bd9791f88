package dev.millrace.engine.watermark;

import dev.millrace.engine.SourceMarker;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The watermarks of the sources that feed a re-key topic, and the one that follows from them (rules
 * R2, R3, R5, W8): the smallest over the sources that are not idle. All that is known of a source
 * stands in the log, so a replay computes the same.
 */
public final class SourceWatermarks {
  private static final int KNOWN = 1;
  private static final int IDLE = 2;

  private final IdlePolicy policy;
  private final long idleTimeoutMs;
  private byte[] flags = new byte[0];
  private long[] watermarksMs = new long[0];
  private long[] silentMs = new long[0];

  public SourceWatermarks(TimeSpec time) {
    this.policy = time.idlePolicy();
    this.idleTimeoutMs = time.idleTimeoutMs();
  }

  /** Number of sources known. */
  public int count() {
    int count = 0;
    for (byte flag : flags) {
      count += flag & KNOWN;
    }
    return count;
  }

  /** One more than the largest number of a source known; 0 if none is. */
  public int numbers() {
    int numbers = flags.length;
    while (numbers > 0 && (flags[numbers - 1] & KNOWN) == 0) {
      numbers--;
    }
    return numbers;
  }

  /** Makes sources 0 to {@code count − 1} known; one never heard of holds the watermark back. */
  public void expect(int count) {
    for (int source = 0; source < count; source++) {
      know(source);
    }
  }

  /** A record of a source, with the source's watermark after it: the source is not idle. */
  public void record(int source, long watermarkMs) {
    heard(source);
    raise(source, watermarkMs);
  }

  /** A record of a source that was rejected: the source is not idle, and no further than before. */
  public void heard(int source) {
    know(source);
    flags[source] = KNOWN;
    silentMs[source] = 0;
  }

  /** Takes in what a marker says of a source. */
  public void marker(SourceMarker marker) {
    if (marker.left()) {
      forget(marker.source());
    } else {
      marker(marker.source(), marker.watermarkMs(), marker.idle(), marker.silentMs());
    }
  }

  /** It counts no more (rule R5); should its topic come back it joins as a new one would (R3). */
  private void forget(int source) {
    if (source < flags.length) {
      flags[source] = 0;
      watermarksMs[source] = TimeMath.NO_WATERMARK;
      silentMs[source] = 0;
    }
  }

  private void marker(int source, long watermarkMs, boolean idle, long silentMs) {
    know(source);
    flags[source] = (byte) (idle ? KNOWN | IDLE : KNOWN);
    this.silentMs[source] = silentMs;
    raise(source, watermarkMs);
  }

  /** The watermark over all sources; the caller never lets its own go back. */
  public long merged() {
    long smallestMs = TimeMath.NEVER;
    long largestMs = TimeMath.NO_WATERMARK;
    long leastSilentMs = Long.MAX_VALUE;
    boolean counted = false;
    for (int source = 0; source < flags.length; source++) {
      if ((flags[source] & KNOWN) == 0) {
        continue;
      }
      largestMs = Math.max(largestMs, watermarksMs[source]);
      leastSilentMs = Math.min(leastSilentMs, silentMs[source]);
      if ((flags[source] & IDLE) == 0 || policy == IdlePolicy.STALL) {
        counted = true;
        smallestMs = Math.min(smallestMs, watermarksMs[source]);
      }
    }
    return counted ? smallestMs : allIdle(largestMs, leastSilentMs);
  }

  private long allIdle(long largestMs, long leastSilentMs) {
    if (policy != IdlePolicy.PACE || largestMs == TimeMath.NO_WATERMARK) {
      return largestMs;
    }
    return TimeMath.plus(largestMs, Math.max(0, TimeMath.minus(leastSilentMs, idleTimeoutMs)));
  }

  private void raise(int source, long watermarkMs) {
    watermarksMs[source] = Math.max(watermarksMs[source], watermarkMs);
  }

  private void know(int source) {
    if (source >= flags.length) {
      int known = flags.length;
      int capacity = Math.max(source + 1, known * 2);
      flags = Arrays.copyOf(flags, capacity);
      silentMs = Arrays.copyOf(silentMs, capacity);
      watermarksMs = Arrays.copyOf(watermarksMs, capacity);
      Arrays.fill(watermarksMs, known, capacity, TimeMath.NO_WATERMARK);
    }
    flags[source] |= KNOWN;
  }

  /** Writes {@code i32 length, then per source u8 flags, i64 watermark, i64 silence}. */
  public void write(DataOutput out) throws IOException {
    out.writeInt(flags.length);
    for (int source = 0; source < flags.length; source++) {
      out.writeByte(flags[source]);
      out.writeLong(watermarksMs[source]);
      out.writeLong(silentMs[source]);
    }
  }

  /** Reads what {@link #write} wrote. */
  public void read(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("Expected a number of sources, but it is negative: " + length + ".");
    }
    for (int source = 0; source < length; source++) {
      byte flag = in.readByte();
      long watermarkMs = in.readLong();
      long silent = in.readLong();
      if ((flag & KNOWN) != 0) {
        marker(source, watermarkMs, (flag & IDLE) != 0, silent);
      }
    }
  }
}
