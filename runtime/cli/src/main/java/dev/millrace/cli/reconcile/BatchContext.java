package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;

/**
 * What a function may see of a pane that is computed again.
 *
 * @param paneKind and {@code paneIndex}: those of the pane it is compared with
 */
record BatchContext(KeyedWindow window, PaneKind paneKind, int paneIndex) implements WindowContext {
  @Override
  public byte[] keyBytes() {
    return window.key().array();
  }

  @Override
  public long startMs() {
    return window.startMs();
  }

  @Override
  public long endMs() {
    return window.endMs();
  }
}
