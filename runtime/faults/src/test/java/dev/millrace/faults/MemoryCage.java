package dev.millrace.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A control group with a hard limit of memory, where this process may make one: the kernel kills
 * what does not keep to it. Otherwise there is none, and only what the process is seen to use can
 * be judged.
 */
final class MemoryCage implements AutoCloseable {
  private static final Path MOUNT = Path.of("/sys/fs/cgroup");

  private final Path group;

  private MemoryCage(Path group) {
    this.group = group;
  }

  static Optional<MemoryCage> of(long bytes) {
    String name = "millrace-test-" + ProcessHandle.current().pid();
    return make(MOUNT.resolve("memory"), name, "memory.limit_in_bytes", bytes)
        .or(() -> make(MOUNT, name, "memory.max", bytes));
  }

  private static Optional<MemoryCage> make(Path parent, String name, String limit, long bytes) {
    if (!Files.isDirectory(parent)) {
      return Optional.empty();
    }
    Path group = parent.resolve(name);
    try {
      Files.createDirectory(group);
      if (Files.exists(group.resolve(limit))) {
        Files.writeString(group.resolve(limit), Long.toString(bytes));
        return Optional.of(new MemoryCage(group));
      }
      Files.delete(group);
    } catch (IOException e) {
      // Not ours to make; the caller goes without.
    }
    return Optional.empty();
  }

  /** Words that make a command run in it. */
  List<String> words() {
    return List.of(
        "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "-");
  }

  /** When nothing runs in it any more. */
  @Override
  public void close() throws IOException {
    Files.delete(group);
  }
}
