package dev.millrace.runtime.partition;

/** Measures records per second and the share of time spent working, over spans of a second. */
final class LoadMeter {
  private static final long SPAN_NS = 1_000_000_000L;
  private static final double WEIGHT = 0.3;

  private long spanStartNs;
  private long busyNs;
  private long records;
  private double rate;
  private double busy;
  private double capacity;

  LoadMeter(long nowNs) {
    spanStartNs = nowNs;
  }

  /** Notes a step. */
  void add(long fromNs, long toNs, long processed) {
    busyNs += toNs - fromNs;
    records += processed;
    long span = toNs - spanStartNs;
    if (span >= SPAN_NS) {
      if (records > 0 && busyNs > 0) {
        capacity = blend(capacity, records * 1e9 / busyNs);
      }
      rate = blend(rate, records * 1e9 / span);
      busy = blend(busy, Math.min(1, (double) busyNs / span));
      spanStartNs = toNs;
      busyNs = 0;
      records = 0;
    }
  }

  /** Records per second as they came. */
  double rate() {
    return rate;
  }

  /** Share of the time spent working, from 0 to 1. */
  double busy() {
    return busy;
  }

  /** Records per second of working time: what a replay would do. */
  double capacity() {
    return capacity;
  }

  private static double blend(double old, double fresh) {
    return old == 0 ? fresh : old + WEIGHT * (fresh - old);
  }
}
