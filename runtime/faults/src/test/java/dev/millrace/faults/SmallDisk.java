package dev.millrace.faults;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A volume of a few MiB, in memory, where this process may mount one. */
final class SmallDisk implements AutoCloseable {
  private static final int PIECE_BYTES = 4_096;

  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Mounts one on a folder, which is made; none where that is not permitted. */
  static Optional<SmallDisk> mount(Path folder, int sizeMib) {
    try {
      Files.createDirectories(folder);
      String options = "size=" + sizeMib + "m";
      return run("mount", "-t", "tmpfs", "-o", options, "millrace-test", folder.toString())
          ? Optional.of(new SmallDisk(folder))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(List.of(command)).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while mounting", e);
    }
  }

  /** A folder on it for a pod's state. */
  Path state() {
    return mount.resolve("state");
  }

  /** Takes all that is free, to the last page; also what was given back since the last time. */
  void fill() {
    byte[] piece = new byte[PIECE_BYTES];
    boolean isFull = false;
    try (OutputStream out = Files.newOutputStream(filler(), CREATE, APPEND)) {
      while (!isFull) {
        isFull = !write(out, piece);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean write(OutputStream out, byte[] piece) {
    try {
      out.write(piece);
      return true;
    } catch (IOException full) {
      return false;
    }
  }

  /** Gives back what was taken. */
  void free() {
    try {
      Files.deleteIfExists(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path filler() {
    return mount.resolve("filler");
  }

  /** Unmounts it, with all that is on it. */
  @Override
  public void close() {
    if (!run("umount", mount.toString())) {
      throw new AssertionError("Expected to unmount a volume, but could not: folder=" + mount);
    }
  }
}
