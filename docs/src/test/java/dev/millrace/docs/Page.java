package dev.millrace.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown in this repository. */
record Page(Path file, String text) {
  private static final Pattern FENCE =
      Pattern.compile("^```(\\w+)\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)\\s]*)?\\)");

  /** Code between fences, with the language that its fence names. */
  record Snippet(Path page, int line, String language, String code) {
    @Override
    public String toString() {
      return page + ":" + line;
    }
  }

  /** A link to another file. */
  record Link(Path page, String target) {
    boolean leadsSomewhere() {
      return Files.exists(page.resolveSibling(target));
    }
  }

  /** All pages at the root, under docs and of the samples. */
  static List<Page> all() {
    Path root = root();
    List<Page> pages = new ArrayList<>();
    for (Path folder : List.of(root.resolve("docs"), root.resolve("functions/samples"))) {
      pages.addAll(in(folder, Integer.MAX_VALUE));
    }
    pages.addAll(in(root, 1));
    return pages;
  }

  /** One page, by its path from the root. */
  static Page of(String path) {
    Path file = root().resolve(path);
    return new Page(file, read(file));
  }

  /** The root of the repository, at or above the working directory. */
  static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("ARCHITECTURE.md"))) {
      at = Objects.requireNonNull(at.getParent(), "ARCHITECTURE.md is in no folder above");
    }
    return at;
  }

  private static List<Page> in(Path folder, int depth) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .map(file -> new Page(file, read(file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Snippet> snippets(String language) {
    return FENCE
        .matcher(text)
        .results()
        .filter(fence -> fence.group(1).equals(language))
        .map(fence -> new Snippet(file, lineAt(fence.start()), language, fence.group(2)))
        .toList();
  }

  List<Link> links() {
    Matcher links = LINK.matcher(text.replaceAll("(?s)```.*?```", ""));
    return links.results().map(link -> new Link(file, link.group(1))).toList();
  }

  private int lineAt(int index) {
    return (int) text.substring(0, index).lines().count() + 1;
  }
}
