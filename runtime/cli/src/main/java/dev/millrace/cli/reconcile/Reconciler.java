package dev.millrace.cli.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.CliException;
import dev.millrace.cli.kafka.EmittedPane;
import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.cli.kafka.SourceRecords;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.WindowSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Compares what a function has emitted for a closed period with a batch computation. */
public final class Reconciler<E, A, R> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FunctionDefinition<E, A, R> definition;
  private final BatchComputation<E, A, R> batch;
  private final EmittedPanes emitted = new EmittedPanes();
  private final SourceRecords unprocessed = new SourceRecords();
  private long rejected;
  private long deadLetters;
  private long late;

  /**
   * Begins with nothing read.
   *
   * @throws CliException if the function's panes cannot be compared window by window
   */
  public Reconciler(FunctionDefinition<E, A, R> definition) {
    this.definition = definition;
    this.batch = new BatchComputation<>(definition);
    if (definition.spec().accumulation() == AccumulationMode.DISCARDING) {
      throw notComparable("each pane holds only what is new", "accumulation=discarding");
    }
    if (definition.spec().window() instanceof WindowSpec.Global) {
      throw notComparable("its window never closes", "window=global");
    }
  }

  private CliException notComparable(String why, String value) {
    return new CliException(
        "Expected a function whose last pane of a window is its result, but "
            + why
            + ": function="
            + definition.spec().name()
            + ", "
            + value);
  }

  /** Takes a record of the dead-letter topic; before any input. */
  public void deadLetter(ConsumerRecord<byte[], byte[]> letter) {
    deadLetters++;
    unprocessed.addRejected(letter);
  }

  /** Takes a record of the late topic; before any input. */
  public void late(ConsumerRecord<byte[], byte[]> letter) {
    late++;
    unprocessed.addLate(letter);
  }

  /**
   * Takes a record of the input topic. What the function rejected for a reason that lies in the
   * record must be found again; a verdict by the clock or by user code is believed.
   */
  public void input(ConsumerRecord<byte[], byte[]> input) {
    String reason = unprocessed.reason(input.partition(), input.offset());
    boolean believed = reason.equals("future_ts") || reason.equals("function_failed");
    if (believed) {
      rejected++;
    } else if (!SourceRecords.isLate(reason) && !batch.add(input)) {
      rejected++;
    }
  }

  /** Takes a record of the output topic. */
  public void output(ConsumerRecord<byte[], byte[]> pane) {
    emitted.add(EmittedPane.of(pane));
  }

  /** What the function has emitted. */
  public EmittedPanes emitted() {
    return emitted;
  }

  /**
   * Compares all windows that lie in the period.
   *
   * @param untilMs event time up to which the function has closed its windows
   * @param maxExamples differences to keep
   */
  public Reconciliation compare(long fromMs, long untilMs, int maxExamples) {
    Set<KeyedWindow> windows = new TreeSet<>(batch.windows());
    windows.addAll(emitted.windows());
    List<Difference> examples = new ArrayList<>();
    long compared = 0;
    long differences = 0;
    for (KeyedWindow window : windows) {
      if (isInside(window, fromMs, untilMs)) {
        compared++;
        Difference difference = difference(window);
        if (difference != null) {
          differences++;
          addBounded(examples, difference, maxExamples);
        }
      }
    }
    return new Reconciliation(
        definition.spec().name(),
        fromMs,
        untilMs,
        batch.accepted(),
        rejected,
        deadLetters,
        late,
        compared,
        windows.size() - compared,
        emitted.panes(),
        emitted.byKind(),
        emitted.outOfSequence(),
        differences,
        examples);
  }

  private static void addBounded(List<Difference> list, Difference difference, int max) {
    if (list.size() < max) {
      list.add(difference);
    }
  }

  /** A session is complete only when the watermark is past its end (rule W6). */
  private boolean isInside(KeyedWindow window, long fromMs, long untilMs) {
    boolean session = definition.spec().window() instanceof WindowSpec.Session;
    boolean closed = session ? window.endMs() < untilMs : window.endMs() <= untilMs;
    return closed && window.startMs() >= fromMs;
  }

  private @Nullable Difference difference(KeyedWindow window) {
    EmittedPane pane = emitted.of(window);
    byte[] expected =
        pane == null
            ? batch.result(window, PaneKind.ON_TIME, 0)
            : batch.result(window, pane.kind(), pane.index());
    byte[] actual = pane == null ? null : pane.value();
    return isSame(expected, actual)
        ? null
        : new Difference(
            window.keyText(), window.startMs(), window.endMs(), text(expected), text(actual));
  }

  private static boolean isSame(byte @Nullable [] expected, byte @Nullable [] actual) {
    if (expected == null || actual == null) {
      return expected == actual;
    }
    return Arrays.equals(expected, actual) || isSameJson(expected, actual);
  }

  /** Fields may come in another order. */
  private static boolean isSameJson(byte[] expected, byte[] actual) {
    try {
      return JSON.readTree(expected).equals(JSON.readTree(actual));
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }
}
