package dev.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.testkit.cases.CaseFolders;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Cases from the field, read from folders: the project's own, or those in {@code -Dcases.dir=DIR}.
 * One test per folder and run; each run in all ways of {@link Way#ALL}.
 */
class CasesTest {

  @TestFactory
  Stream<DynamicTest> shouldComeOutAsTheCaseSays() {
    return CaseFolders.list().stream()
        .flatMap(folder -> CaseFolders.checks(folder).stream())
        .map(check -> DynamicTest.dynamicTest(check.name(), () -> require(check)));
  }

  private static void require(CaseFolders.Check check) {
    List<String> problems = check.run();
    assertThat(problems).as(check.name()).isEmpty();
  }
}
