package dev.millrace.faults;

import static dev.millrace.faults.KafkaCluster.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.SharedServices;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What Kafka may do to a pod (design, section 8): where going on is right the output equals the
 * fault-free one, where it is not nothing wrong is written and readiness says what to do (case
 * K04).
 */
class KafkaIT {
  private static final long SEED = 11;
  private static final String READY = "/q/health/ready";
  private static final String ACCEPT_LOSS = "accept=lost-records";

  private static Admin admin;

  @BeforeAll
  static void connect() {
    admin = Admin.create(Map.of("bootstrap.servers", SharedServices.kafka().address()));
  }

  @AfterAll
  static void disconnect() {
    admin.close();
  }

  private static Run run(String name) {
    return new Run(name, SEED, Collections.nCopies(3, Feed.Size.RANDOM)).of(KafkaIT.class);
  }

  private static void awaitReadiness(Pod pod, String text) {
    Until.holds("readiness says " + text, () -> pod.get(READY).contains(text), pod::evidence);
  }

  /** All that was sent is read and committed; so the lag is nothing (A4). */
  private static void awaitNoLag(Pod pod) {
    pod.awaitReady();
    Until.holds(
        "the pod has read all",
        () -> pod.metric("millrace_records_total") > 0 && pod.metric("millrace_lag") == 0,
        () -> pod.evidence() + lines(pod, "millrace_lag") + lines(pod, "millrace_records_total"));
  }

  private static String lines(Pod pod, String metric) {
    return pod.get("/q/metrics")
        .lines()
        .filter(line -> line.startsWith(metric))
        .collect(Collectors.joining("\n", "\n", ""));
  }

  @Test
  void shouldPauseAndGoOnWhenTheBrokerDiesAndComesBack() {
    KafkaBroker broker = SharedServices.kafka();
    try (Run run = run("broker-dies")) {
      run.sendNext();
      try (Pod pod = run.pod("pod").start()) {
        pod.awaitReady();
        run.sendNext();
        broker.killHard();
        awaitReadiness(pod, "Kafka has not told the end of");
        broker.start();
        run.sendRest();
        run.awaitAllRows(pod);
        pod.awaitReady();
      }
      run.assertComplete();
    }
  }

  @Test
  void shouldRefuseUnlessAcceptedWhenTheLogWasTruncatedBelowThePosition() {
    String name = "truncated";
    try (Run run = run(name)) {
      run.sendNext();
      try (Pod pod = run.pod("pod").start()) {
        awaitNoLag(pod);
        pod.killHard();
      }
      run.sendNext();
      run.truncateInput();
      try (Pod pod = run.pod("pod").start()) {
        awaitReadiness(pod, ACCEPT_LOSS);
        assertThat(pod.metric("millrace_phase")).as(pod.evidence()).isGreaterThanOrEqualTo(4);
      }
      run.assertNothingWrongSoFar();
      PodPlan accepting = run.accepting(run.pod("pod"), "lost-records");
      try (Pod pod = accepting.start()) {
        pod.awaitReady();
        assertThat(pod.metric("millrace_lost_accepted_total")).as(pod.evidence()).isPositive();
      }
    }
  }

  @Test
  void shouldRefuseWhenTheLogIsTruncatedAboveARunningPodsPosition() {
    String name = "truncated-below";
    try (Run run = run(name)) {
      run.sendNext();
      try (Pod pod = run.pod("pod").start()) {
        awaitNoLag(pod);
        pod.signal("STOP");
        // The broker owes each consumer an answer, which has the first records that come.
        run.sendNext();
        run.sendNext();
        run.truncateInput();
        pod.signal("CONT");
        Until.holds(
            "all refuse that read the input; what is in the re-key topic is whole",
            () -> pod.livePartitions() == Feed.PARTITIONS && pod.get(READY).contains(ACCEPT_LOSS),
            pod::evidence);
      }
      run.assertNothingWrongSoFar();
    }
  }

  @Test
  void shouldWriteNothingOfAnotherTopicOfTheSameNameBelowARunningPod() {
    String name = "replaced";
    try (Run run = run(name)) {
      run.sendNext();
      try (Pod pod = run.pod("pod").start()) {
        awaitNoLag(pod);
        run.deleteInput();
        awaitReadiness(pod, "Expected the input topic to exist");
        NewTopic topic = new NewTopic(name + "-in", Optional.of(Feed.PARTITIONS), Optional.empty());
        get(admin.createTopics(List.of(topic)).all());
        run.sendRest();
        awaitReadiness(pod, "formerId=");
        Until.holds("no function runs", () -> pod.metric("millrace_running") == 0, pod::evidence);
      }
      run.assertNothingWrongSoFar();
    }
  }

  @Test
  void shouldGoOnFromTheLedgerWhenTheGroupsWereDeleted() {
    String name = "no-groups";
    try (Run run = run(name)) {
      run.sendNext();
      try (Pod pod = run.pod("pod").start()) {
        awaitNoLag(pod);
      }
      List<String> groups = run.functions().stream().map(run::group).toList();
      get(admin.deleteConsumerGroups(groups).all());
      run.sendRest();
      try (Pod pod = run.pod("pod").start()) {
        run.awaitAllRows(pod);
        assertThat(pod.metric("millrace_position_overruled_total")).as(pod.evidence()).isPositive();
      }
      run.assertComplete();
    }
  }

  @Test
  void shouldWriteEachRowOnceWhenATransactionExpiresBeforeItsCommit() {
    String name = "expired";
    try (Run run = run(name)) {
      PodPlan plan =
          run.pod("pod")
              .with("quarkus.millrace.commit-interval", "3s")
              .with("kafka.transaction.timeout.ms", 1_000);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        run.sendNext();
        Until.holds("a transaction is open", () -> hasOpenTransaction(name), pod::evidence);
        pod.signal("STOP");
        assertThat(hasOpenTransaction(name)).as("The pod was stopped too late").isTrue();
        Until.holds("the broker aborts it", () -> !hasOpenTransaction(name), pod::evidence);
        pod.signal("CONT");
        run.sendRest();
        run.awaitAllRows(pod);
      }
      run.assertComplete();
    }
  }

  private static boolean hasOpenTransaction(String namespace) {
    return get(admin.listTransactions().all()).stream()
        .anyMatch(
            t ->
                t.transactionalId().startsWith(namespace + ".")
                    && t.state() == TransactionState.ONGOING);
  }
}
