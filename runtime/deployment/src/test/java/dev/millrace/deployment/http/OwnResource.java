package dev.millrace.deployment.http;

import io.quarkus.security.Authenticated;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** What an application may have beside the API. */
@Path("/own")
public class OwnResource {

  /** For callers whom the application knows. */
  @GET
  @Path("guarded")
  @Authenticated
  public String guarded() {
    return "guarded";
  }

  /** For all. */
  @GET
  @Path("open")
  public String open() {
    return "open";
  }
}
