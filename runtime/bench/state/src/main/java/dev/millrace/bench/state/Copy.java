package dev.millrace.bench.state;

import dev.millrace.state.objectstore.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Files fetched as they are: what no restore can be faster than. */
final class Copy {
  private Copy() {}

  /** Fetches the files of a manifest, in parallel; returns the time in seconds. */
  static double seconds(ObjectStore objects, List<String> keys, Path folder, Executor executor)
      throws IOException {
    Files.createDirectories(folder);
    long startNs = System.nanoTime();
    CompletableFuture.allOf(
            keys.stream()
                .map(
                    key ->
                        CompletableFuture.runAsync(
                            () ->
                                objects.getFile(
                                    key,
                                    folder.resolve(key.substring(key.lastIndexOf('/') + 1)),
                                    new NoDigest()),
                            executor))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    return (System.nanoTime() - startNs) / 1e9;
  }

  private static final class NoDigest extends MessageDigest {
    NoDigest() {
      super("none");
    }

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[0];
    }

    @Override
    protected void engineReset() {}
  }
}
