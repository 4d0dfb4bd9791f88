package dev.millrace.cli.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * The topics of a function; null where nothing is said.
 *
 * @param panes null for {@code <function>-panes}
 * @param late null for {@code <function>-late}, which need not exist
 * @param deadLetters null for {@code <function>-dead-letters}, which need not exist
 */
public record FunctionTopics(
    @Nullable String input,
    @Nullable String panes,
    @Nullable String late,
    @Nullable String deadLetters) {

  /** These, and where nothing is said those of the other. */
  public FunctionTopics or(FunctionTopics other) {
    return new FunctionTopics(
        input == null ? other.input : input,
        panes == null ? other.panes : panes,
        late == null ? other.late : late,
        deadLetters == null ? other.deadLetters : deadLetters);
  }
}
