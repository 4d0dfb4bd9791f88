package dev.millrace.state.objectstore;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects by key below a base. Keys are relative paths of segments without {@code .} and {@code
 * ..}, divided by single slashes. An object is seen whole or not at all. May be used by several
 * threads.
 *
 * <p>All methods throw {@link ObjectStoreException}, whose subtypes say what to do.
 */
public interface ObjectStore extends AutoCloseable {

  /**
   * An object without its content.
   *
   * @param sizeBytes from 0
   * @param modifiedMs when it was written by the clock of the store, epoch milliseconds; only to be
   *     compared with others of the same store
   */
  record ObjectInfo(String key, long sizeBytes, long modifiedMs) {}

  /** Writes an object, new or replaced. */
  void put(String key, byte[] content);

  /**
   * Writes an object if there is none of that key; of several writers at once only one succeeds.
   * Who finds an object of the very same content succeeds as well: a request that was repeated
   * because its first answer was lost finds its own object.
   *
   * @throws PreconditionFailedException if there is another one; it is unchanged
   */
  void putIfAbsent(String key, byte[] content);

  /** Writes an object from a file, new or replaced. */
  void putFile(String key, Path file);

  /**
   * Reads a small object.
   *
   * @throws ObjectNotFoundException if there is none
   */
  byte[] get(String key);

  /**
   * Reads an object into a file, which must not be there; after an exception it may be there in
   * part.
   *
   * @param digest afterwards has seen the content, once, so that nobody need read the file for that
   * @throws ObjectNotFoundException if there is none
   */
  void getFile(String key, Path file, MessageDigest digest);

  /** The object's size and time, or null if there is none. */
  @Nullable ObjectInfo find(String key);

  /** All objects whose keys start with the prefix, in the order of their keys. */
  List<ObjectInfo> list(String prefix);

  /** Deletes an object; nothing happens if there is none. */
  void delete(String key);

  /**
   * Forgets uploads below the prefix that were begun before an instant of the store's clock and
   * never ended, as after a crash; they are not objects, but take room.
   *
   * @return how many there were
   */
  int discardUnfinished(String prefix, long beforeMs);

  /** What the store is, for messages: its base as a URI, without credentials. */
  String describe();

  @Override
  void close();
}
