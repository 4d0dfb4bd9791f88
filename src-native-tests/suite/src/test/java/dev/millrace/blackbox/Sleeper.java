package dev.millrace.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A function without pods whose state, of a given size, is in the S3 server, and which is called by
 * two records: one for a window of its own, and one that completes just this window. The state is
 * of windows that stay open, so each start restores all of it and emits one pane.
 */
final class Sleeper {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final String BUCKET = "cold-start";
  private static final long MINUTE_MS = 60_000;

  /** The watermark is so far behind: there is room below for as many calls. */
  private static final int LATEST_MINUTE = 10_000;

  /** Of a key's text. Random, so that nothing can be compressed. */
  private static final int TEXT_BYTES = 2_048;

  private static final int KEYS_PER_MIB = (1 << 20) / TEXT_BYTES;

  /** What a pod is sent before it is waited for. */
  private static final int MIB_AT_ONCE = 16;

  private final Topics topics;
  private final Path folder;
  private final int stateMib;
  private final String name;
  private final Path document;
  private int calls;
  private int opened;
  private double savedMib;

  /** One of a name of its own, with its topics; asleep. */
  Sleeper(Topics topics, Path folder, int stateMib) {
    this.topics = topics;
    this.folder = folder;
    this.stateMib = stateMib;
    this.name = "cold-" + MADE.incrementAndGet();
    topics.create(1, name + "-in", panes(), name + "-late", name + "-dead-letters");
    this.document =
        Documents.write(
            folder,
            name,
            """
            window: {tumbling: {size: 1m}}
            watermarks: {outOfOrderness: %dm, idleTimeout: never}
            aggregates: {n: count, text: {last: text}}
            """
                .formatted(LATEST_MINUTE));
  }

  /** Lets a pod read records until its state has the size, and save it. */
  void fill(Artifact artifact) {
    try (Pod pod = filled(artifact)) {
      savedMib = pod.metric("millrace_checkpoint_bytes", name) / (1 << 20);
    }
    forgetLocalState();
  }

  /** A pod whose state has the size and is saved. */
  Pod filled(Artifact artifact) {
    Services.shared().bucket(BUCKET);
    SplittableRandom random = new SplittableRandom(stateMib);
    Pod pod = Pod.ready(plan(), artifact);
    int key = 0;
    for (int mib = 0; mib < stateMib; mib += MIB_AT_ONCE) {
      for (int i = 0; i < Math.min(MIB_AT_ONCE, stateMib - mib) * KEYS_PER_MIB; i++) {
        send("key-" + key++, LATEST_MINUTE, text(random));
      }
      topics.flush();
      pod.awaitMetric("millrace_records_total", name, key);
    }
    // A checkpoint that began after all was read; without anything new none is due.
    for (int i = 0; i < 2; i++) {
      double before = pod.metric("millrace_checkpoints_total", "complete");
      send("one more", LATEST_MINUTE, "");
      topics.flush();
      pod.awaitMetric("millrace_checkpoints_total", "complete", before + 1);
    }
    return pod;
  }

  private static String text(SplittableRandom random) {
    byte[] bytes = new byte[TEXT_BYTES * 3 / 4];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Key of its hash in the ledger. */
  String ledgerKey() {
    return "millrace:{" + name + "/" + name + "}:meta";
  }

  /** Size of the checkpoint. */
  double savedMib() {
    return savedMib;
  }

  /** The topic to which a pane comes after each call. */
  String panes() {
    return name + "-panes";
  }

  /** What a pod of it is started with. */
  Pod.Plan plan() {
    Services services = Services.shared();
    return Pod.Plan.of(name, folder, services, document)
        .with("quarkus.millrace.checkpoints.interval", "5s")
        .with("quarkus.millrace.checkpoints.location", "s3://" + BUCKET + "/" + name)
        .with("quarkus.millrace.checkpoints.s3.endpoint", services.s3())
        .withSecret("AWS_ACCESS_KEY_ID", services.accessKey())
        .withSecret("AWS_SECRET_ACCESS_KEY", services.secretKey());
  }

  /** Sends what wakes it, and what its first pane comes of. */
  void call() {
    send("caller", calls, "");
    calls++;
    send("clock", LATEST_MINUTE + calls, "");
    topics.flush();
  }

  /** Lets the state of some keys be of other texts: of so many, any of those that it has. */
  void change(int keys, SplittableRandom random) {
    for (int i = 0; i < keys; i++) {
      send("key-" + random.nextInt(stateMib * KEYS_PER_MIB), LATEST_MINUTE, text(random));
    }
  }

  /** Opens windows, of a key each. */
  void open(int windows) {
    for (int i = 0; i < windows; i++) {
      send("window-" + opened++, LATEST_MINUTE, "");
    }
    topics.flush();
  }

  private void send(String key, long minute, String text) {
    topics.send(name + "-in", key, "{\"at\":" + minute * MINUTE_MS + ",\"text\":\"" + text + "\"}");
  }

  /** As with a pod that is gone. */
  void forgetLocalState() {
    Path state = folder.resolve("state-pod");
    if (Files.exists(state)) {
      try (Stream<Path> files = Files.walk(state)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(f -> f.delete());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
