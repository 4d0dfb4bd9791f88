package dev.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.ApiAccess;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionProcessTest {

  @Test
  void shouldHaveTheAllocatorsVariablesOfAPodWhenItIsStarted() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(FunctionProcess.environment(ApiAccess.random()));

    assertThat(environment)
        .containsKeys("MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_")
        .containsKey(ApiAccess.VARIABLE);
  }
}
