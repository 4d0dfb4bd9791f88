package dev.millrace.cli;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * A token for the HTTP API of an application that this program starts, made for one run. It is
 * handed on in the environment: other users of the machine see arguments.
 *
 * @param token 128 random bits in hexadecimal
 */
public record ApiAccess(String token) {
  /** The property that sets the token, for a user who sets it. */
  public static final String PROPERTY = "quarkus.millrace.api.token";

  /** The same in the environment. */
  public static final String VARIABLE = "QUARKUS_MILLRACE_API_TOKEN";

  private static final int TOKEN_BYTES = 16;

  /** A new one. */
  public static ApiAccess random() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new ApiAccess(HexFormat.of().formatHex(bytes));
  }

  /** What the application finds it in. */
  public Map<String, String> environment() {
    return Map.of(VARIABLE, token);
  }

  /** A command that asks the API at an address. */
  public String command(String address) {
    return "curl -H 'Authorization: Bearer " + token + "' " + address + "/millrace/functions";
  }
}
