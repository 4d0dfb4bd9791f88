package dev.millrace.faults;

import dev.millrace.services.S3Server;
import dev.millrace.services.SharedServices;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a pod is started with. Each {@code with} gives a new plan, so that one can serve many pods.
 *
 * @param name of the pod in the ledger; its log has it too
 * @param folder for its log and its local state
 * @param properties configuration of the application, as arguments that all users can see
 * @param environment what they must not see
 */
record PodPlan(
    String name, Path folder, Map<String, String> properties, Map<String, String> environment) {
  static final String BUCKET = "checkpoints";
  static final String PREFIX = "faults";
  private static final String CHECKPOINTS = "quarkus.millrace.checkpoints.";
  private static final String STATE = "quarkus.millrace.state.directory";
  private static final String REDIS = "quarkus.redis.hosts";
  private static final String S3_ACCESS_KEY = CHECKPOINTS + "s3.access-key-id";
  private static final String S3_SECRET_KEY = CHECKPOINTS + "s3.secret-access-key";

  PodPlan {
    properties = Map.copyOf(properties);
    environment = Map.copyOf(environment);
  }

  private PodPlan(String name, Path folder, Map<String, String> properties) {
    this(name, folder, properties, Map.of());
  }

  /**
   * A pod on the shared services that commits, saves and notices the death of others as often as
   * possible.
   *
   * @param namespace keeps its groups, ledger and checkpoints apart from other tests'
   */
  static PodPlan of(String name, String namespace, Path folder, Collection<Path> documents) {
    S3Server s3 = SharedServices.s3();
    s3.createBucket(BUCKET);
    Map<String, String> all = new LinkedHashMap<>();
    all.put("kafka.bootstrap.servers", SharedServices.kafka().address());
    all.put(REDIS, SharedServices.redis().uri());
    all.put("quarkus.http.host", "127.0.0.1");
    all.put("quarkus.millrace.namespace", namespace);
    all.put(
        "quarkus.millrace.document",
        documents.stream().map(Path::toString).collect(Collectors.joining(",")));
    all.put("quarkus.millrace.commit-interval", "30ms");
    all.put("quarkus.millrace.marker-interval", "100ms");
    all.put("quarkus.millrace.ledger.lease", "2s");
    all.put(CHECKPOINTS + "interval", "300ms");
    all.put(CHECKPOINTS + "location", "s3://" + BUCKET + "/" + PREFIX);
    all.put(CHECKPOINTS + "s3.endpoint", s3.address());
    all.put(S3_ACCESS_KEY, s3.accessKey());
    all.put(S3_SECRET_KEY, s3.secretKey());
    return new PodPlan(name, folder, all);
  }

  /** With its checkpoints in another server, reached at that address. */
  PodPlan on(S3Server s3, String address) {
    return with(CHECKPOINTS + "s3.endpoint", address)
        .with(S3_ACCESS_KEY, s3.accessKey())
        .with(S3_SECRET_KEY, s3.secretKey());
  }

  /** Its local state. */
  Path state() {
    return folder.resolve("state-" + name);
  }

  PodPlan named(String other) {
    return new PodPlan(other, folder, properties, environment);
  }

  PodPlan with(String key, Object value) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put(key, value.toString());
    return new PodPlan(name, folder, all, environment);
  }

  PodPlan withSecret(String variable, String value) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.put(variable, value);
    return new PodPlan(name, folder, properties, all);
  }

  /** With its local state in that folder. */
  PodPlan withState(Path directory) {
    return with(STATE, directory);
  }

  /** With a wall clock that is ahead of the machine's by what a file says, in milliseconds. */
  PodPlan withClock(Path shift) {
    return with("millrace.clock.shift", shift);
  }

  /** Without what is secret: the pod must find it elsewhere. */
  PodPlan withoutCredentials() {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.keySet().removeAll(Set.of(REDIS, S3_ACCESS_KEY, S3_SECRET_KEY));
    return new PodPlan(name, folder, all, environment);
  }

  /** Without the keys of S3: the usual chain must find them. */
  PodPlan withoutS3Keys() {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.keySet().removeAll(Set.of(S3_ACCESS_KEY, S3_SECRET_KEY));
    return new PodPlan(name, folder, all, environment);
  }

  /**
   * At the n-th hit of that point something happens to the process.
   *
   * @param action {@code kill} (as by {@code kill -9}), {@code term} or {@code stop} (the signals)
   */
  PodPlan failingAt(String point, int hit, String action) {
    return with("millrace.failpoint", point + ":" + hit + ":" + action);
  }

  /** Without one of the functions. */
  PodPlan without(String function) {
    return with("quarkus.millrace.functions.\"" + function + "\".enabled", false);
  }

  /** Starts the process, without waiting. */
  Pod start() {
    return start(Pod.Machine.QUICK);
  }

  /** Starts the process on that machine, without waiting. */
  Pod start(Pod.Machine machine) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("quarkus.millrace.instance-id", name);
    all.putIfAbsent(STATE, state().toString());
    // Any that is free; the log says which.
    all.put("quarkus.http.port", "0");
    return Pod.start(name, folder, all, environment, machine);
  }
}
