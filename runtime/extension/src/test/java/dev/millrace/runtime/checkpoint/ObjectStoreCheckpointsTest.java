package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.config.MillraceConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoreCheckpointsTest {
  @TempDir Path folder;

  @Test
  void shouldNameTheLocationWhenItCannotBeWritten() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");
    String location = file.resolve("checkpoints").toUri().toString();
    MillraceConfig config = config(location);
    MemoryPlan plan = MemoryPlan.ofProcess(Optional.of(1L << 20));
    StateBudget budget = new StateBudget(plan.stateBytes());
    assertThatThrownBy(() -> ObjectStoreCheckpoints.open(config, plan, budget))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("quarkus.millrace.checkpoints.location=" + location);
  }

  @Test
  void shouldEmptyTheFolderOfLocalStateButKeepItself() throws Exception {
    Path state = Files.createDirectories(folder.resolve("state"));
    Files.writeString(Files.createDirectories(state.resolve("old")).resolve("table.sst"), "old");
    Object before = Files.readAttributes(state, BasicFileAttributes.class).fileKey();
    MemoryPlan plan = MemoryPlan.ofProcess(Optional.of(1L << 20));
    MillraceConfig config = config(folder.resolve("checkpoints").toUri().toString());
    ObjectStoreCheckpoints.open(config, plan, new StateBudget(plan.stateBytes())).close();
    assertThat(state).isEmptyDirectory();
    // A volume that is mounted there cannot be deleted and made again.
    assertThat(Files.readAttributes(state, BasicFileAttributes.class).fileKey()).isEqualTo(before);
  }

  private MillraceConfig config(String location) {
    return new SmallRyeConfigBuilder()
        .withMapping(MillraceConfig.class)
        .withConverter(Duration.class, 200, new DurationConverter())
        .withDefaultValue("quarkus.millrace.checkpoints.location", location)
        .withDefaultValue("quarkus.millrace.state.directory", folder.resolve("state").toString())
        .build()
        .getConfigMapping(MillraceConfig.class);
  }
}
