package dev.millrace.cli.checkpoint;

import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where checkpoints are. */
final class CheckpointOptions {

  @Option(
      names = "--checkpoints",
      required = true,
      paramLabel = "URI",
      defaultValue = "${env:QUARKUS_MILLRACE_CHECKPOINTS_LOCATION}",
      description =
          "Where they are: file:///folder or s3://bucket/prefix. Default:"
              + " $$QUARKUS_MILLRACE_CHECKPOINTS_LOCATION.")
  private URI location;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      description = "Server other than Amazon's. Credentials come from the usual AWS chain.")
  private @Nullable URI endpoint;

  @Option(names = "--s3-region", paramLabel = "REGION", description = "Region.")
  private @Nullable String region;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "Namespace of the deployment. Default: ${DEFAULT-VALUE}.")
  private String namespace;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  CheckpointOptions() {}

  CheckpointArchive open() {
    S3Settings defaults = S3Settings.defaults();
    S3Settings s3 =
        endpoint == null
            ? new S3Settings(null, region, false, defaults.multipartBytes(), defaults.timeout())
            : S3Settings.ofEndpoint(endpoint, region == null ? "us-east-1" : region);
    return new CheckpointArchive(ObjectStores.open(location, s3), namespace);
  }
}
