package dev.millrace.operator.dependent;

import dev.millrace.operator.crd.AcceptedLoss;
import dev.millrace.operator.crd.Checkpoints;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.crd.Time;
import dev.millrace.operator.crd.Topic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A function's spec as the settings that its pods read: a properties file, because environment
 * variables cannot hold the names of channels exactly. Pure.
 */
public final class SettingsText {
  /** Above the settings in an image, below environment variables, which hold the secrets. */
  private static final String ORDINAL = "280";

  private final Map<String, String> settings = new TreeMap<>();

  private SettingsText() {}

  /** The file's text, in the order of names. */
  public static String of(StreamFunction function) {
    return all(function).entrySet().stream()
        .map(entry -> escape(entry.getKey(), true) + "=" + escape(entry.getValue(), false) + "\n")
        .collect(Collectors.joining());
  }

  /** The settings by name. */
  static Map<String, String> all(StreamFunction function) {
    SettingsText text = new SettingsText();
    text.put("config_ordinal", ORDINAL);
    text.putIdentity(function);
    text.putTopics(function.functionName(), function.getSpec());
    text.putCheckpoints(function.getSpec().checkpoints());
    text.putFunction(function);
    return text.settings;
  }

  private void putIdentity(StreamFunction function) {
    StreamFunctionSpec spec = function.getSpec();
    put("quarkus.millrace.namespace", function.getMetadata().getNamespace());
    put("quarkus.millrace.only", function.functionName());
    put("quarkus.millrace.document", spec.document() == null ? null : PodTemplates.DOCUMENT);
    put("quarkus.millrace.guarantee", spec.guarantee());
    put("quarkus.millrace.commit-interval", spec.commitInterval());
    put("quarkus.redis.hosts", spec.ledger().redis());
    put("quarkus.millrace.ledger.max-outage", spec.ledger().maxOutage());
    put("quarkus.millrace.ledger.lease", spec.ledger().lease());
    put("kafka.bootstrap.servers", spec.source().bootstrapServers());
    spec.source().properties().forEach((name, value) -> put("kafka." + name, value));
  }

  private void putTopics(String name, StreamFunctionSpec spec) {
    // The one that is not meant is emptied: an image may configure it, and both are refused.
    String incoming = "mp.messaging.incoming." + name;
    List<String> several = spec.source().topics();
    put(incoming + ".topic", several == null ? spec.source().topic() : "");
    put(incoming + ".topics", several == null ? "" : String.join(",", several));
    put("mp.messaging.outgoing." + name + ".topic", topic(spec.sink()));
    put("mp.messaging.outgoing." + name + "-late.topic", topic(spec.late()));
    put("mp.messaging.outgoing." + name + "-dead-letters.topic", topic(spec.deadLetters()));
  }

  private void putCheckpoints(Checkpoints checkpoints) {
    String prefix = "quarkus.millrace.checkpoints.";
    put(prefix + "location", checkpoints.location());
    put(prefix + "interval", checkpoints.interval());
    put(prefix + "recovery-target", checkpoints.recoveryTarget());
    put(prefix + "retain", checkpoints.retain().toString());
    Checkpoints.S3 s3 = checkpoints.s3();
    if (s3 != null) {
      put(prefix + "s3.endpoint", s3.endpoint());
      put(prefix + "s3.region", s3.region());
      put(prefix + "s3.path-style", s3.pathStyle().toString());
    }
  }

  private void putFunction(StreamFunction function) {
    StreamFunctionSpec spec = function.getSpec();
    String prefix = "quarkus.millrace.functions.\"" + function.functionName() + "\".";
    put(prefix + "start-from", spec.source().startFrom());
    Integer rekey = spec.source().rekeyPartitions();
    put(prefix + "rekey-partitions", rekey == null ? null : rekey.toString());
    if (!spec.accept().isEmpty()) {
      put(
          prefix + "accept",
          spec.accept().stream()
              .map(AcceptedLoss::label)
              .sorted()
              .collect(Collectors.joining(",")));
    }
    Time time = spec.time();
    if (time != null) {
      put(prefix + "out-of-orderness", time.outOfOrderness());
      put(prefix + "allowed-lateness", time.allowedLateness());
      put(prefix + "max-ahead", time.maxAhead());
      put(prefix + "idle-timeout", time.idleTimeout());
    }
  }

  private void put(String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  private static @Nullable String topic(@Nullable Topic topic) {
    return topic == null ? null : topic.topic();
  }

  /** As {@link java.util.Properties} reads it; {@code $} too, which the configuration expands. */
  private static String escape(String text, boolean isName) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\\' -> escaped.append("\\\\");
        case '$' -> escaped.append("\\\\$");
        case '=', ':', ' ', '#', '!' -> escaped.append(isName || i == 0 ? "\\" : "").append(c);
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
