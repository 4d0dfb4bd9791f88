package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.config.MillraceConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
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
    MillraceConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(MillraceConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .withDefaultValue("quarkus.millrace.checkpoints.location", location)
            .withDefaultValue(
                "quarkus.millrace.state.directory", folder.resolve("state").toString())
            .build()
            .getConfigMapping(MillraceConfig.class);
    MemoryPlan plan = MemoryPlan.ofProcess(Optional.of(1L << 20));
    StateBudget budget = new StateBudget(plan.stateBytes());
    assertThatThrownBy(() -> ObjectStoreCheckpoints.open(config, plan, budget))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("quarkus.millrace.checkpoints.location=" + location);
  }
}
