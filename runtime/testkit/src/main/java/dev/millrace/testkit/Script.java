package dev.millrace.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a function, in order. The same script can run in many {@link Way}s.
 *
 * @param partitions source partitions at the start, from 1
 * @param assignedAtMs the clock when the partitions are assigned, in epoch milliseconds
 */
public record Script(int partitions, long assignedAtMs, List<Step> steps) {

  public Script {
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "Expected at least one partition, but got: partitions=" + partitions);
    }
    steps = List.copyOf(steps);
  }

  /** A script of one partition; its clock starts at 0. */
  public static Builder script() {
    return new Builder(1, 0);
  }

  /** A script of several partitions; its clock starts at the given instant. */
  public static Builder script(int partitions, long assignedAtMs) {
    return new Builder(partitions, assignedAtMs);
  }

  /** The script without its last steps. */
  public Script first(int count) {
    return new Script(partitions, assignedAtMs, steps.subList(0, count));
  }

  /** Collects steps. */
  public static final class Builder {
    private final int partitions;
    private final long assignedAtMs;
    private final List<Step> steps = new ArrayList<>();

    private Builder(int partitions, long assignedAtMs) {
      this.partitions = partitions;
      this.assignedAtMs = assignedAtMs;
    }

    /** A record in partition 0 with text as key and value. */
    public Builder record(@Nullable String key, @Nullable String value) {
      return record(0, -1, key, value);
    }

    /** A record with text as key and value. */
    public Builder record(
        int partition, long timestampMs, @Nullable String key, @Nullable String value) {
      return step(
          new Step.Arrival(
              partition, Step.Arrival.NEXT_OFFSET, timestampMs, bytes(key), bytes(value)));
    }

    public Builder wall(long wallMs) {
      return step(new Step.Wall(wallMs));
    }

    public Builder checkpoint() {
      return step(new Step.Checkpoint());
    }

    public Builder crash() {
      return step(new Step.Crash());
    }

    public Builder step(Step step) {
      steps.add(step);
      return this;
    }

    public Script build() {
      return new Script(partitions, assignedAtMs, steps);
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
      return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
