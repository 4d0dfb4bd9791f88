package dev.millrace.testkit.cases;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.Scripts;
import dev.millrace.testkit.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the cases are, and what is checked in each folder. */
public final class CaseFolders {
  private static final Path OWN = Path.of("src/test/resources/cases");

  private CaseFolders() {}

  /** One thing to check. */
  public interface Check {
    String name();

    /** What is wrong; empty if nothing is. */
    List<String> run();
  }

  /** All folders with a case, in alphabetical order. */
  public static List<Path> list() {
    Path root = root();
    try (Stream<Path> folders = Files.list(root)) {
      List<Path> found =
          folders.filter(f -> Files.exists(f.resolve("case.json"))).sorted().toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "Expected folders with a case.json, but there are none in " + root + ".");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to list the cases in " + root, e);
    }
  }

  /** The runs of a folder. */
  public static List<Check> checks(Path folder) {
    List<Check> checks = new ArrayList<>();
    CaseRun.of(folder).forEach(run -> checks.add(new PaneCheck(run)));
    checks.addAll(LagTable.checks(folder));
    if (checks.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected a case of windows or a table of lags, but it is neither: folder=" + folder);
    }
    return checks;
  }

  private record PaneCheck(CaseRun caseRun) implements Check {
    @Override
    public String name() {
      return caseRun.name();
    }

    @Override
    public List<String> run() {
      CaseInput.Read input = CaseInput.read(caseRun);
      List<String> problems =
          new ArrayList<>(problems("", CaseFunction.define(caseRun), input, waysAndDisk()));
      CaseDocument.define(caseRun)
          .ifPresent(
              document -> problems.addAll(problems("as a document: ", document, input, Way.ALL)));
      return problems;
    }

    private List<String> problems(
        String as, FunctionDefinition<?, ?, ?> function, CaseInput.Read input, List<Way> ways) {
      Outcome outcome = Scripts.runWays(function, input.script(), ways);
      return CaseComparison.problems(caseRun, outcome, input.aborted()).stream()
          .map(problem -> as + problem)
          .toList();
    }

    private static List<Way> waysAndDisk() {
      List<Way> all = new ArrayList<>(Way.ALL);
      all.add(Way.RESTORE_FROM_DISK);
      return all;
    }
  }

  /** A relative folder is one of where the build was started, or of the module. */
  private static Path root() {
    String given = System.getProperty("cases.dir");
    if (given == null || given.isBlank()) {
      return OWN;
    }
    Path start = Path.of(System.getProperty("millrace.launch.dir", ""));
    Path fromStart = start.resolve(given);
    return Files.isDirectory(fromStart) ? fromStart : Path.of(given);
  }
}
