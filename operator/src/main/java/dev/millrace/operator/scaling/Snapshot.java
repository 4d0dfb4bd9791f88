package dev.millrace.operator.scaling;

import java.util.List;

/**
 * A function at one time.
 *
 * @param measuredAtMs when the ledger and Kafka were asked, epoch milliseconds
 * @param wanted pods that are asked for now
 * @param ready of these, pods that work
 * @param partitions all there are, of both stages where it is re-keyed
 */
public record Snapshot(long measuredAtMs, int wanted, int ready, List<PartitionSample> partitions) {

  public Snapshot {
    partitions = List.copyOf(partitions);
  }

  /** Pods beyond this number have nothing to do (rule A1). */
  int parallelism() {
    int sources = (int) partitions.stream().filter(PartitionSample::isSource).count();
    return Math.max(sources, partitions.size() - sources);
  }

  boolean isRekeyed() {
    return partitions.stream().anyMatch(PartitionSample::isSource);
  }

  /** Whether the lag of all partitions is known. */
  boolean isKnown() {
    return partitions.stream().allMatch(partition -> partition.lag().isKnown());
  }

  boolean isAnyRestoring() {
    return isAny(PartitionSample.Standing.RESTORING);
  }

  boolean isAnyOpen() {
    return isAny(PartitionSample.Standing.OPEN);
  }

  /** Records waiting, each stage by itself. */
  long backlog() {
    return partitions.stream().mapToLong(PartitionSample::backlog).sum();
  }

  /** When the next window falls due, or {@link PartitionSample#NEVER}. */
  long dueAtMs() {
    return partitions.stream()
        .mapToLong(partition -> partition.time().dueAtMs())
        .min()
        .orElse(PartitionSample.NEVER);
  }

  private boolean isAny(PartitionSample.Standing standing) {
    return partitions.stream().anyMatch(partition -> partition.standing() == standing);
  }
}
