import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Images that were built before, by the content of what they were made of: the builder itself, its options, and every
 * class and resource, whatever the time stamps of the jars are. The newest few are kept.
 */
final class ImageCache {
  private static final int KEPT = 6;

  /** What Quarkus writes with the same content and in another order each time. */
  private static final Pattern GENERATED =
      Pattern.compile("io/quarkus/runner/recorded/.*|io/quarkus/runtime/generated/.*|META-INF/native-image/[^/]*\\.json");

  /** Numbered by chance. */
  private static final Pattern KEY = Pattern.compile("(?<=proxykey|configClass\\$)\\d+");

  private final Path folder;

  private ImageCache(Path folder) {
    this.folder = folder;
  }

  /**
   * The place of an image.
   *
   * @param home of the builder, named by its own content
   * @param options without the class path
   */
  static ImageCache of(Path home, Collection<String> options, Collection<Path> classPath) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(digest, home.getFileName().toString());
      // Sorted, as Quarkus names system properties in any order.
      options.stream().sorted().forEach(option -> add(digest, option));
      for (Path entry : classPath) {
        addContent(digest, entry);
      }
      String key = HexFormat.of().formatHex(digest.digest(), 0, 12);
      return new ImageCache(home.getParent().resolveSibling("native-images").resolve(key));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static void addContent(MessageDigest digest, Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      for (Path file : files(entry)) {
        add(digest, entry.relativize(file).toString());
        digest.update(Files.readAllBytes(file));
      }
      return;
    }
    try (ZipFile jar = new ZipFile(entry.toFile())) {
      List<? extends ZipEntry> entries =
          jar.stream().filter(e -> !e.isDirectory()).sorted(Comparator.comparing(ZipEntry::getName)).toList();
      for (ZipEntry e : entries) {
        add(digest, e.getName());
        try (InputStream in = jar.getInputStream(e)) {
          addFile(digest, e.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static void addFile(MessageDigest digest, String name, byte[] content) {
    if (GENERATED.matcher(name).matches()) {
      words(name, content).map(word -> KEY.matcher(word).replaceFirst("")).sorted().forEach(word -> add(digest, word));
    } else {
      digest.update(content);
    }
  }

  /** What does not depend on the order that the parts were written in. */
  private static Stream<String> words(String name, byte[] content) {
    if (!name.endsWith(".class")) {
      return Stream.of(new String(content, StandardCharsets.UTF_8).split("[{},\\s]+", -1));
    }
    List<String> words = new ArrayList<>();
    ClassFile.of().parse(content).constantPool().forEach(constant -> {
      if (constant instanceof Utf8Entry text) {
        words.add(text.stringValue());
      }
    });
    return words.stream();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Puts what was kept into a folder; false if nothing was. */
  boolean restore(Path target) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
    for (Path file : files(folder)) {
      Files.copy(
          file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
    return true;
  }

  /** Keeps what a build has left in a folder since that time. */
  void keep(Path built, Instant since) throws IOException {
    Path work = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "new");
    try (Stream<Path> files = Files.list(built)) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
          Files.copy(file, work.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    if (Files.isDirectory(folder)) {
      delete(work); // another build was faster
    } else {
      Files.move(work, folder);
    }
    prune();
  }

  private void prune() throws IOException {
    try (Stream<Path> images = Files.list(folder.getParent())) {
      images.sorted(Comparator.comparing(ImageCache::age).reversed()).skip(KEPT).forEach(ImageCache::delete);
    }
  }

  private static Instant age(Path image) {
    try {
      return Files.getLastModifiedTime(image).toInstant();
    } catch (IOException e) {
      return Instant.MIN; // gone already
    }
  }

  private static void delete(Path image) {
    try {
      for (Path file : files(image)) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
