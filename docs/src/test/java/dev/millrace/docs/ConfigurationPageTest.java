package dev.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  private static final Path PAGE = Path.of("configuration.md");
  private static final Path MODEL = Path.of("../runtime/extension/target/quarkus-config-doc");

  @Test
  void shouldShowEveryPropertyAsTheSourcesDescribeIt() throws IOException {
    String expected = new ConfigurationPage(MODEL).text();
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE)
        .as("made anew by: mvn -pl docs -am test -Dtest=ConfigurationPageTest -Ddocs.write=true")
        .hasContent(expected);
  }
}
