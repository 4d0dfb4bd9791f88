package dev.millrace.images;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Layers of files; they differ only where contents do, as all files get the same time. */
final class Layer {
  private Layer() {}

  /** A folder's content, which is root's. */
  static FileEntriesLayer of(String name, Path folder, String target) throws IOException {
    return of(name, folder, target, "");
  }

  /** A folder's content, which belongs to a user as {@code uid:gid}; empty: to root. */
  static FileEntriesLayer of(String name, Path folder, String target, String owner)
      throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> !file.equals(folder))
          .sorted()
          .forEach(file -> add(layer, file, target + folder.relativize(file), owner));
    }
    return layer.build();
  }

  /** Adds a file of root's, which keeps whether it can be executed. */
  static void add(FileEntriesLayer.Builder layer, Path file, String target) {
    add(layer, file, target, "");
  }

  /** Adds a file. Only root's can be written to, and that by root: not an owner's of its own. */
  private static void add(FileEntriesLayer.Builder layer, Path file, String target, String owner) {
    boolean executable = Files.isDirectory(file) || Files.isExecutable(file);
    String permissions = executable ? "755" : "644";
    if (target.equals("/tmp")) {
      permissions = "777";
    } else if (!owner.isEmpty()) {
      permissions = executable ? "555" : "444";
    }
    layer.addEntry(
        file,
        AbsoluteUnixPath.get(target),
        FilePermissions.fromOctalString(permissions),
        FileEntriesLayer.DEFAULT_MODIFICATION_TIME,
        owner);
  }
}
