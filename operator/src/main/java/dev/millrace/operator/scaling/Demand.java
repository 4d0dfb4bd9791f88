package dev.millrace.operator.scaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Work per second that is asked for: what arrives, and what waits spread over the time within which
 * it is to be gone. A partition counts for no more than one thread can do for it: what is beyond
 * that, no number of pods does (rule A5).
 *
 * <p>A record of a re-keyed function is read twice, once by each stage; what waits in front of the
 * first stage will wait in front of the second.
 *
 * @param arriving λ, records per second
 * @param waiting B, records
 * @param withinMs over which what waits is spread
 * @param useful records per second that pods can do something about; at most {@code λ + B/T}
 * @param partitions that have something to do: pods beyond have nothing
 * @param hot partitions that ask for more than can be done for them and for far more than others
 * @param allFull whether most partitions ask for more than can be done for them
 */
record Demand(
    double arriving,
    double waiting,
    long withinMs,
    double useful,
    int partitions,
    List<String> hot,
    boolean allFull) {

  /** A partition that asks for as many times the mean is an exception, not the rule. */
  private static final double FAR_MORE = 2;

  Demand {
    hot = List.copyOf(hot);
  }

  static Demand of(Snapshot snapshot, Map<String, Double> arrivals, Capacity pod, long withinMs) {
    int passes = snapshot.isRekeyed() ? 2 : 1;
    double arriving = 0;
    double waiting = 0;
    double useful = 0;
    List<Ask> asks = new ArrayList<>();
    for (PartitionSample partition : snapshot.partitions()) {
      boolean first = passes == 1 || partition.isSource();
      double rate = first ? arrivals.getOrDefault(partition.partition(), 0.0) : 0;
      int times = first ? passes : 1;
      Ask ask = Ask.of(partition, rate, pod, withinMs);
      asks.add(ask);
      arriving += times * rate;
      waiting += (double) times * partition.backlog();
      useful += times * ask.useful();
    }
    List<String> full = asks.stream().filter(Ask::isFull).map(Ask::partition).toList();
    boolean allFull = full.size() > 1 && full.size() * 2 > asks.size();
    int working = (int) asks.stream().filter(ask -> ask.wanted() > 0).count();
    return new Demand(
        arriving,
        waiting,
        withinMs,
        useful,
        passes == 1 ? Math.max(1, working) : snapshot.parallelism(),
        allFull ? List.of() : hot(asks),
        allFull);
  }

  private static List<String> hot(List<Ask> asks) {
    double mean = asks.stream().mapToDouble(Ask::wanted).average().orElse(0);
    return asks.stream()
        .filter(ask -> ask.isFull() && (asks.size() == 1 || ask.wanted() > FAR_MORE * mean))
        .map(Ask::partition)
        .toList();
  }

  /** The same with more that waits, of which pods can do all. */
  Demand plus(double more) {
    return new Demand(
        arriving,
        waiting + more,
        withinMs,
        useful + more * 1000 / withinMs,
        partitions,
        hot,
        allFull);
  }

  /** λ + B/T, whether pods can do something about it or not. */
  double total() {
    return arriving + waiting * 1000 / withinMs;
  }

  /**
   * What one partition asks for.
   *
   * @param wanted records per second
   * @param limit records per second that one thread does
   */
  private record Ask(String partition, double wanted, double limit) {

    static Ask of(PartitionSample partition, double rate, Capacity pod, long withinMs) {
      double wanted = rate + partition.backlog() * 1000.0 / withinMs;
      double own = partition.load().capacity();
      double limit = pod.isKnown() ? pod.perPod() : Double.POSITIVE_INFINITY;
      return new Ask(partition.partition(), wanted, own > 0 ? Math.min(own, limit) : limit);
    }

    double useful() {
      return Math.min(wanted, limit);
    }

    boolean isFull() {
      return wanted > limit;
    }
  }
}
