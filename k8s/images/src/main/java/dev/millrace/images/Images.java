package dev.millrace.images;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Makes images: {@code base=jre platforms= push=false folder=target NAME:TAG=MODULE…}. Each becomes
 * an archive of OCI layout per platform, {@code <folder>/<name>-<arch>.tar}, or goes to its
 * registry, with the credentials that Docker's configuration has.
 */
public final class Images {
  /** Not root; the number that minimal images have settled on. */
  private static final String USER = "65532:65532";

  /** Keeps glibc from holding what RocksDB's threads have freed (see the operations page). */
  private static final Map<String, String> ALLOCATOR =
      Map.of(
          "MALLOC_ARENA_MAX", "2",
          "MALLOC_MMAP_THRESHOLD_", "65536",
          "MALLOC_TRIM_THRESHOLD_", "131072");

  private static final int PORT = 8080;

  /** Of what is made: the same content always gives the same image. */
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private final Map<String, String> options;

  private Images(Map<String, String> options) {
    this.options = options;
  }

  /** Makes the images that the arguments name. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> modules = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String name = argument.substring(0, equals);
      (name.contains(":") ? modules : options).put(name, argument.substring(equals + 1));
    }
    Images images = new Images(options);
    for (Map.Entry<String, String> module : modules.entrySet()) {
      images.make(ImageReference.parse(module.getKey()), Path.of(module.getValue()));
    }
  }

  private void make(ImageReference name, Path module)
      throws IOException,
          InterruptedException,
          InvalidImageReferenceException,
          RegistryException,
          CacheDirectoryCreationException,
          ExecutionException {
    Path folder = Path.of(options.getOrDefault("folder", "target"));
    Base base = new Base(options.getOrDefault("base", Base.JRE), folder);
    Application application = Application.of(module);
    Set<Platform> platforms = platforms(base);
    if (Boolean.parseBoolean(options.getOrDefault("push", "false"))) {
      JibContainer made =
          builder(base, application, name).setPlatforms(platforms).containerize(registry(name));
      System.out.println(name + "@" + made.getDigest() + " pushed");
      return;
    }
    for (Platform platform : platforms) {
      Path tar = folder.resolve(lastOf(name) + "-" + platform.getArchitecture() + ".tar");
      JibContainer made =
          builder(base, application, name)
              .setPlatforms(Set.of(platform))
              .containerize(quiet(Containerizer.to(TarImage.at(tar).named(name))));
      System.out.printf(
          Locale.ROOT,
          "%s@%s: %.1f MB, %s%n",
          name,
          made.getDigest(),
          Files.size(tar) / 1e6,
          folder.relativize(tar));
    }
  }

  private static JibContainerBuilder builder(
      Base base, Application application, ImageReference name)
      throws IOException, InterruptedException, InvalidImageReferenceException {
    JibContainerBuilder builder = base.builder(application);
    for (FileEntriesLayer layer : application.layers(USER)) {
      builder.addFileEntriesLayer(layer);
    }
    if (!application.isNative()) {
      // A pod's limit is divided by this (see the operations page); to change it, set it anew.
      builder.addEnvironmentVariable(
          "JDK_JAVA_OPTIONS", "-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError");
    }
    new TreeMap<>(ALLOCATOR).forEach(builder::addEnvironmentVariable); // the same image each time
    return builder
        .setFormat(ImageFormat.OCI)
        .setCreationTime(TIME)
        .setEntrypoint(application.entrypoint(base))
        .setUser(USER)
        .setWorkingDirectory(AbsoluteUnixPath.get("/tmp"))
        .addExposedPort(Port.tcp(PORT))
        .addEnvironmentVariable("LANG", "C.UTF-8")
        .addLabel("org.opencontainers.image.title", lastOf(name))
        .addLabel("org.opencontainers.image.version", name.getQualifier())
        .addLabel("org.opencontainers.image.licenses", "Apache-2.0");
  }

  private Set<Platform> platforms(Base base) {
    String asked = options.getOrDefault("platforms", "");
    Platform here =
        new Platform(System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64", "linux");
    Set<Platform> platforms =
        asked.isBlank()
            ? Set.of(here)
            : Set.copyOf(Arrays.stream(asked.split(",", -1)).map(Images::platform).toList());
    if (base.isOurs() && !platforms.equals(Set.of(here))) {
      throw new ImagesException(
          "Expected the platform of this machine, whose Java runtime is the base, but got: platforms="
              + asked
              + ". For others choose a base in a registry: -Dimages.base=eclipse-temurin:17-jre");
    }
    return platforms;
  }

  private static Platform platform(String text) {
    List<String> parts = List.of(text.strip().split("/", -1));
    if (parts.size() != 2) {
      throw new ImagesException(
          "Expected a platform as system/architecture, but got: platform=" + text);
    }
    return new Platform(parts.get(1), parts.get(0));
  }

  private static Containerizer registry(ImageReference name) throws IOException {
    RegistryImage image =
        RegistryImage.named(name)
            .addCredentialRetriever(
                CredentialRetrieverFactory.forImage(name, event -> {}).dockerConfig());
    return quiet(Containerizer.to(image));
  }

  private static Containerizer quiet(Containerizer containerizer) {
    return containerizer.setToolName("millrace-images");
  }

  private static String lastOf(ImageReference name) {
    return name.getRepository().substring(name.getRepository().lastIndexOf('/') + 1);
  }
}
