package dev.millrace.functions;

import java.nio.charset.StandardCharsets;

/**
 * What a function may know of the pane that it finishes. All of it is a pure function of the log,
 * so that a replay gives the same.
 */
public interface WindowContext {

  /** The key's bytes as in the record; not to be modified. */
  byte[] keyBytes();

  /** The key as text (UTF-8). */
  default String key() {
    return new String(keyBytes(), StandardCharsets.UTF_8);
  }

  /**
   * First instant of the window in epoch milliseconds; {@link Long#MIN_VALUE} for the global
   * window.
   */
  long startMs();

  /**
   * First instant after the window in epoch milliseconds; {@link Long#MAX_VALUE} for the global
   * window.
   */
  long endMs();

  /** Why the pane fires. */
  PaneKind paneKind();

  /** Number of panes of this key and window before this one; from 0. */
  int paneIndex();
}
