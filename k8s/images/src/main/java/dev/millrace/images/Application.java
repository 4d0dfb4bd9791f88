package dev.millrace.images;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Quarkus application as its module's build left it: the native executable if there is one, else
 * the folder with its jars.
 *
 * @param name of its module's folder
 * @param target the module's build folder
 * @param executable the native one, or null
 */
record Application(String name, Path target, @Nullable Path executable) {
  private static final String HOME = "/app/";
  private static final String SBOM = "bom.json";

  /**
   * Finds it.
   *
   * @throws ImagesException if the module has not been built
   */
  static Application of(Path module) throws IOException {
    Path target = module.toAbsolutePath().normalize().resolve("target");
    Path executable = null;
    if (Files.isDirectory(target)) {
      try (Stream<Path> files = Files.list(target)) {
        executable =
            files
                .filter(f -> f.toString().endsWith("-runner") && Files.isExecutable(f))
                .findFirst()
                .orElse(null);
      }
    }
    if (executable == null && !Files.exists(target.resolve("quarkus-app/quarkus-run.jar"))) {
      throw new ImagesException(
          "Expected a built application, but there is none: folder="
              + target
              + ". Run: mvn package");
    }
    return new Application(
        module.toAbsolutePath().normalize().getFileName().toString(), target, executable);
  }

  boolean isNative() {
    return executable != null;
  }

  /** A folder in which all programs and libraries are its own. */
  Path programs() throws IOException, InterruptedException {
    if (executable == null) {
      return jars();
    }
    Path folder = Files.createDirectories(target.resolve("executable"));
    copy(executable, folder);
    for (Path library : ownLibraries(executable)) {
      copy(library, folder);
    }
    return folder;
  }

  /** Some builders put libraries beside it, some into a folder of their own. */
  private static List<Path> ownLibraries(Path executable) throws IOException, InterruptedException {
    List<Path> libraries = new ArrayList<>(SharedLibraries.ownOf(executable));
    try (Stream<Path> files = Files.list(executable.resolveSibling("."))) {
      files.filter(file -> file.toString().endsWith(".so")).sorted().forEach(libraries::add);
    }
    return libraries;
  }

  private static void copy(Path file, Path folder) throws IOException {
    Files.copy(
        file,
        folder.resolve(file.getFileName()),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  /**
   * The folder with its jars, which hold the libraries that it loads while it runs; a native one
   * has the same ones inside.
   */
  Path jars() {
    Path folder = target.resolve("quarkus-app");
    if (!Files.exists(folder.resolve("quarkus-run.jar"))) {
      throw new ImagesException(
          "Expected the jars of an application, but there are none: folder="
              + folder
              + ". They tell which libraries of the system it needs, also natively. Run: mvn"
              + " -Pnative package");
    }
    return folder;
  }

  /**
   * Its layers, what changes least first. An executable belongs to the user who runs it, as the
   * kernel takes a file's pages back only from its owner; it is read-only nevertheless.
   */
  List<FileEntriesLayer> layers(String user) throws IOException, InterruptedException {
    List<FileEntriesLayer> layers = new ArrayList<>();
    if (executable != null) {
      layers.add(Layer.of("application", programs(), HOME, user));
    } else {
      Path app = target.resolve("quarkus-app");
      layers.add(Layer.of("libraries", app.resolve("lib"), HOME + "lib/"));
      layers.add(own(app));
    }
    Path bom = target.resolve(SBOM);
    if (Files.exists(bom)) {
      layers.add(
          FileEntriesLayer.builder()
              .setName("sbom")
              .addEntry(bom, AbsoluteUnixPath.get("/sbom/" + name + ".cdx.json"))
              .build());
    }
    return layers;
  }

  private static FileEntriesLayer own(Path app) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("application");
    try (Stream<Path> files = Files.walk(app)) {
      files
          .filter(file -> !file.equals(app) && !file.startsWith(app.resolve("lib")))
          .sorted()
          .forEach(file -> Layer.add(layer, file, HOME + app.relativize(file)));
    }
    return layer.build();
  }

  /** The command of a container. */
  List<String> entrypoint(Base base) {
    return executable != null
        ? List.of(HOME + executable.getFileName())
        : List.of(base.java(), "-jar", HOME + "quarkus-run.jar");
  }
}
