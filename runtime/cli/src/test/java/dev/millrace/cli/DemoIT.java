package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The main job on real input: a month, two functions, real services, a SIGKILL half-way. */
class DemoIT {

  @Test
  void shouldEmitEveryWindowExactlyOnceWhenAFunctionIsKilledHalfWay() throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Millrace.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute("demo", "-o", "json", "--data", "target/demo");
    assertThat(err.toString()).contains("killed carrier-hours with -9");
    assertThat(code).as(err.toString()).isEqualTo(ExitCodes.OK);
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.path("reports").intValue()).isEqualTo(26_677);
    assertThat(result.path("truthRows").intValue()).isEqualTo(5_351);
    assertThat(result.path("truthDifferences").intValue()).isZero();
    assertThat(result.path("reconciliations")).hasSize(2);
    for (JsonNode function : result.path("reconciliations")) {
      assertThat(function.path("deadLetters").intValue()).isEqualTo(512);
      assertThat(function.path("late").intValue()).isZero();
      assertThat(function.path("outOfSequence").intValue()).isZero();
      assertThat(function.path("differences").intValue()).isZero();
      assertThat(function.path("panes").intValue())
          .isEqualTo(function.path("windows").intValue())
          .isGreaterThan(5_000);
    }
  }
}
