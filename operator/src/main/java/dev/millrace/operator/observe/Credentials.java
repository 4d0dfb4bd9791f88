package dev.millrace.operator.observe;

import dev.millrace.operator.crd.AcceptedLoss;
import dev.millrace.operator.crd.Credential;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.LedgerKeys;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a spec and the Secrets that it names into a target. */
public final class Credentials {
  private static final String KAFKA = "kafka.";
  private static final String REDIS_PASSWORD = "quarkus.redis.password";

  private final KubernetesClient client;

  public Credentials(KubernetesClient client) {
    this.client = client;
  }

  /**
   * A target, or what is missing.
   *
   * @param target null if something is missing
   * @param trouble null if nothing is
   */
  public record Resolved(@Nullable Target target, @Nullable Trouble trouble) {}

  /**
   * Resolves all credentials of a function, those of the pods, too, so that a missing one is told
   * before pods hang on it.
   *
   * @throws io.fabric8.kubernetes.client.KubernetesClientException if Secrets cannot be read
   */
  public Resolved resolve(StreamFunction function) {
    Map<String, String> values = new HashMap<>();
    Map<String, @Nullable Secret> secrets = new HashMap<>();
    for (Credential credential : function.getSpec().credentials()) {
      Secret secret =
          secrets.computeIfAbsent(
              credential.secret(),
              name ->
                  client
                      .secrets()
                      .inNamespace(function.getMetadata().getNamespace())
                      .withName(name)
                      .get());
      String value = secret == null ? null : value(secret, credential.key());
      if (value == null) {
        return new Resolved(null, missing(credential, secret != null));
      }
      values.put(credential.property(), value);
    }
    return new Resolved(target(function, values), null);
  }

  /** The target without its credentials: enough to know the function by. */
  public static Target target(StreamFunction function, Map<String, String> values) {
    Map<String, String> kafka = new HashMap<>(function.getSpec().source().properties());
    values.forEach(
        (property, value) -> {
          if (property.startsWith(KAFKA)) {
            kafka.put(property.substring(KAFKA.length()), value);
          }
        });
    kafka.put("bootstrap.servers", function.getSpec().source().bootstrapServers());
    return new Target(
        new LedgerKeys(function.getMetadata().getNamespace(), function.functionName()),
        new RedisAddress(function.getSpec().ledger().redis(), values.get(REDIS_PASSWORD)),
        kafka,
        function.getSpec().source().inputs(),
        function.getSpec().accept().contains(AcceptedLoss.PARTITIONS_ADDED));
  }

  private static @Nullable String value(Secret secret, String key) {
    Map<String, String> data = secret.getData();
    String encoded = data == null ? null : data.get(key);
    return encoded == null
        ? null
        : new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  private static Trouble missing(Credential credential, boolean hasSecret) {
    return new Trouble(
        Reason.SecretMissing,
        (hasSecret
                ? "Expected the Secret to have the key, but it has not: secret="
                : "Expected the Secret to exist, but it does not: secret=")
            + credential.secret()
            + ", key="
            + credential.key()
            + ", for="
            + credential.property()
            + ". Create it; the function goes on by itself then.");
  }
}
