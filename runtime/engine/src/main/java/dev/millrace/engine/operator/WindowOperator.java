package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.WindowView;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.window.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The window, accumulate, trigger, emit and purge stages for one layout of state, or for none.
 * Called in the order of rule W4: {@link #add}, then {@link #emitTouched} and {@link #advance} with
 * the watermark after the record, then {@link #fire} until nothing is pending.
 */
public interface WindowOperator<E> {

  /**
   * Judges a record by the watermark before it and adds it to its windows that live.
   *
   * @param record valid until the next one is added
   * @param key where what is added lives; of no meaning where nothing is kept
   * @throws RejectedException if user code threw; unless it says otherwise the state is as before
   */
  Verdict add(InputRecord record, byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException;

  /** Emits what the record just added causes by itself: retractions, early and late panes. */
  void emitTouched(long watermarkMs);

  /** Notes that the watermark moved: forgets what is gone, and finds what is to fire. */
  void advance(long fromMs, long toMs);

  /** Where panes and results go from now on. */
  void output(TaskOutput output);

  /** Whether {@link #fire} has something to do. */
  boolean isFiring();

  /**
   * Emits up to so many panes of what is due, by (end, start, key). A retraction and the pane that
   * follows it stay together, so that one more may come.
   *
   * @param through stops after this pane; null for no such bound
   * @return how many panes
   */
  int fire(int maxPanes, @Nullable FireCursor through);

  /** The last pane emitted while {@link #isFiring}; null if none was yet. */
  @Nullable FireCursor cursor();

  /**
   * The smallest watermark at which something fires or is announced; {@link
   * dev.millrace.engine.time.TimeMath#NEVER} if nothing does.
   */
  long nextTimerMs(long watermarkMs);

  /** (key, window) pairs that have not fired. */
  long openWindows();

  /** Sets what {@link #openWindows} was when the state was written. */
  void restoreOpenWindows(long openWindows);

  /** Adds the windows of a key, by (end, start). */
  void inspect(byte[] key, long watermarkMs, List<WindowView> into);
}
