package dev.millrace.services;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Finds a Redis executable: the one on the PATH, else the one packed in embedded-redis. */
final class RedisBinary {
  private RedisBinary() {}

  static Path locate() {
    return onPath().orElseGet(RedisBinary::unpacked);
  }

  private static Optional<Path> onPath() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Copies it to the user's cache folder once, named by its checksum. */
  private static Path unpacked() {
    Path jar = ServerLibraries.jar("embedded-redis-");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = entryFor(zip, platform());
      Path target = cacheFolder().resolve("redis-server-" + checksum(entry));
      if (!Files.isExecutable(target)) {
        unpack(zip, entry, target);
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Written beside it and moved, so that two processes at a time do no harm. */
  private static void unpack(ZipFile zip, ZipEntry entry, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Path part = Files.createTempFile(target.getParent(), "redis", ".part");
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
    }
    if (!part.toFile().setExecutable(true)) {
      throw new IOException("Expected to make the file executable, but could not: file=" + part);
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static ZipEntry entryFor(ZipFile zip, String platform) {
    return zip.stream()
        .filter(entry -> entry.getName().startsWith("redis-server-"))
        .filter(entry -> entry.getName().endsWith(platform))
        .findFirst()
        .map(ZipEntry.class::cast)
        .orElseThrow(
            () ->
                new ServiceException(
                    "Expected a Redis for this system, but none is packed: platform="
                        + platform
                        + ". Install redis-server"));
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    return (os.contains("mac") ? "darwin" : "linux")
        + "-"
        + (arch.equals("aarch64") ? "arm64" : "amd64");
  }

  private static String checksum(ZipEntry entry) {
    return HexFormat.of().toHexDigits((int) entry.getCrc());
  }

  private static Path cacheFolder() {
    return Path.of(System.getProperty("user.home"), ".cache", "millrace");
  }
}
