package dev.millrace.operator.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class CrdFileTest {

  @Test
  void shouldBeTheOneOfTheModelWhenKept() throws IOException {
    String expected = CrdFile.text();
    if (Boolean.getBoolean("crd.write")) {
      Files.createDirectories(CrdFile.PATH.getParent());
      Files.writeString(CrdFile.PATH, expected);
    }
    assertThat(CrdFile.PATH)
        .as("made anew by: mvn -pl operator -am test -Dtest=CrdFileTest -Dcrd.write=true")
        .hasContent(expected);
  }
}
