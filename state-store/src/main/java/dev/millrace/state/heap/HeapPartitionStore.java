package dev.millrace.state.heap;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.KeyTable;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.Rebuildable;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.TimerTable;
import dev.millrace.state.ValueCodec;
import dev.millrace.state.WindowTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * State of a partition in memory only, with a snapshot that is one file. For tests and tiny state:
 * a snapshot encodes everything when it begins, and nothing is ever moved to disk.
 */
public final class HeapPartitionStore implements PartitionStore {
  private final Path workDirectory;
  private final byte[] restoredMeta;
  private final Map<String, HeapImage.Section> unopened;
  private final Map<String, HeapNamed> tables = new TreeMap<>();
  private final List<Rebuildable> beside = new ArrayList<>();
  private boolean snapshotOpen;
  private long snapshots;

  private HeapPartitionStore(Path workDirectory, HeapImage restored) {
    this.workDirectory = workDirectory;
    this.restoredMeta = restored.meta();
    this.unopened = new TreeMap<>(restored.sections());
  }

  /** An empty store that puts pinned snapshots into the directory; nothing is written before. */
  public static HeapPartitionStore create(Path workDirectory) {
    return new HeapPartitionStore(workDirectory, HeapImage.EMPTY);
  }

  /**
   * A store with the state of a snapshot.
   *
   * @throws CorruptStateException if the directory does not hold one
   */
  public static HeapPartitionStore restore(Path workDirectory, Path snapshotDirectory) {
    return new HeapPartitionStore(workDirectory, HeapImage.read(snapshotDirectory));
  }

  /**
   * A store with the state of an image, without any file; its snapshots go to the directory.
   *
   * @param image what {@link #encode} gave
   * @throws CorruptStateException if it is none
   */
  public static HeapPartitionStore decode(Path workDirectory, byte[] image) {
    return new HeapPartitionStore(workDirectory, HeapImage.read(image));
  }

  /** The state as it is now with the {@code meta}: what a snapshot's file holds. */
  public byte[] encode(byte[] meta) {
    try {
      return HeapImage.of(unopened, tables, meta).bytes();
    } catch (IOException e) {
      throw new StateStoreException("Expected to encode the state, but a codec failed", e);
    }
  }

  /** Makes such stores. */
  public static PartitionStoreFactory factory() {
    return new PartitionStoreFactory() {
      @Override
      public PartitionStore create(Path workDirectory) {
        return HeapPartitionStore.create(workDirectory);
      }

      @Override
      public PartitionStore restore(Path workDirectory, Path snapshotDirectory) {
        return HeapPartitionStore.restore(workDirectory, snapshotDirectory);
      }
    };
  }

  @Override
  @SuppressWarnings("unchecked") // same name, same codec
  public <V> WindowTable<V> windowTable(String name, ValueCodec<V> codec) {
    return (WindowTable<V>) named("windows." + name, () -> HeapNamed.windows(codec)).table();
  }

  @Override
  @SuppressWarnings("unchecked") // same name, same codec
  public <V> KeyTable<V> keyTable(String name, ValueCodec<V> codec) {
    return (KeyTable<V>) named("keys." + name, () -> HeapNamed.keys(codec)).table();
  }

  @Override
  public TimerTable timerTable(String name) {
    return (TimerTable) named("timers." + name, HeapNamed::timers).table();
  }

  private HeapNamed named(String name, Supplier<HeapNamed> maker) {
    HeapNamed present = tables.get(name);
    if (present != null) {
      return present;
    }
    HeapNamed made = maker.get();
    HeapImage.Section section = unopened.get(name);
    if (section != null) {
      section.load(made);
      unopened.remove(name);
    }
    tables.put(name, made);
    return made;
  }

  @Override
  public StateSnapshot beginSnapshot(byte[] meta) {
    if (snapshotOpen) {
      throw new IllegalStateException("Expected no open snapshot, but there is one. Pin it first.");
    }
    HeapImage image;
    try {
      image = HeapImage.of(unopened, tables, meta);
    } catch (IOException e) {
      throw new StateStoreException("Expected to encode the state, but a codec failed", e);
    }
    snapshotOpen = true;
    Path target = workDirectory.resolve("snapshot-" + snapshots++);
    return new HeapSnapshot(image, target, () -> snapshotOpen = false);
  }

  @Override
  public byte[] restoredMeta() {
    return restoredMeta.clone();
  }

  @Override
  public void count(Rebuildable beside) {
    this.beside.add(beside);
  }

  @Override
  public long memoryBytes() {
    return tables.values().stream().mapToLong(HeapNamed::memoryBytes).sum()
        + beside.stream().mapToLong(Rebuildable::memoryBytes).sum();
  }

  /** There is no budget. */
  @Override
  public long spareBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public long entryCount() {
    long below = unopened.values().stream().mapToLong(HeapImage.Section::entryCount).sum();
    return below + tables.values().stream().mapToLong(HeapNamed::entryCount).sum();
  }

  @Override
  public void relieve() {}

  @Override
  public void close() {}
}
