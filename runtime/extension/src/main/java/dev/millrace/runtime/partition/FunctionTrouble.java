package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Report.Kind;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import java.util.EnumSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Why a function that runs in this pod cannot do its work at present, for readiness. */
public final class FunctionTrouble {
  private static final EnumSet<Phase> TROUBLED = EnumSet.of(Phase.RETRYING, Phase.REFUSED);

  private FunctionTrouble() {}

  /**
   * The first reason found, from what all partitions share to single ones; empty if all is well.
   */
  public static String of(FunctionRuntime function) {
    long outageMs = function.context().reporter().outageMs();
    if (outageMs > 0) {
      return "ledger away for "
          + outageMs
          + " ms"
          + (function.context().isPaused() ? ": paused (quarkus.millrace.ledger.max-outage)" : "");
    }
    String shared =
        firstOf(
            function.context().ingest().trouble(),
            function.context().topics().trouble(),
            function.trouble());
    return shared.isEmpty() ? ofPartitions(function) : shared;
  }

  /**
   * The same with its kind for who looks from outside, and where there is none a checkpoint that
   * failed; null if all is well.
   */
  static @Nullable Report report(FunctionRuntime function) {
    String instance = function.context().runtime().instance();
    for (PartitionRunner runner : function.runners()) {
      PartitionStatus status = runner.status();
      if (isTroubled(status)) {
        return new Report(runner.kind(), instance, status.ref() + ": " + status.message());
      }
    }
    String text = of(function);
    return text.isEmpty() ? ofCheckpoints(function, instance) : ofKafka(function, text, instance);
  }

  private static Report ofKafka(FunctionRuntime function, String text, String instance) {
    boolean isTopic = function.context().topics().change() != null;
    return new Report(isTopic ? Kind.TOPIC : Kind.OTHER, instance, text);
  }

  private static @Nullable Report ofCheckpoints(FunctionRuntime function, String instance) {
    for (PartitionRunner runner : function.runners()) {
      RuntimeException error = runner.gauges().checkpointError.get();
      if (error != null) {
        return new Report(
            Troubles.kind(error), instance, runner.status().ref() + ": " + error.getMessage());
      }
    }
    return null;
  }

  private static String ofPartitions(FunctionRuntime function) {
    for (PartitionRunner runner : function.runners()) {
      PartitionStatus status = runner.status();
      TopicPartition log = function.context().logOf(status.ref());
      if (isTroubled(status)) {
        return status.ref() + " (" + log + ") " + status.phase().label() + ": " + status.message();
      }
      String blocked = function.context().ends().trouble(log);
      if (!blocked.isEmpty()) {
        return blocked;
      }
    }
    return "";
  }

  /** One that is tried again has a message until it has shown that it can go on. */
  private static boolean isTroubled(PartitionStatus status) {
    return TROUBLED.contains(status.phase()) || !status.message().isEmpty();
  }

  private static String firstOf(String... reasons) {
    for (String reason : reasons) {
      if (!reason.isEmpty()) {
        return reason;
      }
    }
    return "";
  }
}
