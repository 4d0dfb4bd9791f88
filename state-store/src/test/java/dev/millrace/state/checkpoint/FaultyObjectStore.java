package dev.millrace.state.checkpoint;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes calls on, notes writes, and fails from the n-th change on: as a process that died there.
 */
final class FaultyObjectStore implements ObjectStore {
  private final ObjectStore real;
  final List<String> written = new ArrayList<>();
  final List<String> deleted = new ArrayList<>();
  private int changesLeft = Integer.MAX_VALUE;

  FaultyObjectStore(ObjectStore real) {
    this.real = real;
  }

  /** From now on so many changes succeed, then none. */
  void failAfter(int changes) {
    changesLeft = changes;
  }

  private synchronized void change(List<String> log, String key) {
    if (changesLeft == 0) {
      throw new TransientObjectStoreException("Expected an answer, but the store is away", null);
    }
    changesLeft--;
    log.add(key);
  }

  @Override
  public void put(String key, byte[] content) {
    change(written, key);
    real.put(key, content);
  }

  @Override
  public void putIfAbsent(String key, byte[] content) {
    change(written, key);
    real.putIfAbsent(key, content);
  }

  @Override
  public void putFile(String key, Path file) {
    change(written, key);
    real.putFile(key, file);
  }

  @Override
  public byte[] get(String key) {
    return real.get(key);
  }

  @Override
  public void getFile(String key, Path file, MessageDigest digest) {
    real.getFile(key, file, digest);
  }

  @Override
  public @Nullable ObjectInfo find(String key) {
    return real.find(key);
  }

  @Override
  public List<ObjectInfo> list(String prefix) {
    return real.list(prefix);
  }

  @Override
  public void delete(String key) {
    change(deleted, key);
    real.delete(key);
  }

  @Override
  public int discardUnfinished(String prefix, long beforeMs) {
    return real.discardUnfinished(prefix, beforeMs);
  }

  @Override
  public String describe() {
    return real.describe();
  }

  @Override
  public void close() {
    real.close();
  }
}
