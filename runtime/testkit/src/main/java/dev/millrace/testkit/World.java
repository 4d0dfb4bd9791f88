package dev.millrace.testkit;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.SourceMarker;
import dev.millrace.engine.TaskCounters;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A function with its topics, tasks and clock, all in memory; steps happen in one {@link Way}. */
final class World<E, A, R> implements AutoCloseable {
  private final Supplier<FunctionDefinition<E, A, R>> function;
  private final String name;
  private final Way way;
  private final boolean rekeyed;
  private final TimeSpec time;
  private final InputRecord record = new InputRecord();
  private final Map<Integer, Long> nextOffsets = new TreeMap<>();
  private final Map<Integer, TaskRunner<E, A, R>> tasks = new TreeMap<>();
  private final Map<Integer, SourceReader<E>> sources = new TreeMap<>();
  private final List<DeadLetter> sourceDeadLetters = new ArrayList<>();
  private long rekeyOffset;
  private long nowMs;

  /**
   * @param function defined anew for each process
   */
  World(
      Supplier<FunctionDefinition<E, A, R>> function, int partitions, long assignedAtMs, Way way) {
    FunctionSpec spec = function.get().spec();
    this.function = function;
    this.name = spec.name();
    this.way = way;
    this.time = spec.time();
    this.rekeyed = spec.keySource() == KeySource.REKEY;
    this.nowMs = assignedAtMs;
    if (rekeyed) {
      tasks.put(0, newTask(0, partitions));
    }
    for (int p = 0; p < partitions; p++) {
      assign(p);
    }
  }

  /** As the constructor, where the function's types are not known. */
  @SuppressWarnings(
      "unchecked") // a supplier defines one function, so its types are always the same
  static World<?, ?, ?> of(
      Supplier<? extends FunctionDefinition<?, ?, ?>> function,
      int partitions,
      long assignedAtMs,
      Way way) {
    return new World<>(
        (Supplier<FunctionDefinition<Object, Object, Object>>) function,
        partitions,
        assignedAtMs,
        way);
  }

  void happen(Step step) {
    if (step instanceof Step.Arrival arrival) {
      arrive(arrival);
    } else if (step instanceof Step.Skip skip) {
      skip(skip);
    } else if (step instanceof Step.Wall wall) {
      passTo(wall.wallMs());
    } else if (step instanceof Step.AddPartition added) {
      addPartition(added.partition());
    } else if (step instanceof Step.Checkpoint) {
      tasks.values().forEach(TaskRunner::checkpoint);
    } else if (step instanceof Step.Crash) {
      tasks.values().forEach(TaskRunner::crash);
    }
  }

  long nowMs() {
    return nowMs;
  }

  /** Commits what is open and says what a reader sees. */
  Outcome outcome() {
    tasks.values().forEach(TaskRunner::flush);
    List<PaneRow> panes = new ArrayList<>();
    List<ResultRow> results = new ArrayList<>();
    List<LateRow> late = new ArrayList<>();
    List<DeadLetter> deadLetters = new ArrayList<>(sourceDeadLetters);
    Map<String, Long> counters = new TreeMap<>();
    sourceDeadLetters.forEach(d -> counters.merge(d.reason().label(), 1L, Long::sum));
    long open = 0;
    for (TaskRunner<E, A, R> runner : tasks.values()) {
      panes.addAll(runner.output().panes);
      results.addAll(runner.output().results);
      late.addAll(runner.output().late);
      deadLetters.addAll(runner.output().deadLetters);
      count(runner.task().counters(), counters);
      open += runner.task().openWindows();
    }
    deadLetters.sort(
        Comparator.comparingInt(DeadLetter::partition).thenComparingLong(DeadLetter::offset));
    counters.values().removeIf(n -> n == 0);
    return new Outcome(panes, results, late, deadLetters, counters, open, nextOffsets);
  }

  /** Event time of the key space of a partition; 0 for a re-keyed function. */
  long watermarkMs(int partition) {
    return task(partition).task().watermarkMs();
  }

  @Override
  public void close() {
    tasks.values().forEach(TaskRunner::close);
  }

  private void arrive(Step.Arrival a) {
    long next = nextOffsets.getOrDefault(a.partition(), 0L);
    long offset = a.offset() == Step.Arrival.NEXT_OFFSET ? next : a.offset();
    if (offset < next) {
      throw new IllegalArgumentException(
          "Expected offsets of a partition to ascend, but one does not: partition="
              + a.partition()
              + ", offset="
              + offset
              + ", next="
              + next);
    }
    nextOffsets.put(a.partition(), offset + 1);
    if (rekeyed) {
      readSource(a, offset);
      task(0).pump();
      return;
    }
    TaskRunner<E, A, R> runner = task(a.partition());
    runner.append(
        new LogEntry.Data(
            offset, a.timestampMs(), a.key(), a.value(), a.partition(), offset, 0, nowMs));
    runner.pump();
  }

  /** Stage one (R1): the record goes to the re-key log, or its source is told to be awake. */
  private void readSource(Step.Arrival a, long offset) {
    SourceReader<E> source = source(a.partition());
    record.set(a.partition(), offset, a.timestampMs(), a.key(), a.value());
    source.read(record, nowMs, new RekeyLog());
    if (source.toldIdle()) {
      task(0).append(new LogEntry.Marker(rekeyOffset++, List.of(source.marker(nowMs))));
    }
  }

  private final class RekeyLog implements SourceReader.Target {
    @Override
    public void forward(InputRecord in, byte[] key, long watermarkMs, long readAtMs) {
      task(0)
          .append(
              new LogEntry.Data(
                  rekeyOffset++,
                  in.timestampMs(),
                  key,
                  in.value(),
                  in.partition(),
                  in.offset(),
                  watermarkMs,
                  readAtMs));
    }

    @Override
    public void reject(DeadLetter letter) {
      sourceDeadLetters.add(letter);
    }
  }

  private void skip(Step.Skip skip) {
    nextOffsets.merge(skip.partition(), skip.nextOffset(), Math::max);
    if (!rekeyed) {
      task(skip.partition()).append(new LogEntry.Gap(skip.nextOffset()));
      task(skip.partition()).pump();
    }
  }

  private void addPartition(int partition) {
    if (!rekeyed) {
      throw new IllegalArgumentException(
          "Expected a re-keyed function where a partition is added, but the keys of this one would"
              + " move: function="
              + name);
    }
    assign(partition);
    task(0).append(new LogEntry.Marker(rekeyOffset++, List.of(source(partition).marker(nowMs))));
    task(0).pump();
  }

  private void assign(int partition) {
    nextOffsets.put(partition, 0L);
    if (rekeyed) {
      sources.put(partition, new SourceReader<>(function.get(), partition, way, nowMs));
    } else {
      tasks.put(partition, newTask(partition, 0));
    }
  }

  private void passTo(long wallMs) {
    if (!rekeyed) {
      for (TaskRunner<E, A, R> runner : tasks.values()) {
        runner.append(new LogEntry.Silence(wallMs));
        runner.pump();
      }
      nowMs = Math.max(nowMs, wallMs);
      return;
    }
    long instant = nextInstant(wallMs);
    while (instant <= wallMs) {
      nowMs = instant;
      List<SourceMarker> markers = new ArrayList<>();
      sources.values().forEach(source -> markers.add(source.marker(nowMs)));
      task(0).append(new LogEntry.Marker(rekeyOffset++, markers));
      task(0).pump();
      instant = nextInstant(wallMs);
    }
    nowMs = Math.max(nowMs, wallMs);
  }

  /**
   * The next instant at which markers have something to tell; beyond the limit if there is none.
   */
  private long nextInstant(long limitMs) {
    long next = Long.MAX_VALUE;
    long allIdleAtMs = Long.MIN_VALUE;
    long largestMs = PartitionTask.NO_WATERMARK;
    for (SourceReader<E> source : sources.values()) {
      long idleAtMs = source.silence().idleAtMs();
      if (idleAtMs > nowMs) {
        next = Math.min(next, idleAtMs);
      }
      allIdleAtMs = Math.max(allIdleAtMs, idleAtMs);
      largestMs = Math.max(largestMs, source.watermarkMs());
    }
    task(0).flush();
    long timerMs = task(0).task().nextTimerMs();
    if (time.idlePolicy() == IdlePolicy.PACE
        && allIdleAtMs <= limitMs
        && largestMs != PartitionTask.NO_WATERMARK
        && timerMs != PartitionTask.NO_TIMER) {
      long dueMs = allIdleAtMs + Math.max(0, timerMs - largestMs);
      next = dueMs > nowMs ? Math.min(next, dueMs) : next;
    }
    return next;
  }

  private TaskRunner<E, A, R> newTask(int partition, int sourceCount) {
    return new TaskRunner<>(
        function, time, partition, sourceCount, way, nowMs, way.store().checkpoints());
  }

  private TaskRunner<E, A, R> task(int partition) {
    return known(tasks.get(partition), partition);
  }

  private SourceReader<E> source(int partition) {
    return known(sources.get(partition), partition);
  }

  private static <T> T known(@Nullable T found, int partition) {
    if (found == null) {
      throw new IllegalArgumentException(
          "Expected a partition of the script, but there is none of that number: partition="
              + partition);
    }
    return found;
  }

  private static void count(TaskCounters from, Map<String, Long> into) {
    into.merge("records", from.records(), Long::sum);
    into.merge("too_late", from.tooLate(), Long::sum);
    into.merge("partly_late", from.partlyLate(), Long::sum);
    for (RejectReason reason : RejectReason.values()) {
      into.merge(reason.label(), from.rejected(reason), Long::sum);
    }
    for (PaneKind kind : PaneKind.values()) {
      into.merge("panes." + kind.label(), from.panes(kind), Long::sum);
    }
  }
}
