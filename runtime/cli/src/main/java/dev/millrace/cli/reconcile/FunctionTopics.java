package dev.millrace.cli.reconcile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a function; empty or null where nothing is said.
 *
 * @param inputs several are a union (rule R5)
 * @param panes null for {@code <function>-panes}
 * @param late null for {@code <function>-late}, which need not exist
 * @param deadLetters null for {@code <function>-dead-letters}, which need not exist
 */
public record FunctionTopics(
    List<String> inputs,
    @Nullable String panes,
    @Nullable String late,
    @Nullable String deadLetters) {

  public FunctionTopics {
    inputs = List.copyOf(inputs);
  }

  /** These, and where nothing is said those of the other. */
  public FunctionTopics or(FunctionTopics other) {
    return new FunctionTopics(
        inputs.isEmpty() ? other.inputs : inputs,
        panes == null ? other.panes : panes,
        late == null ? other.late : late,
        deadLetters == null ? other.deadLetters : deadLetters);
  }
}
