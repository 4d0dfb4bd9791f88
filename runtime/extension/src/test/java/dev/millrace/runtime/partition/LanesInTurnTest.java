package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.PartitionRef;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A function's partitions use every lane of a pod: what hangs in one holds up few (case K11). */
class LanesInTurnTest {

  @Test
  void shouldUseEveryLaneWhenAFunctionHasOneStage() {
    assertThat(IntStream.range(0, 4).map(n -> FunctionRuntime.turn(PartitionRef.windows(n), false)))
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void shouldUseEveryLaneWhenAFunctionHasTwoStages() {
    assertThat(
            IntStream.range(0, 2)
                .boxed()
                .flatMap(n -> Stream.of(PartitionRef.windows(n), PartitionRef.source(n)))
                .map(ref -> FunctionRuntime.turn(ref, true)))
        .containsExactly(0, 1, 2, 3);
  }
}
