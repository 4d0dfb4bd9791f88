package dev.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {
  @TempDir Path parent = Path.of("");

  @Test
  void shouldDeleteWhenOnlyAnEarlierDemoWroteThere() throws IOException {
    Path data = parent.resolve("demo");
    Files.createDirectories(data.resolve("kafka").resolve("log"));
    Files.writeString(data.resolve(DemoFolder.KEPT), "1 then");

    new DemoFolder(data).empty();

    assertThat(data).doesNotExist();
  }

  @Test
  void shouldDeleteNothingWhenTheFolderHoldsSomethingElse() throws IOException {
    Files.createDirectories(parent.resolve("kafka"));
    Path precious = Files.writeString(parent.resolve("thesis.txt"), "years of work");

    assertThatThrownBy(() -> new DemoFolder(parent).empty())
        .isInstanceOf(CliException.class)
        .hasMessageContainingAll("found=[thesis.txt]", "--data");
    assertThat(precious).exists();
    assertThat(parent.resolve("kafka")).exists();
  }

  @Test
  void shouldDoNothingWhenTheFolderIsNotThere() {
    Path data = parent.resolve("none");

    new DemoFolder(data).empty();

    assertThat(data).doesNotExist();
  }
}
