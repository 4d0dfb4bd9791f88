package dev.millrace.engine.operator;

import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.TaskCounters;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.accumulate.PaneStateCodec;
import dev.millrace.engine.accumulate.SessionTables;
import dev.millrace.engine.accumulate.SessionsCodec;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.trigger.EarlyTrigger;
import dev.millrace.engine.window.WindowAssigners;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.state.PartitionStore;

/** Chooses the layout of state for a function, and puts its stages together. */
public final class WindowOperators {
  private WindowOperators() {}

  /**
   * The operator of a function.
   *
   * @throws IllegalArgumentException if the settings contradict each other
   */
  public static <E, A, R> WindowOperator<E> create(
      FunctionDefinition<E, A, R> definition,
      PartitionStore store,
      TaskCounters counters,
      TaskOutput output) {
    FunctionSpec spec = definition.spec();
    if (definition.code() instanceof PerRecord<E, A, R> code) {
      boolean ownKey = definition.key() == null;
      return new RecordOperator<>(code.function(), definition.encoder(), ownKey, counters, output);
    }
    PaneEmitter<A, R> emitter =
        new PaneEmitter<>(
            definition.function(),
            definition.encoder(),
            spec.accumulation(),
            keepsLastValue(spec),
            counters,
            output);
    OperatorParts<E, A> parts =
        new OperatorParts<>(
            WindowLife.of(spec),
            new Folding<>(definition.function(), definition.stateType().atomic()),
            new EarlyTrigger(spec.emission()),
            emitter,
            announcesClose(spec));
    if (spec.window() instanceof WindowSpec.Session session) {
      checkSessions(spec, parts.folding());
      return sessions(session.gapMs(), definition, parts, store);
    }
    if (isSliced(definition) && spec.window() instanceof WindowSpec.Sliding sliding) {
      return new SlicedOperator<>(sliding, parts, definition.stateType(), store);
    }
    return new AlignedOperator<>(
        WindowAssigners.aligned(spec.window()),
        parts,
        store.windowTable("windows", new PaneStateCodec<>(definition.stateType())));
  }

  /** Name of the layout of state: state of one is not to be read as state of another. */
  public static String layout(FunctionDefinition<?, ?, ?> definition) {
    if (definition.spec().isStateless()) {
      return "none";
    }
    if (definition.spec().window() instanceof WindowSpec.Session) {
      return "sessions";
    }
    return isSliced(definition) ? "slices" : "windows";
  }

  /** Whether windows are merged from slices (rule T3): if they can be, and every pane holds all. */
  private static boolean isSliced(FunctionDefinition<?, ?, ?> definition) {
    FunctionSpec spec = definition.spec();
    return spec.window() instanceof WindowSpec.Sliding
        && definition.function() instanceof MergeableWindowFunction<?, ?, ?>
        && spec.emission().mode() != EmissionMode.EARLY
        && (spec.accumulation() != AccumulationMode.DISCARDING || !revises(spec));
  }

  /** Whether the value of the last pane must be kept, to be retracted or repeated. */
  private static boolean keepsLastValue(FunctionSpec spec) {
    return spec.accumulation() == AccumulationMode.RETRACTING
        || announcesClose(spec)
        || (spec.window() instanceof WindowSpec.Session && revises(spec));
  }

  private static boolean announcesClose(FunctionSpec spec) {
    return spec.emission().announceClose() && WindowLife.of(spec).keepsFired();
  }

  /** Whether a window may have more than one pane. */
  private static boolean revises(FunctionSpec spec) {
    return spec.emission().mode() == EmissionMode.EARLY || WindowLife.of(spec).keepsFired();
  }

  private static <E, A> WindowOperator<E> sessions(
      long gapMs,
      FunctionDefinition<E, A, ?> definition,
      OperatorParts<E, A> parts,
      PartitionStore store) {
    SessionTables<A> tables =
        new SessionTables<>(
            store,
            new SessionsCodec<>(definition.stateType()),
            parts.life(),
            gapMs,
            parts.announceClose());
    return new SessionOperator<>(gapMs, parts, tables);
  }

  private static void checkSessions(FunctionSpec spec, Folding<?, ?> folding) {
    if (!folding.canMerge()) {
      throw new IllegalArgumentException(
          "Expected session windows to have accumulators that merge, but the function has no merge:"
              + " function="
              + spec.name()
              + ". Implement MergeableWindowFunction.");
    }
    if (spec.accumulation() == AccumulationMode.DISCARDING && revises(spec)) {
      throw new IllegalArgumentException(
          "Expected sessions with several panes to accumulate or retract, but they discard:"
              + " function="
              + spec.name()
              + ". A session that grows takes back its last pane only; use accumulating.");
    }
  }
}
