package dev.millrace.runtime.config;

import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.config.MillraceConfig.FunctionConfig;
import dev.millrace.runtime.position.Loss;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one function in this pod, resolved.
 *
 * @param namespace of the deployment
 * @param name of the function
 * @param topics it reads and writes
 * @param startFrom where it starts without a position
 * @param rekeyPartitions partitions of the re-key topic; 0 for as many as the largest input has
 * @param accepted losses accepted on purpose
 */
public record FunctionSettings(
    String namespace,
    String name,
    Topics topics,
    StartFrom startFrom,
    int rekeyPartitions,
    Set<Loss> accepted) {

  /**
   * Topics of a function.
   *
   * @param inputs at least one; several are a union (rule R5)
   */
  public record Topics(
      List<String> inputs, String panes, String late, String deadLetters, String rekey) {
    public Topics {
      inputs = List.copyOf(inputs);
    }
  }

  /** The consumer group whose offsets are the function's positions (rule X2). */
  public String group() {
    return namespace + "." + name;
  }

  /** Transactional id of a partition (rule X1). */
  public String transactionalId(int partition) {
    return group() + "." + partition;
  }

  /** Transactional id of stage one for a source, by its number (rules R1, R5). */
  public String rekeyTransactionalId(int source) {
    return group() + ".rekey." + source;
  }

  /** Resolves the settings of a function. */
  public static FunctionSettings resolve(
      MillraceConfig config, @Nullable FunctionConfig own, String name, Topics topics) {
    String prefix = "quarkus.millrace.functions.\"" + name + "\".";
    StartFrom common = StartFrom.parse("quarkus.millrace.start-from", config.startFrom());
    if (own == null) {
      return new FunctionSettings(config.namespace(), name, topics, common, 0, Set.of());
    }
    return new FunctionSettings(
        config.namespace(),
        name,
        topics,
        own.startFrom().map(text -> StartFrom.parse(prefix + "start-from", text)).orElse(common),
        own.rekeyPartitions().orElse(0),
        losses(prefix + "accept", own.accept().orElse(List.of())));
  }

  /** The function's own times, with what the configuration overrides. */
  public static TimeSpec override(TimeSpec time, FunctionConfig own) {
    return new TimeSpec(
        own.outOfOrderness().map(Duration::toMillis).orElse(time.outOfOrdernessMs()),
        own.allowedLateness().map(Duration::toMillis).orElse(time.allowedLatenessMs()),
        own.maxAhead().map(Duration::toMillis).orElse(time.maxAheadMs()),
        own.idleTimeout().map(Duration::toMillis).orElse(time.idleTimeoutMs()),
        time.idlePolicy(),
        time.useRecordTimestamp());
  }

  private static Set<Loss> losses(String property, List<String> labels) {
    Set<Loss> losses = EnumSet.noneOf(Loss.class);
    for (String label : labels) {
      losses.add(
          Arrays.stream(Loss.values())
              .filter(loss -> loss.label().equals(label))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ConfigurationException(
                          "Expected one of "
                              + Arrays.stream(Loss.values()).map(Loss::label).toList()
                              + ", but got another: "
                              + property
                              + "="
                              + label
                              + ".")));
    }
    return losses;
  }
}
