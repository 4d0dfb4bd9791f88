package dev.millrace.functions.spec;

import java.util.ArrayList;
import java.util.List;

/** Which settings of a function go together. The same for annotations, documents and the CRD. */
public final class SpecRules {

  private SpecRules() {}

  /**
   * Two settings that cannot both hold.
   *
   * @param setting the one to change: window, emission, accumulation, lateness or key
   * @param message what was expected and what was seen
   * @param remedy what to do
   */
  public record Contradiction(String setting, String message, String remedy) {}

  /** All contradictions within a specification; empty if it can run. */
  public static List<Contradiction> contradictions(FunctionSpec spec) {
    List<Contradiction> found = new ArrayList<>();
    checkWindow(spec, found);
    checkTriggers(spec.emission(), found);
    checkClose(spec, found);
    checkDiscarding(spec, found);
    return List.copyOf(found);
  }

  private static void checkWindow(FunctionSpec spec, List<Contradiction> found) {
    if (spec.window() instanceof WindowSpec.Sliding sliding
        && sliding.slideMs() > sliding.sizeMs()) {
      found.add(
          new Contradiction(
              "window",
              "Expected the slide to be at most the size, but records between the windows would be"
                  + " lost: size="
                  + Durations.format(sliding.sizeMs())
                  + ", slide="
                  + Durations.format(sliding.slideMs()),
              "Make the slide smaller, or filter the records where they are written."));
    }
    if (spec.window() instanceof WindowSpec.Global) {
      checkGlobal(spec, found);
    }
  }

  private static void checkGlobal(FunctionSpec spec, List<Contradiction> found) {
    if (spec.emission().mode() != EmissionMode.EARLY) {
      found.add(
          new Contradiction(
              "emission",
              "Expected the global window to have an early trigger, but it would never emit, as it"
                  + " has no end: mode="
                  + spec.emission().mode(),
              "Set the emission to EARLY with everyRecords or every."));
    }
    if (spec.time().allowedLatenessMs() > 0) {
      found.add(
          new Contradiction(
              "lateness",
              "Expected no allowed lateness on the global window, as nothing is late in it, but it"
                  + " is set: allowed="
                  + Durations.format(spec.time().allowedLatenessMs()),
              "Remove the lateness."));
    }
  }

  private static void checkTriggers(EmissionSpec emission, List<Contradiction> found) {
    boolean hasTrigger = emission.everyRecords() > 0 || emission.everyMs() > 0;
    if (emission.mode() == EmissionMode.EARLY && !hasTrigger) {
      found.add(
          new Contradiction(
              "emission",
              "Expected early emission to say how often, but there is neither everyRecords nor"
                  + " every",
              "Set everyRecords, every, or both."));
    }
    if (emission.mode() != EmissionMode.EARLY && hasTrigger) {
      found.add(
          new Contradiction(
              "emission",
              "Expected everyRecords and every with early emission only, but the mode is another:"
                  + " mode="
                  + emission.mode()
                  + ", everyRecords="
                  + emission.everyRecords()
                  + ", every="
                  + Durations.format(emission.everyMs()),
              "Set the mode to EARLY, or remove the trigger."));
    }
  }

  private static void checkClose(FunctionSpec spec, List<Contradiction> found) {
    if (!spec.emission().announceClose()) {
      return;
    }
    if (spec.time().allowedLatenessMs() == 0) {
      found.add(
          new Contradiction(
              "lateness",
              "Expected announceClose with an allowed lateness only, but there is none: the on-time"
                  + " pane is final already",
              "Allow some lateness, or remove announceClose."));
    }
    if (spec.emission().mode() == EmissionMode.ON_CLOSE) {
      found.add(
          new Contradiction(
              "emission",
              "Expected announceClose with other emission modes than ON_CLOSE, but that one emits"
                  + " its only pane at the close already",
              "Remove announceClose."));
    }
    if (spec.accumulation() == AccumulationMode.DISCARDING) {
      found.add(
          new Contradiction(
              "accumulation",
              "Expected announceClose with accumulating or retracting panes, but a reader that adds"
                  + " up discarding panes would count the repeated one twice",
              "Remove announceClose, or do not discard."));
    }
  }

  /** A merge takes back what was emitted (W6); of discarded panes the sum is no longer known. */
  private static void checkDiscarding(FunctionSpec spec, List<Contradiction> found) {
    boolean canEmitAgain =
        spec.emission().mode() == EmissionMode.EARLY
            || (spec.time().allowedLatenessMs() > 0
                && spec.emission().mode() != EmissionMode.ON_CLOSE);
    if (spec.window() instanceof WindowSpec.Session
        && spec.accumulation() == AccumulationMode.DISCARDING
        && canEmitAgain) {
      found.add(
          new Contradiction(
              "accumulation",
              "Expected sessions that can be emitted more than once to accumulate or retract, but"
                  + " discarded panes of merged sessions cannot be taken back: mode="
                  + spec.emission().mode()
                  + ", allowedLateness="
                  + Durations.format(spec.time().allowedLatenessMs()),
              "Use ACCUMULATING or RETRACTING, or emit once (ON_COMPLETE without lateness, or"
                  + " ON_CLOSE)."));
    }
  }
}
