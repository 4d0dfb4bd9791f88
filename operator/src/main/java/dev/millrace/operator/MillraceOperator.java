package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Applier;
import dev.millrace.operator.observe.Credentials;
import dev.millrace.operator.observe.Observer;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;

/** The operator: its parts put together, started and stopped. */
public final class MillraceOperator implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(10);

  private final Observer observer;
  private final Operator operator;

  /**
   * Puts an operator together.
   *
   * @param client stays the caller's to close
   * @param vertx stays the caller's to close
   * @param woke hears for how long records may have waited when pods were asked for at zero
   */
  public MillraceOperator(
      KubernetesClient client,
      Vertx vertx,
      OperatorConfig config,
      InstantSource clock,
      Metrics metrics,
      Consumer<Duration> woke) {
    StreamFunctionReconciler[] reconciler = new StreamFunctionReconciler[1];
    Steering steering = new Steering(id -> reconciler[0].trigger(id));
    this.observer = new Observer(vertx, clock, config.lookEvery(), steering, steering::see);
    Applier applier = new Applier(client);
    Events events = new Events(client, clock);
    Looker looker = new Looker(new Credentials(client), observer, clock);
    Written written = new Written(clock);
    Deployer deployer = new Deployer(applier, new Revisions(client), observer, config.stockImage());
    Ending ending = new Ending(client, observer, looker, steering, written, events, applier, clock);
    reconciler[0] =
        new StreamFunctionReconciler(
            new Parts(clock, looker, steering, deployer, written, events, ending, woke));
    this.operator = new Operator(overrider -> configure(overrider, client, config, metrics));
    operator.register(reconciler[0], overrider -> configure(overrider, config));
  }

  private static void configure(
      ConfigurationServiceOverrider overrider,
      KubernetesClient client,
      OperatorConfig config,
      Metrics metrics) {
    overrider
        .withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .withUseSSAToPatchPrimaryResource(true)
        .withConcurrentReconciliationThreads(config.threads())
        .withReconciliationTerminationTimeout(STOP)
        .withMetrics(metrics);
    OperatorConfig.Leader leader = config.leader();
    if (leader.enabled()) {
      LeaderElectionConfigurationBuilder election =
          LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(leader.lease())
              .withLeaseDuration(leader.duration())
              .withRenewDeadline(leader.duration().multipliedBy(2).dividedBy(3))
              .withRetryPeriod(leader.duration().dividedBy(7));
      leader.namespace().ifPresent(election::withLeaseNamespace);
      leader.identity().ifPresent(election::withIdentity);
      overrider.withLeaderElectionConfiguration(election.build());
    }
  }

  private static void configure(
      ControllerConfigurationOverrider<StreamFunction> overrider, OperatorConfig config) {
    config.namespaces().ifPresent(overrider::settingNamespaces);
    // Annotations do not count as generations.
    overrider.withGenerationAware(false).withOnUpdateFilter(MillraceOperator::isWorthAPass);
    overrider.withRetry(
        new GenericRetry()
            .setInitialInterval(500)
            .setIntervalMultiplier(2)
            .setMaxInterval(30_000)
            .withoutMaxAttempts());
  }

  /** What the operator itself writes is not: status, and managed fields. */
  private static boolean isWorthAPass(StreamFunction now, StreamFunction before) {
    ObjectMeta one = now.getMetadata();
    ObjectMeta other = before.getMetadata();
    return !Objects.equals(one.getGeneration(), other.getGeneration())
        || !Objects.equals(one.getDeletionTimestamp(), other.getDeletionTimestamp())
        || !Objects.equals(one.getFinalizers(), other.getFinalizers())
        || !Objects.equals(CheckpointWish.annotated(one), CheckpointWish.annotated(other));
  }

  /**
   * Starts; returns when the caches are filled.
   *
   * @throws io.javaoperatorsdk.operator.OperatorException if the CRD or a permission is missing
   */
  public void start() {
    operator.start();
    observer.start();
  }

  /** Whether all watches work. */
  public boolean isHealthy() {
    RuntimeInfo info = operator.getRuntimeInfo();
    return info.isStarted() && info.allEventSourcesAreHealthy();
  }

  @Override
  public void close() {
    operator.stop();
    observer.close();
  }
}
