package dev.millrace.runtime.config;

import java.time.Duration;
import java.util.regex.Pattern;

/** Refuses settings that are well-formed but cannot work, before anything is started. */
public final class ConfigCheck {
  private static final String PREFIX = "quarkus.millrace.";
  private static final int LEAST_TOKEN_CHARS = 16;

  /** Names become parts of keys, paths and topics. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

  private ConfigCheck() {}

  /**
   * Checks the settings of a pod.
   *
   * @throws ConfigurationException if one is out of its range; names the property
   */
  public static void check(MillraceConfig config) {
    requireName("namespace", config.namespace());
    config.instanceId().ifPresent(name -> requireName("instance-id", name));
    requirePositive("commit-interval", config.commitInterval());
    requirePositive("marker-interval", config.markerInterval());
    requirePositive("checkpoints.interval", config.checkpoints().interval());
    requirePositive("checkpoints.recovery-target", config.checkpoints().recoveryTarget());
    requirePositive("ledger.lease", config.ledger().lease());
    requirePositive("ledger.max-outage", config.ledger().maxOutage());
    requireAtLeast("stop-timeout", config.stopTimeout().toMillis(), 0);
    requireAtLeast("release-pages-after", config.releasePagesAfter().toMillis(), 0);
    requireAtLeast("max-panes-per-transaction", config.maxPanesPerTransaction(), 1);
    requireAtLeast("checkpoints.retain", config.checkpoints().retain(), 1);
    requireAtLeast("threads", config.threads(), 0);
    requireAtLeast("api.recent-bytes", config.api().recentBytes(), 0);
    config.state().memory().ifPresent(bytes -> requireAtLeast("state.memory", bytes, 1));
    requireBothOrNone(config.checkpoints().s3());
    config.api().token().ifPresent(ConfigCheck::requireLongToken);
    config
        .functions()
        .forEach(
            (name, own) ->
                own.rekeyPartitions()
                    .ifPresent(
                        n -> requireAtLeast("functions.\"" + name + "\".rekey-partitions", n, 1)));
  }

  private static void requireName(String property, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigurationException(
          "Expected a name of letters, digits, dots, dashes and underscores (at most 253, first a"
              + " letter or digit), but got another: "
              + PREFIX
              + property
              + "="
              + name
              + ".");
    }
  }

  private static void requireBothOrNone(MillraceConfig.S3 s3) {
    if (s3.accessKeyId().isPresent() != s3.secretAccessKey().isPresent()) {
      throw new ConfigurationException(
          "Expected an access key and its secret, or neither for the AWS SDK's own chain, but one"
              + " is missing: "
              + PREFIX
              + "checkpoints.s3."
              + (s3.accessKeyId().isPresent() ? "secret-access-key=" : "access-key-id=")
              + "none.");
    }
  }

  /** The message has the length only. */
  private static void requireLongToken(String token) {
    if (token.length() < LEAST_TOKEN_CHARS) {
      throw new ConfigurationException(
          "Expected a token of at least "
              + LEAST_TOKEN_CHARS
              + " characters, but it can be guessed: "
              + PREFIX
              + "api.token has "
              + token.length()
              + ". Take a random one, for example: openssl rand -hex 16.");
    }
  }

  private static void requirePositive(String property, Duration value) {
    if (value.toMillis() <= 0) {
      throw new ConfigurationException(
          "Expected a duration of at least 1 ms, but it is shorter: "
              + PREFIX
              + property
              + "="
              + value
              + ".");
    }
  }

  private static void requireAtLeast(String property, long value, long least) {
    if (value < least) {
      throw new ConfigurationException(
          "Expected at least "
              + least
              + ", but got less: "
              + PREFIX
              + property
              + "="
              + value
              + ".");
    }
  }
}
