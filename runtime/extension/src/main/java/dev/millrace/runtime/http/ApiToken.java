package dev.millrace.runtime.http;

import dev.millrace.runtime.config.MillraceConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token that opens the API, if one is set. Never printed. */
@ApplicationScoped
public class ApiToken {
  private static final String SCHEME = "Bearer ";

  private final Optional<byte[]> token;

  @Inject
  public ApiToken(MillraceConfig config) {
    this.token = config.api().token().map(t -> t.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether there is one. */
  public boolean isSet() {
    return token.isPresent();
  }

  /**
   * Whether a caller has sent it. The time this takes follows from the length of what was sent
   * only.
   *
   * @param authorization the header of that name; null if there was none
   */
  public boolean matches(@Nullable String authorization) {
    if (token.isEmpty()
        || authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    String sent = authorization.substring(SCHEME.length()).strip();
    return MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), token.get());
  }
}
