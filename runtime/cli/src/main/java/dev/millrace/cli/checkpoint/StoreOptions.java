package dev.millrace.cli.checkpoint;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where checkpoints are. */
public final class StoreOptions {

  @Option(
      names = "--checkpoints",
      required = true,
      paramLabel = "URI",
      defaultValue = "${env:QUARKUS_MILLRACE_CHECKPOINTS_LOCATION}",
      description = {
        "Where they are, as file:///folder or",
        "s3://bucket/prefix. Default:",
        "$$QUARKUS_MILLRACE_CHECKPOINTS_LOCATION."
      })
  private URI location;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      description = "Server other than Amazon's. Credentials come from the usual AWS chain.")
  private @Nullable URI endpoint;

  @Option(names = "--s3-region", paramLabel = "REGION", description = "Region.")
  private @Nullable String region;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  public StoreOptions() {}

  /** The store, to be closed by the caller. */
  public ObjectStore open() {
    S3Settings defaults = S3Settings.defaults();
    S3Settings s3 =
        endpoint == null
            ? new S3Settings(null, region, false, defaults.multipartBytes(), defaults.timeout())
            : S3Settings.ofEndpoint(endpoint, region == null ? "us-east-1" : region);
    return ObjectStores.open(location, s3);
  }
}
