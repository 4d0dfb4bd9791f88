package dev.millrace.runtime.http;

import dev.millrace.runtime.config.MillraceConfig;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Asks for the bearer token under {@code /millrace}, if one is set. */
public class TokenFilter {
  private static final String SCHEME = "Bearer ";

  private final Optional<byte[]> token;

  @Inject
  public TokenFilter(MillraceConfig config) {
    this.token = config.api().token().map(t -> t.getBytes(StandardCharsets.UTF_8));
  }

  /** Lets a request through, or answers 401. */
  @ServerRequestFilter
  public @Nullable Response check(ContainerRequestContext request) {
    boolean isOurs = request.getUriInfo().getPath().startsWith("/millrace/");
    if (token.isEmpty() || !isOurs) {
      return null;
    }
    String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    boolean matches =
        header != null
            && header.startsWith(SCHEME)
            && MessageDigest.isEqual(
                header.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8), token.get());
    return matches
        ? null
        : Response.status(Response.Status.UNAUTHORIZED)
            .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
            .build();
  }
}
