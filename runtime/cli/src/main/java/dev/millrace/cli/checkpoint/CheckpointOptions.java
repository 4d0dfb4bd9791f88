package dev.millrace.cli.checkpoint;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say whose checkpoints are meant, and where they are. */
final class CheckpointOptions {
  @Mixin private final StoreOptions store = new StoreOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "Namespace of the deployment. Default: ${DEFAULT-VALUE}.")
  private String namespace;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  CheckpointOptions() {}

  CheckpointArchive open() {
    return new CheckpointArchive(store.open(), namespace);
  }
}
