package dev.millrace.state.objectstore.file;

import dev.millrace.state.objectstore.ObjectAccessDeniedException;
import dev.millrace.state.objectstore.ObjectKeys;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStoreException;
import dev.millrace.state.objectstore.ObjectStoreUsageException;
import dev.millrace.state.objectstore.PreconditionFailedException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files below a folder. An object is written to a temporary file in the folder's {@code
 * .uploads}, forced to disk and then moved to its name, or hard-linked to it if it must be new:
 * both are atomic. So the folder must lie on one file system that knows hard links, which also may
 * be a network's.
 */
public final class FileObjectStore implements ObjectStore {
  private static final String UPLOADS = ".uploads";
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path folder;

  /** A store in the folder, which is made when the first object is written. */
  public FileObjectStore(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  private interface Writer {
    void write(FileChannel channel) throws IOException;
  }

  private interface Publisher {
    void publish(Path written, Path target) throws IOException;
  }

  @Override
  public void put(String key, byte[] content) {
    write(key, channel -> writeAll(channel, ByteBuffer.wrap(content)), FileObjectStore::replace);
  }

  @Override
  public void putIfAbsent(String key, byte[] content) {
    write(key, channel -> writeAll(channel, ByteBuffer.wrap(content)), FileObjectStore::linkNew);
  }

  @Override
  public void putFile(String key, Path file) {
    write(key, channel -> copy(file, channel), FileObjectStore::replace);
  }

  private void write(String key, Writer writer, Publisher publisher) {
    Path target = path(key);
    Path parent = Objects.requireNonNull(target.getParent()); // at least the folder
    try {
      Path uploads = Files.createDirectories(folder.resolve(UPLOADS));
      Path temporary = Files.createTempFile(uploads, "upload-", null);
      try {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
          writer.write(channel);
          channel.force(true);
        }
        createDirectories(parent);
        publisher.publish(temporary, target);
        force(parent);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw failure("write", key, e);
    }
  }

  private static void replace(Path written, Path target) throws IOException {
    Files.move(
        written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void linkNew(Path written, Path target) throws IOException {
    try {
      Files.createLink(target, written);
    } catch (FileAlreadyExistsException e) {
      if (Files.mismatch(written, target) >= 0) {
        throw e;
      }
    }
  }

  private static void writeAll(FileChannel channel, ByteBuffer content) throws IOException {
    while (content.hasRemaining()) {
      channel.write(content);
    }
  }

  private static void copy(Path file, FileChannel channel) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        writeAll(channel, ByteBuffer.wrap(buffer, 0, read));
      }
    }
  }

  /** Makes directories, and their names durable. */
  private void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (!directory.equals(folder) && parent != null) {
      createDirectories(parent);
    }
    Files.createDirectories(directory);
    if (parent != null) {
      force(parent);
    }
  }

  /** Makes a directory's entries durable, where the platform can. */
  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (AccessDeniedException e) {
      if (Files.isWritable(directory)) {
        return; // platforms that do not open directories
      }
      throw e;
    }
  }

  @Override
  public byte[] get(String key) {
    try {
      return Files.readAllBytes(path(key));
    } catch (IOException e) {
      throw failure("read", key, e);
    }
  }

  @Override
  public void getFile(String key, Path file, MessageDigest digest) {
    digest.reset();
    try (InputStream in = new DigestInputStream(Files.newInputStream(path(key)), digest)) {
      Files.copy(in, file);
    } catch (FileAlreadyExistsException e) {
      throw new ObjectStoreUsageException(
          "Expected a new file to read into, but it is there: file=" + file, e);
    } catch (IOException e) {
      throw failure("read", key, e);
    }
  }

  @Override
  public @Nullable ObjectInfo find(String key) {
    Path path = path(key);
    try {
      return Files.isRegularFile(path) ? info(path) : null;
    } catch (NoSuchFileException e) {
      return null; // deleted meanwhile
    } catch (IOException e) {
      throw failure("read", key, e);
    }
  }

  @Override
  public List<ObjectInfo> list(String prefix) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    int slash = prefix.lastIndexOf('/');
    Path start = slash < 0 ? folder : path(prefix.substring(0, slash));
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    List<ObjectInfo> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(start)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(folder.resolve(UPLOADS)) && key(file).startsWith(prefix)) {
          addIfThere(file, found);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw failure("list", prefix, e instanceof IOException io ? io : new IOException(e));
    }
    found.sort(Comparator.comparing(ObjectInfo::key));
    return found;
  }

  private void addIfThere(Path file, List<ObjectInfo> found) throws IOException {
    try {
      found.add(info(file));
    } catch (NoSuchFileException e) {
      // Deleted since it was listed: then it is not in the list.
    }
  }

  @Override
  public void delete(String key) {
    try {
      Files.deleteIfExists(path(key));
    } catch (IOException e) {
      throw failure("delete", key, e);
    }
  }

  @Override
  public int discardUnfinished(String prefix, long beforeMs) {
    Path uploads = folder.resolve(UPLOADS);
    if (!Files.isDirectory(uploads)) {
      return 0;
    }
    int discarded = 0;
    try (Stream<Path> files = Files.list(uploads)) {
      for (Path file : files.toList()) {
        if (Files.getLastModifiedTime(file).toMillis() < beforeMs && Files.deleteIfExists(file)) {
          discarded++;
        }
      }
    } catch (IOException e) {
      throw failure("discard uploads of", prefix, e);
    }
    return discarded;
  }

  private ObjectInfo info(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new ObjectInfo(key(file), attributes.size(), attributes.lastModifiedTime().toMillis());
  }

  private String key(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private Path path(String key) {
    return folder.resolve(ObjectKeys.requireValid(key));
  }

  private ObjectStoreException failure(String action, String key, IOException e) {
    String message =
        "Expected to "
            + action
            + " an object, but could not: key="
            + key
            + ", folder="
            + folder
            + ", reason="
            + e;
    if (e instanceof NoSuchFileException) {
      return new ObjectNotFoundException(message, e);
    }
    if (e instanceof FileAlreadyExistsException) {
      return new PreconditionFailedException(message, e);
    }
    if (e instanceof AccessDeniedException) {
      return new ObjectAccessDeniedException(message, e);
    }
    return new TransientObjectStoreException(message, e);
  }

  @Override
  public String describe() {
    return folder.toUri().toString();
  }

  @Override
  public void close() {}
}
