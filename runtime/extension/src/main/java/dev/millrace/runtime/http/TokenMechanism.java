package dev.millrace.runtime.http;

import dev.millrace.runtime.config.MillraceConfig;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Takes the API's token for an identity with the API's role, beside whatever else the application
 * authenticates callers by (OIDC, JWT, basic …), which sees every request that does not bear it.
 * The token counts for the API and its description only: it opens none of the application's own
 * resources.
 */
@ApplicationScoped
public class TokenMechanism implements HttpAuthenticationMechanism {
  /** Before other mechanisms that read the same header and would refuse a token not of theirs. */
  private static final int PRIORITY = DEFAULT_PRIORITY + 1_000;

  private static final int UNAUTHORIZED = 401;
  private static final String CHALLENGE = "WWW-Authenticate";
  private static final List<String> PATHS = List.of("/millrace/", "/q/openapi");

  private final ApiToken token;
  private final SecurityIdentity identity;

  @Inject
  public TokenMechanism(ApiToken token, MillraceConfig config) {
    this.token = token;
    this.identity =
        QuarkusSecurityIdentity.builder()
            .setPrincipal(new QuarkusPrincipal("api-token"))
            .addRole(config.api().role())
            .build();
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      RoutingContext request, IdentityProviderManager identities) {
    boolean bearsToken =
        isOurs(request) && token.matches(request.request().getHeader(HttpHeaders.AUTHORIZATION));
    return bearsToken ? Uni.createFrom().item(identity) : Uni.createFrom().nullItem();
  }

  @Override
  public Uni<ChallengeData> getChallenge(RoutingContext request) {
    return Uni.createFrom().item(new ChallengeData(UNAUTHORIZED, CHALLENGE, "Bearer"));
  }

  /** Elsewhere the application's own mechanisms challenge. */
  @Override
  public Uni<Boolean> sendChallenge(RoutingContext request) {
    return isOurs(request)
        ? HttpAuthenticationMechanism.super.sendChallenge(request)
        : Uni.createFrom().item(false);
  }

  @Override
  public int getPriority() {
    return PRIORITY;
  }

  private static boolean isOurs(RoutingContext request) {
    String path = request.normalizedPath();
    return PATHS.stream().anyMatch(path::startsWith);
  }
}
