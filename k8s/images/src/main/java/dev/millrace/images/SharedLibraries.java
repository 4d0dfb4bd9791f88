package dev.millrace.images;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The system's shared libraries that programs need, found by {@code ldd}. */
final class SharedLibraries {
  /** {@code libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)} or the loader alone. */
  private static final Pattern LINE = Pattern.compile("(?:\\S+ => )?(/\\S+) \\(0x[0-9a-f]+\\)");

  /** Where systems keep them. */
  private static final Pattern OF_SYSTEM = Pattern.compile("/(usr/)?lib(32|64)?/.*");

  private final SortedMap<Path, Path> files = new TreeMap<>();

  /**
   * The libraries of a program that are no system's: some builders keep them in a folder of their
   * own, and the program finds them beside it as well.
   */
  static List<Path> ownOf(Path program) throws IOException, InterruptedException {
    return Commands.run(List.of("ldd", program.toString()))
        .lines()
        .map(line -> LINE.matcher(line.strip()))
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .filter(file -> !OF_SYSTEM.matcher(file).matches())
        .map(Path::of)
        .toList();
  }

  /** Adds what all programs and libraries of a folder need from outside of it. */
  SharedLibraries ofFolder(Path folder) throws IOException, InterruptedException {
    List<Path> programs;
    try (Stream<Path> all = Files.walk(folder)) {
      programs = all.filter(SharedLibraries::isProgram).sorted().toList();
    }
    for (Path program : programs) {
      add(program, folder);
    }
    return this;
  }

  private static boolean isProgram(Path file) {
    boolean named = file.getFileName().toString().contains(".so");
    return Files.isRegularFile(file)
        && (named || Files.isExecutable(file))
        && startsWith(file, 0x7f, 'E', 'L', 'F');
  }

  private static boolean startsWith(Path file, int... magic) {
    try (InputStream in = Files.newInputStream(file)) {
      for (int expected : magic) {
        if (in.read() != expected) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds what libraries inside of a folder's jars need. Those for other systems are left out: of
   * each there are many, and they cannot be asked.
   */
  SharedLibraries ofJars(Path folder, Path work) throws IOException, InterruptedException {
    List<Path> jars;
    try (Stream<Path> all = Files.walk(folder)) {
      jars = all.filter(f -> f.toString().endsWith(".jar")).sorted().toList();
    }
    Path library = Files.createDirectories(work).resolve("library.so");
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : Collections.list(zip.entries())) {
          if (entry.getName().endsWith(".so")) {
            Files.copy(zip.getInputStream(entry), library, StandardCopyOption.REPLACE_EXISTING);
            addIfOfHere(library, work);
          }
        }
      }
    }
    Files.deleteIfExists(library);
    return this;
  }

  private void addIfOfHere(Path library, Path folder) throws IOException, InterruptedException {
    try {
      add(library, folder);
    } catch (ImagesException otherSystem) {
      return;
    }
  }

  private void add(Path program, Path folder) throws IOException, InterruptedException {
    String out = Commands.run(List.of("ldd", program.toString()));
    for (String line : out.lines().map(String::strip).toList()) {
      if (line.endsWith("=> not found") && !holds(folder, line.split(" ", 2)[0])) {
        throw new ImagesException(
            "Expected all libraries of a program to be there, but one is missing: program="
                + program
                + ", missing="
                + line
                + ". Install it, or choose a base in a registry.");
      }
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        Path file = Path.of(matcher.group(1));
        if (!file.startsWith(folder.toAbsolutePath())) {
          files.put(file, file.toRealPath());
        }
      }
    }
  }

  /** Libraries of a folder also find each other by the program that loads them. */
  private static boolean holds(Path folder, String library) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.anyMatch(file -> file.getFileName().toString().equals(library));
    }
  }

  /** Copies them to where they are on this machine, below a root. */
  void copyTo(Path root) throws IOException {
    for (Map.Entry<Path, Path> entry : files.entrySet()) {
      Path target = root.resolve(entry.getKey().toString().substring(1));
      Files.createDirectories(target.getParent());
      Files.copy(entry.getValue(), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
