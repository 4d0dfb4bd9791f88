package dev.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guarantees name tests that exist. */
class GuaranteesPageTest {
  private static final Pattern TEST =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|TestKit))(?:\\.(\\w+))?`");
  private static final Map<String, Path> SOURCES = testSources();

  /** A test that a page names; the method may be left out. */
  record Named(String type, String method) {
    boolean exists() {
      Path source = SOURCES.get(type);
      return source != null
          && (method.isEmpty() || Page.read(source).contains("void " + method + "("));
    }
  }

  static Stream<Named> named() {
    return named(Page.of("docs/guarantees.md").text()).stream();
  }

  private static List<Named> named(String text) {
    List<Named> all = new ArrayList<>();
    Matcher matcher = TEST.matcher(text);
    while (matcher.find()) {
      all.add(new Named(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2)));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("named")
  void shouldExistWhenThePageNamesATest(Named test) {
    assertThat(test.exists()).as(test.toString()).isTrue();
  }

  @Test
  void shouldNotExistWhenATestIsMisspelt() {
    assertThat(new Named("PagesTest", "shouldLeadSomewhereWhenAPageLinks").exists()).isTrue();
    assertThat(new Named("PagesTest", "shouldLeadNowhere").exists()).isFalse();
    assertThat(new Named("PageTest", "").exists()).isFalse();
  }

  /** A line of a table without a test would be a promise that nothing shows. */
  @Test
  void shouldNameATestInEveryRow() {
    List<String> rows =
        Page.of("docs/guarantees.md")
            .text()
            .lines()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| fault |"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(20);
    assertThat(rows).allSatisfy(row -> assertThat(named(row)).as(row).isNotEmpty());
  }

  private static Map<String, Path> testSources() {
    Map<String, Path> sources = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Page.root())) {
      files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(
              file -> {
                String name = String.valueOf(file.getFileName());
                sources.put(name.substring(0, name.length() - ".java".length()), file);
              });
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
