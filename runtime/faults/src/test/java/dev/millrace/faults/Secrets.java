package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/**
 * What must not be read anywhere: random for each run of the tests.
 *
 * @param kafka password for SCRAM
 * @param client secret of the token issuer's client
 * @param redis password of the ledger's user
 * @param administrator password of Redis' administrator, which no pod knows
 * @param store password of the key store, which no pod knows
 * @param s3 secret key
 * @param next a password that comes into use later
 * @param wrong a password that no service knows
 */
record Secrets(
    String kafka,
    String client,
    String redis,
    String administrator,
    String store,
    String s3,
    String next,
    String wrong) {

  static Secrets random(String s3) {
    return new Secrets(
        value("kafka"),
        value("client"),
        value("redis"),
        value("admin"),
        value("store"),
        s3,
        value("next"),
        value("wrong"));
  }

  private static String value(String name) {
    byte[] random = new byte[12];
    new SecureRandom().nextBytes(random);
    return name + HexFormat.of().formatHex(random);
  }

  /** Nothing that the pod prints or answers may contain one of them. */
  void assertNowhere(Pod pod, Collection<String> tokens) {
    List<String> all =
        new ArrayList<>(
            List.of(kafka, client, redis, administrator, store, s3, next, wrong, Pod.TOKEN));
    all.addAll(tokens);
    assertThat(pod.log()).as("log").isNotEmpty();
    for (String secret : all) {
      assertThat(pod.log()).as("log").doesNotContain(secret);
      for (String path :
          List.of("/q/metrics", "/q/health", "/millrace/functions", "/q/openapi", "/none")) {
        assertThat(pod.get(path)).as(path).doesNotContain(secret);
      }
    }
  }
}
