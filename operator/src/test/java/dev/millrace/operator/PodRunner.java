package dev.millrace.operator;

import dev.millrace.operator.dependent.Names;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a kubelet and the pods would do where there are no nodes: pods that exist become ready, and
 * in the ledger they live and hold the partitions that the assignment gives them.
 */
final class PodRunner implements AutoCloseable {
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final KubernetesClient client;
  private final String namespace;
  private final String function;
  private final @Nullable Ledger ledger;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private volatile Predicate<Pod> works = pod -> true;
  private volatile Set<String> members = Set.of();
  private final List<String> abandoned = new CopyOnWriteArrayList<>();
  private volatile @Nullable Progress progress;
  private volatile boolean saves;

  /**
   * Runs the pods of a function.
   *
   * @param ledger where they write, or null if they do not
   */
  PodRunner(KubernetesClient client, String namespace, String function, @Nullable Ledger ledger) {
    this.client = client;
    this.namespace = namespace;
    this.function = function;
    this.ledger = ledger;
    // A round that fails ends the runner, and then no pod becomes ready: the test hears of it.
    Future<?> unused = thread.scheduleWithFixedDelay(this::round, 0, 100, TimeUnit.MILLISECONDS);
  }

  /** Only these become ready from now on. */
  void only(Predicate<Pod> good) {
    works = good;
  }

  /** What every partition stands at from now on. */
  void stand(Progress at) {
    progress = at;
  }

  /** Checkpoints are taken from now on, as soon as someone asks. */
  void save() {
    saves = true;
  }

  private void round() {
    try {
      List<Pod> pods =
          client
              .pods()
              .inNamespace(namespace)
              .withLabel(Names.FUNCTION, function)
              .list()
              .getItems();
      Set<String> names = new TreeSet<>();
      for (Pod pod : pods) {
        if (works.test(pod)) {
          makeReady(pod);
          names.add(pod.getMetadata().getName());
        }
      }
      if (ledger != null) {
        work(ledger, names);
      }
    } catch (KubernetesClientException e) {
      // The pod went meanwhile: the next round sees what is there.
      return;
    }
  }

  private void makeReady(Pod pod) {
    boolean ready =
        pod.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
    if (ready) {
      return;
    }
    client
        .resource(
            new PodBuilder(pod)
                .editStatus()
                .withPhase("Running")
                .withConditions(List.of())
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build())
        .patchStatus();
  }

  private void work(Ledger book, Set<String> names) {
    for (String gone : members) {
      if (!names.contains(gone)) {
        noteAbandoned(book, gone);
        book.leave(gone);
      }
    }
    members = Set.copyOf(names);
    names.forEach(name -> book.heartbeat(name, LEASE));
    LedgerView view = book.view();
    if (view == null) {
      return;
    }
    for (PartitionEntry entry : view.partitions()) {
      String wanted = view.function().assignment().ownerOf(entry.ref());
      if (wanted != null && names.contains(wanted)) {
        hold(book, entry.ref(), wanted, entry);
      }
    }
  }

  private void noteAbandoned(Ledger book, String pod) {
    LedgerView view = book.view();
    if (view != null) {
      view.partitions().stream()
          .filter(entry -> pod.equals(entry.owner()))
          .forEach(entry -> abandoned.add(pod + " had " + entry.ref()));
    }
  }

  /** Partitions that pods still had when they went. */
  List<String> abandoned() {
    return abandoned;
  }

  private void hold(Ledger book, PartitionRef ref, String owner, PartitionEntry entry) {
    if (entry.owner() != null && !entry.owner().equals(owner) && members.contains(entry.owner())) {
      book.release(new dev.millrace.runtime.ledger.Lease(ref, entry.owner(), entry.epoch()));
    }
    if (book.claim(ref, owner, LEASE) instanceof Claim.Granted granted && progress != null) {
      book.progress(granted.lease(), progress);
      CheckpointAsk asked = saves ? Objects.requireNonNull(book.view()).asked() : null;
      if (asked != null && !asked.isAnsweredBy(entry)) {
        String manifest = asked.id() + ref;
        book.checkpointed(granted.lease(), manifest, progress.committed(), asked.atMs());
      }
    }
  }

  /** The function's first entry. */
  static FunctionEntry entry(String topic, String topicId, int partitions) {
    return FunctionEntry.first(topic, topicId, partitions, 0, "schema");
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
