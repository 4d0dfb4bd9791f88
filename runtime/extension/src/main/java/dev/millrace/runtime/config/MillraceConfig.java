package dev.millrace.runtime.config;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigDocSection;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a pod. Topics and client properties are not here: they follow Quarkus' messaging
 * keys, {@code mp.messaging.incoming.<function>.*} and {@code mp.messaging.outgoing.<function>.*}.
 */
@ConfigMapping(prefix = "quarkus.millrace")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface MillraceConfig {

  /**
   * Separates the groups, transactional ids, ledger keys and checkpoints of several deployments
   * that share a Kafka cluster, a Redis or a bucket.
   */
  @WithDefault("default")
  String namespace();

  /** Name of this pod in the ledger; unique among the pods of a namespace. Default: host name. */
  Optional<String> instanceId();

  /**
   * Files with declarative functions (YAML or JSON), run beside the functions found in the
   * application.
   */
  @WithName("document")
  Optional<List<String>> documents();

  /**
   * Names of the functions that this pod runs, of those that the application and documents have.
   * Default: all. The operator sets it, so that an application may hold several.
   */
  Optional<List<String>> only();

  /**
   * `exactly-once` writes panes and offsets in Kafka transactions. `at-least-once` does without
   * them: after a crash panes can repeat with the same key, window and pane index.
   */
  @WithDefault("exactly-once")
  Guarantee guarantee();

  /**
   * How often a partition commits its outputs and offsets, which is the latency of exactly-once.
   */
  @WithDefault("100ms")
  Duration commitInterval();

  /** A firing of more panes is split over several transactions. */
  @WithDefault("20000")
  int maxPanesPerTransaction();

  /**
   * Where a function without any position starts, once: `earliest`, `latest`, or a time as ISO-8601
   * (`2026-01-31T00:00:00Z`).
   */
  @WithDefault("earliest")
  String startFrom();

  /**
   * How often a source partition tells its watermark to partitions of a re-key topic that got no
   * record from it.
   */
  @WithDefault("500ms")
  Duration markerInterval();

  /** Threads that process partitions; 0 for twice the number of processors, at least four. */
  @WithDefault("0")
  int threads();

  /**
   * A native executable gives pages of its own file back to the kernel so long after its start, and
   * after the last record or checkpoint; 0 for never.
   */
  @WithDefault("10s")
  Duration releasePagesAfter();

  /** How long stopping may take before partitions are given up without a last checkpoint. */
  @WithDefault("20s")
  Duration stopTimeout();

  /** Checkpoints of the state. */
  @ConfigDocSection
  Checkpoints checkpoints();

  /** Local state. */
  @ConfigDocSection
  State state();

  /** The ledger in Redis (connected by `quarkus.redis.*`). */
  @ConfigDocSection
  Ledger ledger();

  /** The HTTP API under `/millrace`. */
  @ConfigDocSection
  Api api();

  /** Settings of single functions, which win over what the function itself says. */
  @ConfigDocMapKey("function")
  Map<String, FunctionConfig> functions();

  /** Checkpoints of the state. */
  interface Checkpoints {

    /** Folder (`file:///var/lib/millrace`) or bucket (`s3://bucket/prefix`) that keeps them. */
    @WithDefault("file:///tmp/millrace/checkpoints")
    String location();

    /** Longest time between two checkpoints of a partition that made progress. */
    @WithDefault("30s")
    Duration interval();

    /**
     * A checkpoint is taken early when replaying the tail would take longer, at the measured rate,
     * and longer than working off what is left to read.
     */
    @WithDefault("5s")
    Duration recoveryTarget();

    /** Number of checkpoints kept per partition. */
    @WithDefault("3")
    int retain();

    /** Access to S3, for an `s3://` location. */
    S3 s3();
  }

  /** Access to S3. What is absent comes from the AWS SDK's default chain. */
  interface S3 {

    /** Endpoint of a server other than AWS, for example `http://minio:9000`. */
    Optional<String> endpoint();

    /** Region. */
    @WithDefault("us-east-1")
    String region();

    /** Whether the bucket is part of the path rather than the host name. */
    @WithDefault("true")
    boolean pathStyle();

    /** Access key; without it the SDK's default chain of credentials is used. */
    Optional<String> accessKeyId();

    /** Secret of the access key. */
    Optional<String> secretAccessKey();
  }

  /** Local state. */
  interface State {

    /** Folder for local state: a cache of the checkpoints, emptied at start. */
    @WithDefault("/tmp/millrace/state")
    String directory();

    /**
     * Bytes of state in memory over all partitions of the pod; more spills to disk. Default: two
     * fifths of the heap, at most a third of the pod's limit.
     */
    Optional<Long> memory();
  }

  /** The ledger. */
  interface Ledger {

    /** The pod pauses when Redis is away for longer. */
    @WithDefault("10m")
    Duration maxOutage();

    /** How long a partition belongs to a pod that says nothing. */
    @WithDefault("10s")
    Duration lease();
  }

  /** The HTTP API. */
  interface Api {

    /**
     * Bearer token that opens the API, of at least 16 characters. Without it the API is closed to
     * all but callers whom the application itself authenticates.
     */
    Optional<String> token();

    /** Role that such callers need, for example of their OIDC or JWT token. */
    @WithDefault("millrace")
    String role();

    /**
     * Memory of each partition, in bytes, for the newest panes, so that the API can show windows of
     * a key for a while after they were closed; 0 for none.
     */
    @WithDefault("262144")
    long recentBytes();
  }

  /** Settings of one function. */
  interface FunctionConfig {

    /** Whether this pod runs the function. */
    @WithDefault("true")
    boolean enabled();

    /** How far behind the largest event time a record may be and still be on time. */
    Optional<Duration> outOfOrderness();

    /** How long after its end a window still takes records. */
    Optional<Duration> allowedLateness();

    /** How far ahead of the clock an event time may be. */
    Optional<Duration> maxAhead();

    /** Silence after which a partition counts as idle. */
    Optional<Duration> idleTimeout();

    /** Where the function starts, once, when it has no position; as `start-from`. */
    Optional<String> startFrom();

    /** Partitions of its re-key topic; default: as many as the largest input topic has. */
    Optional<Integer> rekeyPartitions();

    /**
     * Losses accepted on purpose, so that a start is not refused: `lost-records` (the log was
     * truncated below the position), `missing-position` (output after the newest checkpoint may be
     * repeated), `partitions-added` (keys have moved between partitions), `group-offset` (set by
     * another tool before the first start, and obeyed).
     */
    Optional<List<String>> accept();
  }
}
