package dev.millrace.cli.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * The topics of a function.
 *
 * @param late and {@code deadLetters}: null for the default name, which need not exist
 */
public record FunctionTopics(
    String input, String panes, @Nullable String late, @Nullable String deadLetters) {

  /** The topics by their default names. */
  public static FunctionTopics of(String function, String input) {
    return new FunctionTopics(input, function + "-panes", null, null);
  }
}
