package dev.millrace.state.rocksdb;

import dev.millrace.state.Directories;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot by copy on touch (rule C1): it holds the lists of entries that were dirty when it
 * began and writes them to RocksDB little by little. Until it is frozen nothing newer may reach the
 * disk.
 *
 * <pre>
 *   begin → step … step → freeze (checkpoint by hard links) → pin
 *             └──────────── abandon ───────────┘
 * </pre>
 */
final class RocksSnapshot implements StateSnapshot {

  /** Dirty entries of one segment, and how far they are written. */
  private static final class Pending {
    final Segment segment;
    final List<StateEntry> entries;
    int next;

    Pending(Segment segment, List<StateEntry> entries) {
      this.segment = segment;
      this.entries = entries;
    }
  }

  private final StoreContext context;
  private final StateDirectory directory;
  private final Path target;
  private final Runnable whenDone;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private boolean written;
  private @Nullable List<String> files;

  RocksSnapshot(StoreContext context, StateDirectory directory, Path target, Runnable whenDone) {
    this.context = context;
    this.directory = directory;
    this.target = target;
    this.whenDone = whenDone;
  }

  void add(Segment segment) {
    List<StateEntry> entries = segment.takeDirty();
    if (!entries.isEmpty()) {
      pending.add(new Pending(segment, entries));
    }
  }

  @Override
  public boolean step(int maxEntries) {
    int left = maxEntries;
    while (left > 0 && !pending.isEmpty()) {
      Pending first = pending.getFirst();
      if (first.next == first.entries.size()) {
        pending.removeFirst();
      } else {
        first.segment.writeIfPending(first.entries.get(first.next++));
        left--;
      }
    }
    if (pending.isEmpty() && !written) {
      written = true;
      context.disk.startFlush();
    }
    return pending.isEmpty();
  }

  @Override
  public boolean isSettled() {
    return files != null || !context.disk.isFlushing();
  }

  /** Writes the rest and fixes the files; from then on the store may write what is newer. */
  void freeze() {
    if (files != null) {
      return;
    }
    step(Integer.MAX_VALUE);
    try {
      files = checkpoint();
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to pin a snapshot, but could not: directory=" + target, e);
    }
    context.release();
  }

  private List<String> checkpoint() throws IOException {
    if (context.disk.exists()) {
      context.disk.checkpoint(target);
      for (String name : Directories.fileNames(target)) {
        if (!isNeeded(name)) {
          Files.delete(target.resolve(name));
        }
      }
    } else {
      Directories.makeEmpty(target);
    }
    Files.write(target.resolve(StateDirectory.FILE), directory.encode());
    return Directories.fileNames(target);
  }

  /** Options are given when opening; the write-ahead log is not in use. */
  private static boolean isNeeded(String name) {
    return RocksDisk.isData(name) || name.equals("CURRENT") || name.startsWith("MANIFEST-");
  }

  @Override
  public PinnedState pin() {
    freeze();
    whenDone.run();
    return new PinnedState(target, Objects.requireNonNull(files), directory.meta());
  }

  @Override
  public void abandon() {
    if (files != null) {
      Directories.delete(target);
    } else {
      pending.forEach(rest -> rest.segment.giveBack(rest.entries));
      pending.clear();
      context.release();
    }
    whenDone.run();
  }
}
