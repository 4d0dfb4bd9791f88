package dev.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts, dashboards, runbooks and the table of metrics in {@code operations.md} agree. */
class MonitoringTest {
  private static final Path MONITORING = Page.root().resolve("k8s/monitoring");
  private static final Path RUNBOOKS = Page.root().resolve("docs/runbooks");
  private static final Pattern METRIC = Pattern.compile("\\bmillrace(?:_[a-z0-9]+)+\\b");

  /** What Prometheus' registry appends, by kind of meter. */
  private static final List<String> SUFFIXES =
      List.of("", "_total", "_seconds", "_seconds_sum", "_seconds_count", "_seconds_bucket");

  @Test
  void shouldUseOnlyMetricsThatAreDocumentedWhenAlertsAndDashboardsAskForThem() {
    Set<String> documented = documented();
    List<String> used = new ArrayList<>();
    for (Path file : files(MONITORING)) {
      used.addAll(all(METRIC, Page.read(file)));
    }

    assertThat(used).hasSizeGreaterThan(30);
    assertThat(used)
        .allSatisfy(
            metric ->
                assertThat(SUFFIXES)
                    .as(metric)
                    .anyMatch(
                        suffix ->
                            metric.endsWith(suffix)
                                && documented.contains(
                                    metric.substring(0, metric.length() - suffix.length()))));
  }

  @Test
  void shouldHaveARunbookForEachAlertAndNoOther() {
    Set<String> alerts = new TreeSet<>();
    Matcher alert =
        Pattern.compile("- alert: (\\w+)").matcher(Page.read(MONITORING.resolve("alerts.yaml")));
    while (alert.find()) {
      alerts.add(alert.group(1));
    }
    Set<String> runbooks = new TreeSet<>();
    for (Path file : files(RUNBOOKS)) {
      String name = file.getFileName().toString().replace(".md", "");
      if (!name.equals("README")) {
        runbooks.add(name);
        assertThat(Page.read(file))
            .as(name)
            .startsWith("# " + name)
            .contains("## Look at", "## Do");
      }
    }

    assertThat(alerts).isNotEmpty().isEqualTo(runbooks);
    assertThat(Page.read(RUNBOOKS.resolve("README.md"))).contains(alerts);
    assertThat(Page.read(MONITORING.resolve("alerts.yaml")))
        .contains(alerts.stream().map(name -> "docs/runbooks/" + name + ".md").toList());
  }

  /**
   * Names in code font in the tables of operations.md; {@code .age} goes on from the one before.
   */
  private static Set<String> documented() {
    Set<String> names = new TreeSet<>();
    Matcher code =
        Pattern.compile("`(millrace)?((?:\\.[a-z]+)+)`")
            .matcher(Page.of("docs/operations.md").text());
    String before = "";
    while (code.find()) {
      String name =
          code.group(1) != null
              ? "millrace" + code.group(2)
              : before.substring(0, Math.max(0, before.lastIndexOf('.'))) + code.group(2);
      names.add(name.replace('.', '_'));
      before = name;
    }
    return names;
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
