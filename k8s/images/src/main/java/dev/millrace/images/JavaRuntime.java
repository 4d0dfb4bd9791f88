package dev.millrace.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.spi.ToolProvider;

/** The Java runtime that runs this, cut down to what services need. */
final class JavaRuntime {
  /** No desktop, no compiler, no tools. */
  private static final List<String> MODULES =
      List.of(
          "java.instrument",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.scripting",
          "java.security.jgss",
          "java.security.sasl",
          "java.sql",
          "java.xml",
          "jdk.crypto.ec",
          "jdk.jfr",
          "jdk.management",
          "jdk.management.agent",
          "jdk.net",
          "jdk.security.auth",
          "jdk.unsupported",
          "jdk.zipfs");

  private JavaRuntime() {}

  /**
   * Links it into a folder; one that is there is used again.
   *
   * @throws ImagesException if this is a runtime without the means for that
   */
  static Path link(Path folder) throws IOException, InterruptedException {
    if (Files.exists(folder.resolve("release"))) {
      return folder;
    }
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new ImagesException(incomplete("it has no jlink")));
    int code =
        jlink.run(
            System.out,
            System.err,
            "--add-modules=" + String.join(",", MODULES),
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--output=" + folder);
    if (code != 0) {
      throw new ImagesException(incomplete("jlink failed: exit code=" + code));
    }
    copyCertificates(folder);
    // Classes shared with all processes of an image, so that a start need not read them.
    Commands.run(List.of(folder.resolve("bin/java").toString(), "-Xshare:dump"));
    return folder;
  }

  private static String incomplete(String what) {
    return "Expected a JDK that can link a runtime, but "
        + what
        + ": java.home="
        + System.getProperty("java.home")
        + ". Use a whole JDK, or a base in a registry: -Dimages.base=eclipse-temurin:17-jre";
  }

  /** Distributions keep them outside of the JDK. */
  private static void copyCertificates(Path folder) throws IOException {
    Path source = Path.of(System.getProperty("java.home"), "lib/security/cacerts");
    Path target = folder.resolve("lib/security/cacerts");
    Files.createDirectories(target.getParent());
    if (Files.exists(source)) {
      Files.copy(source.toRealPath(), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
