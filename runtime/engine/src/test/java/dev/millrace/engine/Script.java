package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.Sum.Total;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives a task step by step. {@link #run} runs a script several ways, which must all give the
 * same: as it is; with the state written and restored after every step; and with firings of one
 * pane at a time.
 */
final class Script {
  /** How a script is run. */
  enum Way {
    PLAIN,
    RESTORE_AFTER_EACH_STEP,
    FIRE_ONE_BY_ONE
  }

  private final Settings settings;
  private final Way way;
  private final Path directory;
  private final Outputs outputs = new Outputs();
  private final InputRecord record = new InputRecord();
  private PartitionStore store;
  private PartitionTask<Event, Total, Long> task;
  private int restores;
  private long nextOffset;
  private long nowMs;

  private Script(Settings settings, Way way, Path directory) {
    this.settings = settings;
    this.way = way;
    this.directory = directory;
    this.store = HeapPartitionStore.create(directory.resolve("work"));
    this.task = new PartitionTask<>(settings.definition(), 0, store, outputs);
  }

  /** Runs a script in every way. */
  static void run(Settings settings, Consumer<Script> steps) {
    for (Way way : Way.values()) {
      run(settings, way, steps);
    }
  }

  static void run(Settings settings, Way way, Consumer<Script> steps) {
    Path directory = temporary();
    try {
      Script script = new Script(settings, way, directory);
      steps.accept(script);
      assertThat(script.outputs.take()).as("outputs not expected, %s", way).isEmpty();
    } finally {
      delete(directory);
    }
  }

  PartitionTask<Event, Total, Long> task() {
    return task;
  }

  Script now(long nowMs) {
    this.nowMs = nowMs;
    return this;
  }

  /** A record with event time and amount; its Kafka timestamp is the event time. */
  Script event(long timeMs, String key, long amount) {
    return event(timeMs, key, amount, timeMs);
  }

  Script event(long timeMs, String key, long amount, long timestampMs) {
    return record(key, timeMs + ":" + amount, timestampMs);
  }

  Script record(@Nullable String key, @Nullable String value, long timestampMs) {
    record.set(
        0,
        nextOffset++,
        timestampMs,
        key == null ? null : Event.bytes(key),
        value == null ? null : Event.bytes(value));
    task.process(record, nowMs);
    return settle();
  }

  /** A record of a re-key topic. */
  Script source(int source, long watermarkMs, long timeMs, String key, long amount) {
    record.setRekeyed(
        0,
        nextOffset,
        timeMs,
        Event.bytes(key),
        Event.bytes(timeMs + ":" + amount),
        source,
        nextOffset++,
        watermarkMs);
    task.process(record, nowMs);
    return settle();
  }

  Script marker(int source, long watermarkMs, boolean idle, long silentMs) {
    task.marker(nextOffset++, source, watermarkMs, idle, silentMs);
    return settle();
  }

  Script markers(SourceMarker... markers) {
    task.marker(nextOffset++, List.of(markers));
    return settle();
  }

  Script advance(long watermarkMs) {
    task.advance(watermarkMs);
    return settle();
  }

  Script expect(String... lines) {
    assertThat(outputs.take()).as("outputs, %s", way).containsExactly(lines);
    return this;
  }

  Script expectOpen(long windows) {
    assertThat(task.openWindows()).as("open windows, %s", way).isEqualTo(windows);
    return this;
  }

  Script expectTimer(long timeMs) {
    assertThat(task.nextTimerMs()).as("next timer, %s", way).isEqualTo(timeMs);
    return this;
  }

  Script expectWatermark(long timeMs) {
    assertThat(task.watermarkMs()).as("watermark, %s", way).isEqualTo(timeMs);
    return this;
  }

  /** Nothing is kept in any table. */
  Script expectNoState() {
    assertThat(store.entryCount()).as("entries, %s", way).isZero();
    return this;
  }

  Script expectEntries(long entries) {
    assertThat(store.entryCount()).as("entries, %s", way).isEqualTo(entries);
    return this;
  }

  /** The output lines so far, taken. */
  List<String> take() {
    return outputs.take();
  }

  private Script settle() {
    while (task.firing()) {
      int panes = task.fire(way == Way.FIRE_ONE_BY_ONE ? 1 : Integer.MAX_VALUE);
      assertThat(way == Way.FIRE_ONE_BY_ONE && panes > 2).as("too many panes at once").isFalse();
    }
    if (way == Way.RESTORE_AFTER_EACH_STEP) {
      restore();
    }
    return this;
  }

  private void restore() {
    StateSnapshot snapshot = store.beginSnapshot(task.meta());
    StateSnapshot.PinnedState pinned = snapshot.pin();
    Path work = directory.resolve("work-" + restores++);
    TaskCounters before = task.counters();
    store = HeapPartitionStore.restore(work, pinned.directory());
    task = new PartitionTask<>(settings.definition(), 0, store, outputs);
    assertThat(task.nextOffset()).isEqualTo(nextOffset);
    assertThat(task.counters().records()).isEqualTo(before.records());
    assertThat(task.counters().tooLate()).isEqualTo(before.tooLate());
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("engine-script");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (var paths = Files.walk(directory)) {
      List<Path> all = new ArrayList<>(paths.toList());
      for (int i = all.size() - 1; i >= 0; i--) {
        Files.delete(all.get(i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
