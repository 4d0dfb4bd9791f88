package dev.millrace.cli.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.ExitCodes;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointInfo;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.TransferListener;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CheckpointsCommandTest {
  @TempDir Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void takeTwoCheckpoints() throws Exception {
    try (ObjectStore objects = ObjectStores.open(store().toUri(), S3Settings.defaults())) {
      CheckpointStore partition =
          new CheckpointStore(objects, new CheckpointLocation("default", "counts", 2));
      take(partition, new CheckpointId(1, 0), 100, "first");
      take(partition, new CheckpointId(1, 1), 250, "second");
    }
  }

  private Path store() {
    return folder.resolve("store");
  }

  private void take(CheckpointStore store, CheckpointId id, long offset, String content)
      throws Exception {
    Path files = Files.createDirectories(folder.resolve("pinned-" + content));
    Files.writeString(files.resolve("000001.sst"), content);
    store.upload(
        new PinnedState(files, List.of("000001.sst"), new byte[0]),
        id,
        new CheckpointInfo(offset, 1_000, "schema", "v1", null, 2_000, Map.of()),
        Runnable::run,
        TransferListener.NONE);
  }

  private int checkpoints(String... arguments) {
    CommandLine commandLine =
        new CommandLine(new CheckpointsCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    String[] all =
        Stream.concat(Stream.of(arguments), Stream.of("--checkpoints", store().toUri().toString()))
            .toArray(String[]::new);
    return commandLine.execute(all);
  }

  @Test
  void shouldListTheNewestFirstWhenThereAreSeveral() throws Exception {
    assertThat(checkpoints("list", "-o", "json")).isEqualTo(ExitCodes.OK);
    JsonNode list = new ObjectMapper().readTree(out.toString());
    assertThat(list.findValuesAsText("function")).containsOnly("counts");
    assertThat(list.at("/0/manifest/info/nextOffset").longValue()).isEqualTo(250);
    assertThat(list.at("/1/manifest/info/nextOffset").longValue()).isEqualTo(100);
  }

  @Test
  void shouldShowFilesAndPositionWhenACheckpointIsNamed() {
    int code = checkpoints("show", "counts", "2", "1-0");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .containsPattern("next offset +100")
        .contains("1970-01-01T00:00:01Z")
        .contains("000001.sst");
  }

  @Test
  void shouldFindAllWholeWhenNothingWasTouched() {
    assertThat(checkpoints("verify")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString().lines().filter(line -> line.endsWith("whole"))).hasSize(2);
  }

  @Test
  void shouldNameTheDamagedOneWhenAFileWasChanged() throws Exception {
    try (Stream<Path> files = Files.walk(store())) {
      Path newest =
          files
              .filter(file -> file.toString().contains("sst") && Files.isRegularFile(file))
              .filter(file -> contentOf(file).equals("second"))
              .findFirst()
              .orElseThrow();
      Files.writeString(newest, "sexond");
    }
    assertThat(checkpoints("verify", "counts")).isEqualTo(ExitCodes.FOUND);
    assertThat(out.toString().lines().filter(line -> line.contains("DAMAGED")))
        .singleElement()
        .asString()
        .contains("1-1");
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldLookOnlyAtTheNewestWhenAskedTo() {
    assertThat(checkpoints("verify", "--newest")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString().lines().filter(line -> line.endsWith("whole"))).hasSize(1);
  }

  @Test
  void shouldNameThePartitionsThereAreWhenAskedForAnother() {
    int code = checkpoints("show", "counts", "9");

    assertThat(code).isNotEqualTo(ExitCodes.OK);
    assertThat(err.toString()).contains("partition=9, partitions with checkpoints=[2]");
  }
}
