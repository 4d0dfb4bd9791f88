package dev.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.json.declarative.DeclarativeFunctions;
import dev.millrace.json.declarative.InvalidDocumentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PagesTest {
  private static final List<String> SOURCES = compiledSources();

  static Stream<Page.Link> links() {
    return Page.all().stream().flatMap(page -> page.links().stream());
  }

  static Stream<Page.Snippet> javaSnippets() {
    return Page.all().stream().flatMap(page -> page.snippets("java").stream());
  }

  static Stream<Page.Snippet> documents() {
    return Page.all().stream().flatMap(page -> page.snippets("yaml").stream());
  }

  @ParameterizedTest
  @MethodSource("links")
  void shouldLeadSomewhereWhenAPageLinks(Page.Link link) {
    assertThat(link.leadsSomewhere()).as(link.toString()).isTrue();
  }

  /** A line {@code // …} stands for code left out. */
  @ParameterizedTest
  @MethodSource("javaSnippets")
  void shouldBeCompiledCodeWhenAPageShowsJava(Page.Snippet snippet) {
    String[] parts = normalised(snippet.code()).split("// …\n", -1);

    assertThat(SOURCES)
        .as("a source file that holds the code of " + snippet)
        .anyMatch(source -> containsInOrder(source, parts));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void shouldBeAFunctionWhenAPageShowsADocument(Page.Snippet document) {
    assertThatCode(() -> DeclarativeFunctions.parse(document.code(), document.toString()))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldTellWhatDeclarativeMdSaysWhenADocumentIsWrong() {
    Page page = Page.of("docs/declarative.md");
    String wrong = page.snippets("yaml").get(0).code().replace("outOfOrderness", "outOfOrdernes");

    assertThatThrownBy(() -> DeclarativeFunctions.parse(wrong, "orders.yaml"))
        .isInstanceOf(InvalidDocumentException.class)
        .message()
        .satisfies(message -> assertThat(page.text()).contains(message));
  }

  @Test
  void shouldFindPagesAndSnippetsWhenLookingForThem() {
    assertThat(Page.all()).extracting(Page::file).contains(Page.root().resolve("README.md"));
    assertThat(javaSnippets()).isNotEmpty();
    assertThat(links()).isNotEmpty();
  }

  private static boolean containsInOrder(String source, String[] parts) {
    int from = 0;
    for (String part : parts) {
      int at = source.indexOf(part, from);
      if (at < 0) {
        return false;
      }
      from = at + part.length();
    }
    return true;
  }

  /** Without indentation, blank lines and imports. */
  private static String normalised(String code) {
    StringBuilder text = new StringBuilder();
    code.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("import "))
        .forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** Of the samples and of this module. */
  private static List<String> compiledSources() {
    List<String> sources = new ArrayList<>();
    for (String folder : List.of("docs/src", "functions/samples")) {
      try (Stream<Path> files = Files.walk(Page.root().resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> sources.add(normalised(Page.read(file))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.copyOf(sources);
  }
}
