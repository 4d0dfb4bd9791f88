package dev.millrace.runtime.http;

import dev.millrace.runtime.config.MillraceConfig;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Lets only callers with the API's role through to what is {@link Guarded}. */
public class AccessFilter {
  private static final String TOKEN = "quarkus.millrace.api.token (QUARKUS_MILLRACE_API_TOKEN)";

  private final CurrentIdentityAssociation caller;
  private final ApiToken token;
  private final String role;

  @Inject
  public AccessFilter(CurrentIdentityAssociation caller, ApiToken token, MillraceConfig config) {
    this.caller = caller;
    this.token = token;
    this.role = config.api().role();
  }

  /** Null to go on, or the refusal. */
  @Guarded
  @ServerRequestFilter
  public Uni<@Nullable Response> check() {
    return caller.getDeferredIdentity().map(this::refusal);
  }

  private @Nullable Response refusal(SecurityIdentity identity) {
    if (identity.isAnonymous()) {
      Response refusal = ApiError.response(Response.Status.UNAUTHORIZED, whoAreYou());
      refusal.getHeaders().putSingle(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      return refusal;
    }
    return identity.hasRole(role)
        ? null
        : ApiError.response(
            Response.Status.FORBIDDEN,
            "Expected a caller with the role of the API, but the caller has not got it: role="
                + role
                + ". Give the caller the role, or set quarkus.millrace.api.role to one it has.");
  }

  private String whoAreYou() {
    return token.isSet()
        ? "Expected the API's token, but the request bears none or another. Send the value of "
            + TOKEN
            + " as: Authorization: Bearer <token>."
        : "Expected a caller who is known, but the API is closed to others and no token is set. Set "
            + TOKEN
            + " and send it as: Authorization: Bearer <token>; or let the application"
            + " authenticate callers, for example by quarkus-oidc, with the role "
            + role
            + ".";
  }
}
