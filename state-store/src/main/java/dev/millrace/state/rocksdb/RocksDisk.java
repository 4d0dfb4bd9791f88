package dev.millrace.state.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.Directories;
import dev.millrace.state.StateStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;

/**
 * The database of one partition, opened when it is first needed. Writes are gathered into a batch,
 * which is applied before anything is read. No write-ahead log: the state is a cache of the last
 * checkpoint. One column family per table, named as the table.
 */
final class RocksDisk implements AutoCloseable {
  private static final String UNFLUSHED = "rocksdb.num-immutable-mem-table";
  private static final String ERRORS = "rocksdb.background-errors";
  private static final String VALUES = ".blob";
  private static final long BATCH_BYTES = 256L << 10;
  private static final String DEFAULT_FAMILY = new String(RocksDB.DEFAULT_COLUMN_FAMILY, UTF_8);

  private final Path directory;
  private final RocksMemory memory;
  private @Nullable RocksResources resources;
  private @Nullable RocksDB database;
  private @Nullable WriteBatch batch;
  private final Map<String, ColumnFamilyHandle> handles = new HashMap<>();
  private final Map<ColumnFamilyHandle, ValueFiles> valueFiles = new HashMap<>();

  RocksDisk(Path directory, RocksMemory memory) {
    this.directory = directory;
    this.memory = memory;
  }

  /** A table's part of the database; knows its handle once the database is open. */
  final class Family {
    private final String name;
    private @Nullable ColumnFamilyHandle handle;

    private Family(String name) {
      this.name = name;
    }

    byte @Nullable [] get(byte[] key) {
      try {
        RocksDB open = applied();
        return open.get(handle(), key);
      } catch (RocksDBException e) {
        throw failure("read", e);
      }
    }

    void put(byte[] key, byte[] value) {
      try {
        ColumnFamilyHandle target = handle();
        batch().put(target, key, value);
        applyIfLarge();
      } catch (RocksDBException e) {
        throw failure("write", e);
      }
    }

    void delete(byte[] key) {
      try {
        ColumnFamilyHandle target = handle();
        batch().delete(target, key);
        applyIfLarge();
      } catch (RocksDBException e) {
        throw failure("write", e);
      }
    }

    /** Deletes {@code [from, to)} by one tombstone, and files that lie wholly within if asked. */
    void deleteRange(byte[] from, byte[] to, boolean dropFiles) {
      try {
        RocksDB open = applied();
        open.deleteRange(handle(), Objects.requireNonNull(resources).write, from, to);
        if (dropFiles) {
          open.deleteFilesInRanges(handle(), List.of(from, to), false);
        }
      } catch (RocksDBException e) {
        throw failure("delete a range", e);
      }
    }

    /** Walks from the key (null: the first) to below the bound (null: the last); to be closed. */
    DiskCursor walk(byte @Nullable [] from, byte @Nullable [] below) {
      RocksDB open = applied();
      return new DiskCursor(open, handle(), from, below);
    }

    private ColumnFamilyHandle handle() {
      if (handle == null) {
        handle = openFamily(name);
      }
      return handle;
    }
  }

  Family family(String name) {
    return new Family(name);
  }

  /** Whether there is a database: opened by a write, or restored and not opened yet. */
  boolean exists() {
    return database != null || hasFiles();
  }

  private boolean hasFiles() {
    return Files.exists(directory.resolve("CURRENT"));
  }

  /** Whether a file of that name holds keys or values; such files never change. */
  static boolean isData(String name) {
    return name.endsWith(".sst") || name.endsWith(VALUES);
  }

  /** Begins to write what is in memtables to files, without waiting. */
  void startFlush() {
    if (database != null) {
      try (FlushOptions flush = new FlushOptions().setWaitForFlush(false)) {
        RocksDB open = applied();
        long[] sizes = valueFileSizes();
        for (ColumnFamilyHandle family : handles.values()) {
          adjust(open, family, sizes);
        }
        open.flush(flush, List.copyOf(handles.values()));
      } catch (RocksDBException e) {
        throw failure("flush", e);
      }
    }
  }

  /** RocksDB writes all its options down when one changes, so it is told of changes only. */
  private void adjust(RocksDB open, ColumnFamilyHandle family, long[] files)
      throws RocksDBException {
    ValueFiles wanted =
        ValueFiles.of(
            new ValueFiles.Sizes(
                open.getLongProperty(family, "rocksdb.cur-size-active-mem-table"),
                open.getLongProperty(family, "rocksdb.live-sst-files-size"),
                open.getLongProperty(family, "rocksdb.live-blob-file-size"),
                open.getLongProperty(family, "rocksdb.live-blob-file-garbage-size")),
            files);
    ValueFiles before = valueFiles.getOrDefault(family, ValueFiles.INITIAL);
    if (!wanted.equals(before)) {
      int count = Math.toIntExact(open.getLongProperty(family, "rocksdb.num-blob-files"));
      open.setOptions(
          family,
          MutableColumnFamilyOptions.builder()
              .setEnableBlobFiles(wanted.separate())
              .setBlobGarbageCollectionAgeCutoff(wanted.cutoff(count))
              .build());
      valueFiles.put(family, wanted);
    }
  }

  /** Of all families: as a rule one has values so large. The oldest, which are numbered, first. */
  private long[] valueFileSizes() {
    try {
      return Directories.fileNames(directory).stream()
          .filter(name -> name.endsWith(VALUES))
          // Six digits, and more when those are used up.
          .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
          .mapToLong(name -> directory.resolve(name).toFile().length())
          .toArray();
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to list the files of a state, but could not: directory=" + directory, e);
    }
  }

  /** Whether memtables are still being written to files; false if that has failed. */
  boolean isFlushing() {
    RocksDB open = database;
    if (open == null) {
      return false;
    }
    try {
      for (ColumnFamilyHandle handle : handles.values()) {
        if (open.getLongProperty(handle, UNFLUSHED) > 0) {
          return open.getLongProperty(ERRORS) == 0;
        }
      }
      return false;
    } catch (RocksDBException e) {
      throw failure("look whether a flush has ended", e);
    }
  }

  /** Pins the present content by hard links in a directory that must not be there (rule C1). */
  void checkpoint(Path target) {
    try (Checkpoint checkpoint = Checkpoint.create(applied())) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw failure("take a checkpoint", e);
    }
  }

  private RocksDB applied() {
    RocksDB open = database();
    WriteBatch pending = batch;
    if (pending != null && pending.count() > 0) {
      try {
        open.write(Objects.requireNonNull(resources).write, pending);
      } catch (RocksDBException e) {
        throw failure("write", e);
      }
      pending.clear();
    }
    return open;
  }

  private void applyIfLarge() {
    if (batch().getDataSize() >= BATCH_BYTES) {
      applied();
    }
  }

  private WriteBatch batch() {
    if (batch == null) {
      batch = new WriteBatch();
    }
    return batch;
  }

  private ColumnFamilyHandle openFamily(String name) {
    RocksDB open = database();
    ColumnFamilyHandle present = handles.get(name);
    if (present != null) {
      return present;
    }
    try {
      ColumnFamilyHandle made = open.createColumnFamily(descriptor(name));
      handles.put(name, made);
      return made;
    } catch (RocksDBException e) {
      throw failure("make a column family", e);
    }
  }

  private ColumnFamilyDescriptor descriptor(String name) {
    return new ColumnFamilyDescriptor(
        name.getBytes(UTF_8), Objects.requireNonNull(resources).family);
  }

  private RocksDB database() {
    return database != null ? database : open();
  }

  private RocksDB open() {
    RocksResources opened = new RocksResources(memory);
    resources = opened;
    try {
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
      List<String> names = familyNames();
      names.forEach(name -> descriptors.add(descriptor(name)));
      List<ColumnFamilyHandle> opening = new ArrayList<>();
      RocksDB made = RocksDB.open(opened.database, directory.toString(), descriptors, opening);
      for (int i = 0; i < names.size(); i++) {
        handles.put(names.get(i), opening.get(i));
      }
      database = made;
      return made;
    } catch (RocksDBException e) {
      opened.close();
      resources = null;
      throw failure("open", e);
    }
  }

  private List<String> familyNames() throws RocksDBException {
    List<String> names = new ArrayList<>();
    if (hasFiles()) {
      try (Options options = new Options()) {
        for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
          names.add(new String(name, UTF_8));
        }
      }
    }
    if (!names.contains(DEFAULT_FAMILY)) {
      names.add(DEFAULT_FAMILY);
    }
    return names;
  }

  private RuntimeException failure(String action, RocksDBException e) {
    String message =
        "Expected to "
            + action
            + ", but RocksDB could not: directory="
            + directory
            + ", reason="
            + e.getMessage();
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption
        ? new CorruptStateException(message, e)
        : new StateStoreException(message, e);
  }

  @Override
  public void close() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
    handles.values().forEach(ColumnFamilyHandle::close);
    handles.clear();
    valueFiles.clear();
    if (database != null) {
      database.close();
      database = null;
    }
    if (resources != null) {
      resources.close();
      resources = null;
    }
  }
}
