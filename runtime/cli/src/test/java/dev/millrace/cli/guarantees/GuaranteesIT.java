package dev.millrace.cli.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.kafka.Topics;
import dev.millrace.services.RedisServer;
import dev.millrace.services.SharedServices;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** On a broker of its own kind: one replica of everything, as a developer's is. */
class GuaranteesIT {
  @TempDir Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int guarantees(String redis, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("word-counts", "--class-path", "target/test-classes"));
    arguments.addAll(List.of("--bootstrap", SharedServices.kafka().address(), "--redis", redis));
    arguments.addAll(List.of(more));
    return new CommandLine(new GuaranteesCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void shouldNameTheOneBrokersDiskFirstWhenNothingIsReplicated() throws Exception {
    Topics.create(
        Map.of("bootstrap.servers", SharedServices.kafka().address()),
        List.of(new Topics.Wanted("word-counts", 1)));
    int code = guarantees(SharedServices.redis().uri(), "-o", "json");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(ExitCodes.FOUND);
    JsonNode first = new ObjectMapper().readTree(out.toString()).get(0);
    assertThat(first.path("kind").textValue()).isEqualTo("LOSS");
    assertThat(first.path("link").textValue()).isEqualTo("input topic word-counts");
  }

  @Test
  void shouldShowWhatWasSetFromOutsideWhenItWeakensThePromise() {
    try (RedisServer forgetful = new RedisServer(folder, "--appendonly", "no", "--save", "")) {
      forgetful.start();
      guarantees(
          forgetful.uri(),
          "--set",
          "quarkus.millrace.guarantee=at-least-once",
          "--set",
          "quarkus.millrace.checkpoints.retain=1");
    }
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("can repeat")
        .contains("guarantee=at-least-once")
        .contains("retain=1")
        .contains("file:///tmp/millrace/checkpoints")
        .contains("append-only");
  }
}
