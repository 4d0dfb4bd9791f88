package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.Sum.Total;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.state.heap.HeapPartitionStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule X4: a firing in portions, and going on with one after a crash. */
class SplitFiringTest {
  @TempDir Path directory;

  static List<Settings> layouts() {
    return List.of(
        Settings.tumbling(10).lateness(20).announceClose(),
        Settings.tumbling(10)
            .lateness(20)
            .announceClose()
            .accumulation(AccumulationMode.RETRACTING),
        Settings.sliding(20, 10).lateness(20).announceClose(),
        Settings.sliding(20, 10).lateness(20).announceClose().notMergeable(),
        Settings.session(3).lateness(20).announceClose());
  }

  /** Closing and on-time panes alike, whatever the portion and wherever the crash. */
  @ParameterizedTest
  @MethodSource("layouts")
  void shouldEmitEachPaneOnceWhenFiringIsCutAnywhere(Settings settings) {
    List<String> whole = new ArrayList<>();
    PartitionTask<Event, Total, Long> task = filled(settings);
    Outputs outputs = new Outputs();
    task.output(outputs);
    task.advance(30);
    while (task.firing()) {
      task.fire(Integer.MAX_VALUE);
    }
    whole.addAll(outputs.take());
    assertThat(whole).anyMatch(line -> line.endsWith("final")).hasSizeGreaterThan(5);

    for (int portion = 1; portion < whole.size(); portion++) {
      assertThat(cutAfter(settings, portion)).as("portion %s", portion).isEqualTo(whole);
    }
  }

  /** Emits a portion, dies, replays silently, and emits the rest in portions. */
  private List<String> cutAfter(Settings settings, int portion) {
    Outputs committed = new Outputs();
    PartitionTask<Event, Total, Long> task = filled(settings);
    task.output(committed);
    task.advance(30);
    task.fire(portion);
    List<String> lines = new ArrayList<>(committed.take());
    if (!task.firing()) {
      return lines;
    }
    FireCursor cursor = Objects.requireNonNull(task.fireCursor());

    PartitionTask<Event, Total, Long> again = filled(settings);
    again.advance(30);
    again.resumeFiring(cursor);
    assertThat(again.fireCursor()).isEqualTo(cursor);
    Outputs rest = new Outputs();
    again.output(rest);
    while (again.firing()) {
      assertThat(again.fire(portion)).isLessThanOrEqualTo(portion + 1);
    }
    lines.addAll(rest.take());
    return lines;
  }

  @Test
  void shouldRefuseNextStepWhenPanesArePending() {
    PartitionTask<Event, Total, Long> task = filled(Settings.tumbling(10));
    task.advance(100);
    assertThat(task.firing()).isTrue();
    assertThat(task.fireCursor()).isNull();
    assertThatThrownBy(() -> task.advance(200)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(task::meta).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> task.fire(0)).isInstanceOf(IllegalArgumentException.class);
  }

  private PartitionTask<Event, Total, Long> filled(Settings settings) {
    PartitionTask<Event, Total, Long> task =
        new PartitionTask<>(
            settings.definition(), 0, HeapPartitionStore.create(directory), TaskOutput.DISCARD);
    InputRecord record = new InputRecord();
    String[] values = {"1:1", "5:2", "9:4", "12:8", "17:16", "22:32", "13:64"};
    long offset = 0;
    for (String value : values) {
      for (String key : new String[] {"b", "a", "c"}) {
        task.replay(record.set(0, offset++, -1, Event.bytes(key), Event.bytes(value)));
        while (task.firing()) {
          task.fire(1000);
        }
      }
    }
    return task;
  }
}
