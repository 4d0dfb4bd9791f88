package dev.millrace.runtime.lane;

import java.util.concurrent.TimeUnit;

/** Where time enters the pod. Durations are measured by the monotonic clock only. */
public interface Clocks {

  /** Epoch milliseconds by this host's clock. */
  long wallMs();

  /** Nanoseconds since some fixed instant; never goes back. */
  long nanoTime();

  /** Milliseconds since the same instant. */
  default long monotonicMs() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime());
  }

  /** Both clocks. */
  default Moment now() {
    return new Moment(wallMs(), monotonicMs());
  }

  /** The clocks of this machine. */
  static Clocks system() {
    return new Clocks() {
      @Override
      public long wallMs() {
        return System.currentTimeMillis();
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }
    };
  }
}
