package dev.millrace.operator;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings of the operator. */
@ConfigMapping(prefix = "millrace.operator")
public interface OperatorConfig {

  /** Image that runs documents. */
  @WithDefault("ghcr.io/millrace/millrace-app:latest")
  String stockImage();

  /** Namespaces whose functions it looks after; all of the cluster unless given. */
  Optional<Set<String>> namespaces();

  /** Functions reconciled at once. */
  @WithDefault("8")
  int threads();

  /** How often Kafka and the ledgers are looked at; records for sleepers twice as often. */
  @WithDefault("500ms")
  Duration lookEvery();

  /** Of several operators one acts. */
  Leader leader();

  /** Of several operators one acts. */
  interface Leader {

    /** Whether there may be several. */
    @WithDefault("true")
    boolean enabled();

    /** Name of the lease. */
    @WithDefault("millrace-operator")
    String lease();

    /** Its namespace; that of the operator's pod unless given. */
    Optional<String> namespace();

    /** Name of this operator in it; the host's unless given. */
    Optional<String> identity();

    /** How long one leads that says nothing. */
    @WithDefault("15s")
    Duration duration();
  }
}
