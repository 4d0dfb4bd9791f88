package dev.millrace.state.heap;

import dev.millrace.state.StateSnapshot;
import java.nio.file.Path;
import java.util.List;

/** A snapshot that was encoded whole when it began; only the file is left to write. */
final class HeapSnapshot implements StateSnapshot {
  private final HeapImage image;
  private final Path directory;
  private final Runnable whenDone;

  HeapSnapshot(HeapImage image, Path directory, Runnable whenDone) {
    this.image = image;
    this.directory = directory;
    this.whenDone = whenDone;
  }

  @Override
  public boolean step(int maxEntries) {
    return true;
  }

  @Override
  public PinnedState pin() {
    image.write(directory);
    whenDone.run();
    return new PinnedState(directory, List.of(HeapImage.FILE), image.meta());
  }

  @Override
  public void abandon() {
    whenDone.run();
  }
}
