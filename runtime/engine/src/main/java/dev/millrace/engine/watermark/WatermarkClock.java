package dev.millrace.engine.watermark;

import dev.millrace.engine.time.TimeMath;

/** The watermark of a partition (rule W2): how far event time is believed seen. Never goes back. */
public final class WatermarkClock {
  private final long outOfOrdernessMs;
  private long watermarkMs = TimeMath.NO_WATERMARK;

  /**
   * @param outOfOrdernessMs from 0
   */
  public WatermarkClock(long outOfOrdernessMs) {
    this.outOfOrdernessMs = outOfOrdernessMs;
  }

  /** All before it is believed seen; {@link TimeMath#NO_WATERMARK} before the first record. */
  public long watermarkMs() {
    return watermarkMs;
  }

  /** Takes note of a record's event time. */
  public void observe(long timeMs) {
    advance(TimeMath.minus(timeMs, outOfOrdernessMs));
  }

  /** Moves it forward; what is behind it changes nothing. */
  public void advance(long watermarkMs) {
    this.watermarkMs = Math.max(this.watermarkMs, watermarkMs);
  }

  /** Sets it to what it was. */
  public void restore(long watermarkMs) {
    this.watermarkMs = watermarkMs;
  }
}
