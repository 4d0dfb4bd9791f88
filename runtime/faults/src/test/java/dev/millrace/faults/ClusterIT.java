package dev.millrace.faults;

import static dev.millrace.faults.KafkaCluster.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of three brokers in which one dies or hands its leaderships over while a pod works
 * (design, section 8: pause and go on; case K14): the outputs are those of a run without a fault.
 */
class ClusterIT {
  private static final String TRANSACTIONS = "__transaction_state";
  private static final String OFFSETS = "__consumer_offsets";

  @TempDir static Path folder;
  private static KafkaCluster cluster;

  @BeforeAll
  static void start() {
    cluster = new KafkaCluster(folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Run run(String name, int portions) {
    return Run.on(
            cluster.bootstrap(), name, portions, Collections.nCopies(portions, Feed.Size.RANDOM))
        .of(ClusterIT.class);
  }

  @Test
  void shouldWriteTheSameWhenLeadersAndCoordinatorsDieOneAfterTheOther() {
    String name = "leaders-die";
    try (Run run = run(name, 6)) {
      String panes = run.functions().get(0).panes();
      try (Pod pod = run.pod("pod").start()) {
        run.sendNextAndAwaitRows(pod);
        killInMidWork(cluster.leaderOf(name + "-in"), run, pod);
        killInMidWork(cluster.leaderOf(panes), run, pod);
        killInMidWork(groupCoordinator(run), run, pod);
        killInMidWork(transactionCoordinator(name), run, pod);
        pod.awaitReady();
        run.sendRest();
        run.awaitAllRows(pod);
      }
      run.assertComplete();
    }
  }

  /** The rows of what is sent while it is away are written before it comes back. */
  private static void killInMidWork(int id, Run run, Pod pod) {
    run.sendNext();
    cluster.kill(id);
    run.note("broker " + id + " killed");
    run.awaitRowsOfAllSent(pod);
    cluster.restore();
  }

  private static int groupCoordinator(Run run) {
    String group = run.group(run.functions().get(0));
    return get(cluster.admin().describeConsumerGroups(List.of(group)).all()).values().stream()
        .findFirst()
        .orElseThrow()
        .coordinator()
        .id();
  }

  private static int transactionCoordinator(String namespace) {
    String id =
        get(cluster.admin().listTransactions().all()).stream()
            .map(t -> t.transactionalId())
            .filter(t -> t.startsWith(namespace + "."))
            .findFirst()
            .orElseThrow();
    return get(cluster.admin().describeTransactions(List.of(id)).description(id)).coordinatorId();
  }

  @Test
  void shouldWriteTheSameWhenEveryLeaderAndCoordinatorMoves() {
    String name = "leaders-move";
    try (Run run = run(name, 4)) {
      try (Pod pod = run.pod("pod").start()) {
        run.sendNextAndAwaitRows(pod);
        for (int round = 1; round <= 2; round++) {
          run.sendNext();
          moveAll(name, round);
          run.note("moved");
          run.awaitRowsOfAllSent(pod);
        }
        pod.awaitReady();
        run.sendRest();
        run.awaitAllRows(pod);
      }
      run.assertComplete();
    }
  }

  /** Each partition of the run's topics and of Kafka's own gets the next broker as its leader. */
  private static void moveAll(String prefix, int round) {
    Set<TopicPartition> partitions =
        cluster.descriptions().stream()
            .filter(
                t -> Set.of(TRANSACTIONS, OFFSETS).contains(t.name()) || t.name().contains(prefix))
            .flatMap(
                t -> t.partitions().stream().map(p -> new TopicPartition(t.name(), p.partition())))
            .collect(Collectors.toSet());
    Map<TopicPartition, Optional<NewPartitionReassignment>> next =
        partitions.stream()
            .collect(
                Collectors.toMap(p -> p, p -> Optional.of(brokersFrom(p.partition() + round))));
    get(cluster.admin().alterPartitionReassignments(next).all());
    Until.holds(
        "the new order counts",
        () -> get(cluster.admin().listPartitionReassignments().reassignments()).isEmpty(),
        () -> "");
    // Those that are led by their first already are answered with an error of their own.
    get(cluster.admin().electLeaders(ElectionType.PREFERRED, partitions).partitions());
  }

  private static NewPartitionReassignment brokersFrom(int first) {
    return new NewPartitionReassignment(
        IntStream.range(0, KafkaCluster.SIZE)
            .mapToObj(i -> 1 + Math.floorMod(first + i, KafkaCluster.SIZE))
            .toList());
  }

  @Test
  void shouldPauseAndGoOnWhenTheClusterLosesItsMajority() {
    String name = "majority";
    try (Run run = run(name, 3)) {
      try (Pod pod = run.pod("pod").start()) {
        run.sendNextAndAwaitRows(pod);
        pod.awaitReady();
        cluster.kill(1);
        cluster.kill(2);
        run.note("two brokers killed");
        Until.holds(
            "the pod says so",
            () -> pod.get("/q/health/ready").contains("Kafka has not told the end of"),
            pod::evidence);
        assertThat(pod.isReady()).isFalse();
        cluster.restore();
        run.sendRest();
        run.awaitAllRows(pod);
        pod.awaitReady();
      }
      run.assertComplete();
    }
  }
}
