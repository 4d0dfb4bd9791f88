package dev.millrace.runtime.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory that the kernel lets this process have: the smallest limit of its control group and
 * those above it, in version 1 or 2. In a container without a view of its own the group's path is
 * the host's and not to be found; then the mount itself is the group.
 */
final class MemoryLimit {

  /** No limit was found. */
  static final long NONE = Long.MAX_VALUE;

  /** Version 1 says "none" by a number near 2^63, rounded down to a page. */
  private static final long LARGEST = 1L << 60;

  private MemoryLimit() {}

  /** Limit of this process in bytes, or {@link #NONE}. */
  static long bytes() {
    return bytes(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
  }

  static long bytes(Path groups, Path mount) {
    long smallest = NONE;
    for (String line : lines(groups)) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        smallest = Math.min(smallest, smallest(mount, parts[2], "memory.max"));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        Path memory = mount.resolve("memory");
        smallest = Math.min(smallest, smallest(memory, parts[2], "memory.limit_in_bytes"));
      }
    }
    return smallest;
  }

  private static long smallest(Path mount, String group, String file) {
    long smallest = read(mount.resolve(file));
    Path at = mount;
    for (Path name : Path.of(group)) {
      at = at.resolve(name);
      smallest = Math.min(smallest, read(at.resolve(file)));
    }
    return smallest;
  }

  private static long read(Path file) {
    List<String> lines = lines(file);
    if (lines.isEmpty()) {
      return NONE;
    }
    try {
      long bytes = Long.parseLong(lines.get(0).strip());
      return bytes < LARGEST ? bytes : NONE;
    } catch (NumberFormatException e) {
      return NONE; // "max"
    }
  }

  /** Of a file that need not be there. */
  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
