package dev.millrace.runtime.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompilerBoundariesTest {
  @TempDir Path directory;

  static List<String> methods() {
    return CompilerBoundaries.METHODS;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void shouldNameAMethodThatIsThereWhenItIsABoundary(String method)
      throws ReflectiveOperationException {
    int dot = method.indexOf('.');
    Class<?> holder =
        Class.forName(
            method.substring(0, dot).replace('/', '.'),
            false,
            Thread.currentThread().getContextClassLoader());
    Stream<String> names = Arrays.stream(holder.getDeclaredMethods()).map(Method::getName);
    assertThat(names).contains(method.substring(dot + 1));
  }

  @Test
  void shouldBeUnderstoodWhenTheJvmReadsTheDirectives() throws Exception {
    Path file =
        Files.writeString(directory.resolve("directives.json"), CompilerBoundaries.directives());
    assertThat(CompilerBoundaries.add(file)).contains("1 compiler directives added");
  }

  @Test
  void shouldSaySoWhenTheJvmDoesNotUnderstand() throws Exception {
    Path file = Files.writeString(directory.resolve("directives.json"), "[ {match: nothing} ]");
    String answer;
    try {
      answer = CompilerBoundaries.add(file);
    } catch (JMException | RuntimeException refused) {
      answer = "refused";
    }
    assertThat(answer).doesNotContain("directives added");
  }
}
