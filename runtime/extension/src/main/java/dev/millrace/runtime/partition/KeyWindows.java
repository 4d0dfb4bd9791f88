package dev.millrace.runtime.partition;

import dev.millrace.engine.Pane;
import dev.millrace.engine.WindowView;
import java.util.List;

/**
 * What a partition knows of the windows of a key.
 *
 * @param held windows in the state: open, or fired and not yet purged
 * @param recent the last pane of windows that are in the state no more, oldest first; only of those
 *     that this pod has emitted since it took the partition, and has not forgotten since
 * @param recentSince offset from which on panes were remembered; -1 while replaying
 * @param forgotten panes since then that had to make room for newer ones
 */
public record KeyWindows(
    List<WindowView> held, List<Pane> recent, long recentSince, long forgotten) {

  /** A partition without windows, or one that is not open. */
  public static final KeyWindows NONE = new KeyWindows(List.of(), List.of(), -1, 0);

  /** Copies the lists. */
  public KeyWindows {
    held = List.copyOf(held);
    recent = List.copyOf(recent);
  }

  /** Leaves out remembered panes of windows that are still held. */
  static KeyWindows of(List<WindowView> held, List<Pane> panes, long since, long forgotten) {
    List<Pane> gone =
        panes.stream()
            .filter(pane -> held.stream().noneMatch(view -> isSameWindow(view, pane)))
            .toList();
    return new KeyWindows(held, gone, since, forgotten);
  }

  private static boolean isSameWindow(WindowView view, Pane pane) {
    return view.startMs() == pane.startMs() && view.endMs() == pane.endMs();
  }
}
