package dev.millrace.cli.guarantees;

import dev.millrace.cli.guarantees.Weakness.Kind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import java.util.ArrayList;
import java.util.List;

/** What a function's own settings ask of others (rules W3, W7, W8, W9, E1). Pure. */
final class FunctionWeaknesses {
  private final FunctionSpec spec;
  private final List<Weakness> found = new ArrayList<>();

  private FunctionWeaknesses(FunctionSpec spec) {
    this.spec = spec;
  }

  static List<Weakness> of(FunctionSpec spec) {
    FunctionWeaknesses weaknesses = new FunctionWeaknesses(spec);
    if (!spec.isStateless()) {
      weaknesses.panes();
      weaknesses.time();
      weaknesses.keys();
    }
    weaknesses.errors();
    return weaknesses.found;
  }

  private void panes() {
    if (spec.accumulation() == AccumulationMode.DISCARDING) {
      add(
          Kind.READER,
          "panes",
          "accumulation=discarding",
          "A pane holds only what came since the last one; a total is the sum of all panes.",
          "Add panes up, each pane index once; or let them accumulate.");
    }
    if (spec.emission().mode() == EmissionMode.EARLY) {
      add(
          Kind.READER,
          "panes",
          "emission=early",
          "Early panes say how far a window is, and are revised: none is final (W9).",
          "Let later panes replace earlier ones, or wait for millrace-final=true.");
    }
    long latenessMs = spec.time().allowedLatenessMs();
    if (latenessMs > 0 && spec.emission().mode() != EmissionMode.ON_CLOSE) {
      add(
          Kind.READER,
          "panes",
          "allowedLateness=" + latenessMs + " ms",
          "For so long after its end late records revise a window that has been emitted.",
          "Let the last pane count; emission on-close gives one final pane instead.");
    }
  }

  private void time() {
    TimeSpec time = spec.time();
    add(
        Kind.ASIDE,
        "late records",
        "outOfOrderness="
            + time.outOfOrdernessMs()
            + " ms, allowedLateness="
            + time.allowedLatenessMs()
            + " ms",
        "A record behind both is in no result. It is counted and kept in the late topic (W3).",
        "Watch millrace.late, and allow for what really comes.");
    if (time.useRecordTimestamp()) {
      add(
          Kind.WRONG,
          "time",
          "event time=Kafka's timestamp",
          "If the topic stamps records on arrival, windows follow the producer's delays.",
          "Read event time from the record, or set message.timestamp.type=CreateTime.");
    }
    boolean waits = time.idlePolicy() == IdlePolicy.STALL || time.idleTimeoutMs() == TimeSpec.NEVER;
    if (waits) {
      add(
          Kind.HALT,
          "time",
          "idle policy stalls",
          "A partition that falls silent holds its windows open; the last one never closes (W8).",
          "Set an idle timeout and a policy other than stall.");
    }
  }

  private void keys() {
    if (spec.keySource() == KeySource.ALREADY_KEYED) {
      add(
          Kind.WRONG,
          "keys",
          "@AlreadyKeyed",
          "Where the topic is not keyed so, a key has several partial results. Only samples are"
              + " checked.",
          "Watch millrace.keys.scattered, or let the function re-key.");
    }
  }

  private void errors() {
    if (spec.onError() == ErrorPolicy.STOP) {
      add(
          Kind.HALT,
          "errors",
          "onError=stop",
          "One record that cannot be processed stops its partition.",
          "Dead letters keep the others going.");
    } else {
      add(
          Kind.ASIDE,
          "errors",
          "onError=dead-letter",
          "A record that cannot be processed is in no result. It is counted and kept, with the"
              + " reason, in the dead-letter topic.",
          "Watch millrace.rejected.");
    }
  }

  private void add(Kind kind, String link, String seen, String means, String remedy) {
    found.add(new Weakness(kind, link, seen, means, remedy));
  }
}
