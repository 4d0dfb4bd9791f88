package dev.millrace.state.rocksdb;

import dev.millrace.state.heap.ByteTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a hash table in the order of their keys, a run at a time: the smallest ones above
 * a key, sorted. A firing walks a window in portions, a new walk for each; the run outlives them,
 * so that a large window is scanned a bounded number of times and not once per portion.
 *
 * <p>A run stays true while keys leave memory for the disk or come back, for a walk asks the disk
 * as well; the owner must {@link #forget} it when keys are added or removed.
 *
 * <p>When a walk has ended, a run of all keys is kept for the next one, as long as no key leaves or
 * comes back: a slice is walked for each of its sliding windows. It costs a reference per key.
 */
final class SortedEntries {
  /** A window is scanned so many times at most; a run pins that part of its entries. */
  private static final int RUNS = 8;

  private static final StateEntry[] NONE = {};

  private final ByteTable<StateEntry> table;
  private final int smallestRun;
  private StateEntry[] run = NONE;
  private byte @Nullable [] runAfter;
  private boolean reachesEnd;
  private boolean known;
  private boolean cameBack;

  /** A key left for the disk since the run was sorted. */
  private boolean left;

  /** Kept for the next walk; none is under way. */
  private boolean atRest;

  SortedEntries(ByteTable<StateEntry> table, int smallestRun) {
    this.table = table;
    this.smallestRun = smallestRun;
  }

  /** Keys were added or removed. */
  void forget() {
    known = false;
    atRest = false;
    run = NONE;
  }

  /**
   * A key came back from the disk, which a run sorted before does not have; or has as it was when
   * it left, while it may change now and leave again.
   */
  void keyCameBack() {
    cameBack = true;
    forgetAtRest();
  }

  /** A key left for the disk: a run that is kept would keep it in memory all the same. */
  void keyLeft() {
    left = true;
    forgetAtRest();
  }

  private void forgetAtRest() {
    if (atRest) {
      forget();
    }
  }

  /** Whether a walk must ask the disk although memory has all its keys by now. */
  boolean needsDisk() {
    return known && cameBack;
  }

  /** A walk over the entries with a key above the given one (null: all). */
  Walk after(byte @Nullable [] afterKey) {
    return new Walk(afterKey);
  }

  /** Goes through one run after another. */
  final class Walk {
    private StateEntry[] entries = NONE;
    private int at;
    private boolean last;

    private Walk(byte @Nullable [] afterKey) {
      moveTo(afterKey);
    }

    /** The entry that the walk stands at, or null at the end. */
    @Nullable StateEntry head() {
      return at < entries.length ? entries[at] : null;
    }

    /** Moves on from {@link #head}, which is there. */
    void step() {
      at++;
      if (at == entries.length) {
        if (last) {
          ended();
        } else {
          moveTo(entries[at - 1].key());
        }
      }
    }

    private void moveTo(byte @Nullable [] afterKey) {
      if (!covers(afterKey)) {
        fill(afterKey);
      }
      atRest = false;
      entries = run;
      last = reachesEnd;
      at = afterKey == null ? 0 : firstAbove(entries, afterKey);
      if (at == entries.length && !last) {
        fill(afterKey);
        entries = run;
        last = reachesEnd;
        at = 0;
      }
    }
  }

  private void ended() {
    if (runAfter == null && !left && !cameBack) {
      atRest = true;
    } else {
      forget();
    }
  }

  /** Whether the entry after that key is in the run, or the run says that there is none. */
  private boolean covers(byte @Nullable [] afterKey) {
    if (!known) {
      return false;
    }
    byte[] lower = runAfter;
    return lower == null || (afterKey != null && Arrays.compareUnsigned(afterKey, lower) >= 0);
  }

  private static int firstAbove(StateEntry[] entries, byte[] key) {
    int low = 0;
    int high = entries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(entries[middle].key(), key) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void fill(byte @Nullable [] afterKey) {
    int most = Math.max(smallestRun, table.size() / RUNS);
    ByteTable.Entry[] filled = table.smallest(afterKey, most);
    run = Arrays.copyOf(filled, filled.length, StateEntry[].class);
    runAfter = afterKey;
    reachesEnd = table.size() <= most || filled.length < most;
    known = true;
    cameBack = false;
    left = false;
  }
}
