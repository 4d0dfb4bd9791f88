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

  /** A folder's content. */
  static FileEntriesLayer of(String name, Path folder, String target) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> !file.equals(folder))
          .sorted()
          .forEach(file -> add(layer, file, target + folder.relativize(file)));
    }
    return layer.build();
  }

  /** Adds a file, which keeps whether it can be executed. */
  static void add(FileEntriesLayer.Builder layer, Path file, String target) {
    boolean executable = Files.isDirectory(file) || Files.isExecutable(file);
    boolean open = target.equals("/tmp");
    layer.addEntry(
        file,
        AbsoluteUnixPath.get(target),
        FilePermissions.fromOctalString(open ? "777" : executable ? "755" : "644"));
  }
}
