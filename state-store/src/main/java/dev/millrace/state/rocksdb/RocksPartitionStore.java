package dev.millrace.state.rocksdb;

import dev.millrace.state.Directories;
import dev.millrace.state.KeyTable;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.Rebuildable;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.TimerTable;
import dev.millrace.state.ValueCodec;
import dev.millrace.state.WindowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of a partition, memory first (rule T1): tables are hash tables of live objects, and
 * RocksDB, opened when it is first needed, holds what was checkpointed or had to leave memory. In
 * the work directory:
 *
 * <pre>
 *   db/            RocksDB
 *   snapshot-N/    pinned files of a snapshot, until they are uploaded
 * </pre>
 *
 * Used by one thread, but for {@code close} of a pinned snapshot.
 */
public final class RocksPartitionStore implements PartitionStore {
  /** Eviction goes so much below the budget, that it need not come at every call. */
  private static final int SLACK_FRACTION = 32;

  /** With a snapshot open, so much above is accepted before it is finished in one go. */
  private static final int OVERDRAFT_FRACTION = 8;

  private final Path workDirectory;
  private final RocksSettings settings;
  private final StateDirectory restored;
  private final RocksDisk disk;
  private final StoreContext context;
  private final Map<String, RocksTable> tables = new TreeMap<>();
  private final Evictor evictor = new Evictor(tables.values());
  private final List<Rebuildable> beside = new ArrayList<>();
  private @Nullable RocksSnapshot snapshot;
  private long snapshots;

  private RocksPartitionStore(
      Path workDirectory, RocksMemory memory, RocksSettings settings, StateDirectory restored) {
    this.workDirectory = workDirectory;
    this.settings = settings;
    this.restored = restored;
    this.disk = new RocksDisk(database(workDirectory), memory);
    Schemas schemas = new Schemas();
    restored.schemas().forEach(schemas::put);
    this.context = new StoreContext(disk, schemas, settings.sortedAtOnce());
  }

  static RocksPartitionStore create(
      Path workDirectory, RocksMemory memory, RocksSettings settings) {
    Directories.makeEmpty(workDirectory);
    return new RocksPartitionStore(workDirectory, memory, settings, StateDirectory.EMPTY);
  }

  static RocksPartitionStore restore(
      Path workDirectory, Path snapshotDirectory, RocksMemory memory, RocksSettings settings) {
    Directories.makeEmpty(workDirectory);
    StateDirectory directory = StateDirectory.read(snapshotDirectory);
    try {
      takeOver(snapshotDirectory, database(workDirectory));
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to take a snapshot's files over, but could not: snapshot="
              + snapshotDirectory
              + ", workDirectory="
              + workDirectory,
          e);
    }
    return new RocksPartitionStore(workDirectory, memory, settings, directory);
  }

  private static Path database(Path workDirectory) {
    return workDirectory.resolve("db");
  }

  /** Links tables and values, which never change, and copies the others. */
  private static void takeOver(Path snapshotDirectory, Path database) throws IOException {
    Files.createDirectories(database);
    for (String name : Directories.fileNames(snapshotDirectory)) {
      Path source = snapshotDirectory.resolve(name);
      if (!RocksDisk.isData(name) || !link(source, database.resolve(name))) {
        Files.copy(source, database.resolve(name));
      }
    }
  }

  private static boolean link(Path source, Path target) {
    try {
      Files.createLink(target, source);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // another file system: it is copied
    }
  }

  @Override
  @SuppressWarnings("unchecked") // same name, same codec
  public <V> WindowTable<V> windowTable(String name, ValueCodec<V> codec) {
    String family = "windows." + name;
    RocksTable present = tables.get(family);
    return (WindowTable<V>)
        (present != null
            ? present
            : added(
                family,
                new RocksWindowTable<>(context, disk.family(family), format(family, codec))));
  }

  @Override
  @SuppressWarnings("unchecked") // same name, same codec
  public <V> KeyTable<V> keyTable(String name, ValueCodec<V> codec) {
    String family = "keys." + name;
    RocksTable present = tables.get(family);
    return (KeyTable<V>)
        (present != null
            ? present
            : added(
                family, new RocksKeyTable<>(context, disk.family(family), format(family, codec))));
  }

  @Override
  public TimerTable timerTable(String name) {
    String family = "timers." + name;
    RocksTable present = tables.get(family);
    return (TimerTable)
        (present != null
            ? present
            : added(
                family,
                new RocksTimerTable(context, disk.family(family), settings.timersInMemory())));
  }

  /** Refuses stored values that the codec cannot read, before any is (rule T4). */
  private <V> ValueFormat<V> format(String family, ValueCodec<V> codec) {
    ValueFormat<V> format = new ValueFormat<>(codec, context.schemas);
    for (StateDirectory.Part part : restored.tables().getOrDefault(family, List.of())) {
      part.schemaIds().stream().forEach(format::reader);
    }
    return format;
  }

  private RocksTable added(String family, RocksTable table) {
    table.restore(restored.tables().getOrDefault(family, List.of()));
    tables.put(family, table);
    return table;
  }

  @Override
  public StateSnapshot beginSnapshot(byte[] meta) {
    if (snapshot != null) {
      throw new IllegalStateException(
          "Expected no open snapshot, but there is one. Pin or abandon it first.");
    }
    Path target = workDirectory.resolve("snapshot-" + snapshots++);
    RocksSnapshot begun =
        new RocksSnapshot(context, directory(meta), target, () -> snapshot = null);
    tables.values().forEach(table -> table.segments().forEach(begun::add));
    context.begin(begun);
    snapshot = begun;
    return begun;
  }

  /** Of now; tables that nobody asked for since the restore stay as they were. */
  private StateDirectory directory(byte[] meta) {
    Map<String, List<StateDirectory.Part>> parts = new TreeMap<>(restored.tables());
    tables.forEach((family, table) -> parts.put(family, table.parts()));
    return new StateDirectory(meta.clone(), Map.copyOf(context.schemas.all()), parts);
  }

  @Override
  public byte[] restoredMeta() {
    return restored.meta().clone();
  }

  @Override
  public void count(Rebuildable beside) {
    this.beside.add(beside);
  }

  @Override
  public long memoryBytes() {
    long bytes = 0;
    for (RocksTable table : tables.values()) {
      bytes += table.memoryBytes();
    }
    for (int i = 0; i < beside.size(); i++) {
      bytes += beside.get(i).memoryBytes();
    }
    return bytes;
  }

  @Override
  public long spareBytes() {
    return Math.max(0, settings.memoryBudgetBytes().getAsLong() - memoryBytes());
  }

  @Override
  public long entryCount() {
    long count = 0;
    for (RocksTable table : tables.values()) {
      count += table.liveKeys();
    }
    for (String family : restored.tables().keySet()) {
      if (!tables.containsKey(family)) {
        count += restored.keyCount(family);
      }
    }
    return count;
  }

  @Override
  public void relieve() {
    context.tick++;
    context.measure();
    long budget = settings.memoryBudgetBytes().getAsLong();
    long bytes = memoryBytes();
    if (bytes <= budget) {
      return;
    }
    beside.forEach(Rebuildable::giveUp);
    bytes = memoryBytes();
    if (bytes <= budget) {
      return;
    }
    RocksSnapshot open = context.openSnapshot();
    if (open != null) {
      if (bytes <= budget + budget / OVERDRAFT_FRACTION) {
        return;
      }
      open.freeze();
    }
    evictor.relieve(budget - budget / SLACK_FRACTION, context.tick - 1);
  }

  @Override
  public void close() {
    disk.close();
  }
}
