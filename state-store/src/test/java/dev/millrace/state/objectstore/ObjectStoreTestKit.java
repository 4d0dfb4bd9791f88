package dev.millrace.state.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of an object store; an implementation gives an empty one (C6). */
public interface ObjectStoreTestKit {

  ObjectStore newStore();

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  default void shouldReadWhatWasWrittenWhenReplaced() {
    try (ObjectStore store = newStore()) {
      store.put("a/b", bytes("one"));
      assertThat(store.get("a/b")).isEqualTo(bytes("one"));
      store.put("a/b", bytes("second"));
      assertThat(store.get("a/b")).isEqualTo(bytes("second"));
      ObjectStore.ObjectInfo info = store.find("a/b");
      assertThat(info).isNotNull();
      assertThat(info.key()).isEqualTo("a/b");
      assertThat(info.sizeBytes()).isEqualTo(6);
    }
  }

  @Test
  default void shouldWriteEmptyObjectWhenContentIsEmpty() {
    try (ObjectStore store = newStore()) {
      store.put("empty", new byte[0]);
      assertThat(store.get("empty")).isEmpty();
    }
  }

  @Test // C2
  default void shouldRefuseConditionalWriteWhenObjectIsThere() {
    try (ObjectStore store = newStore()) {
      store.putIfAbsent("manifest/1-0.json", bytes("first"));
      assertThatThrownBy(() -> store.putIfAbsent("manifest/1-0.json", bytes("other")))
          .isInstanceOf(PreconditionFailedException.class)
          .hasMessageContaining("manifest/1-0.json");
      assertThat(store.get("manifest/1-0.json")).isEqualTo(bytes("first"));
    }
  }

  @Test // C2
  default void shouldSucceedWhenConditionalWriteIsRepeated() {
    try (ObjectStore store = newStore()) {
      store.putIfAbsent("manifest/1-0.json", bytes("same"));
      store.putIfAbsent("manifest/1-0.json", bytes("same"));
      assertThat(store.get("manifest/1-0.json")).isEqualTo(bytes("same"));
    }
  }

  @Test // C2
  default void shouldLetOneWinWhenManyWriteConditionally() {
    try (ObjectStore store = newStore()) {
      AtomicInteger won = new AtomicInteger();
      IntStream.range(0, 8)
          .parallel()
          .forEach(
              writer -> {
                try {
                  store.putIfAbsent("race", bytes("writer " + writer));
                  won.incrementAndGet();
                } catch (PreconditionFailedException | TransientObjectStoreException e) {
                  assertThat(e).hasMessageContaining("race");
                }
              });
      assertThat(won).hasValue(1);
      assertThat(new String(store.get("race"), UTF_8)).startsWith("writer ");
    }
  }

  @Test
  default void shouldListByPrefixInOrderWhenManyAreThere() {
    try (ObjectStore store = newStore()) {
      for (String key : List.of("p/2/x", "p/10/x", "p/1", "p1", "q", "p/2/a/b")) {
        store.put(key, bytes(key));
      }
      assertThat(store.list("p/").stream().map(ObjectStore.ObjectInfo::key))
          .containsExactly("p/1", "p/10/x", "p/2/a/b", "p/2/x");
      assertThat(store.list("p/2/").stream().map(ObjectStore.ObjectInfo::sizeBytes))
          .containsExactly(7L, 5L);
      assertThat(store.list("p").stream().map(ObjectStore.ObjectInfo::key)).contains("p1");
      assertThat(store.list("none/")).isEmpty();
    }
  }

  @Test
  default void shouldForgetObjectWhenDeleted() {
    try (ObjectStore store = newStore()) {
      store.put("a/b", bytes("one"));
      store.delete("a/b");
      store.delete("a/b");
      assertThat(store.find("a/b")).isNull();
      assertThatThrownBy(() -> store.get("a/b"))
          .isInstanceOf(ObjectNotFoundException.class)
          .hasMessageContaining("a/b");
      store.putIfAbsent("a/b", bytes("two"));
    }
  }

  @Test
  default void shouldCopyFileWhenItIsLargerThanAPart(@TempDir Path directory) throws IOException {
    byte[] content = new byte[(int) (2 * S3Settings.SMALLEST_PART_BYTES + 12_345)];
    new SplittableRandom(1).nextBytes(content);
    Path file = Files.write(directory.resolve("in"), content);
    try (ObjectStore store = newStore()) {
      store.putFile("sst/large", file);
      Path out = directory.resolve("out");
      MessageDigest digest = sha256();
      digest.update((byte) 1); // of something else before
      store.getFile("sst/large", out, digest);
      assertThat(digest.digest()).isEqualTo(sha256().digest(content));
      assertThat(out).hasBinaryContent(content);
      assertThatThrownBy(() -> store.getFile("sst/large", out, sha256()))
          .isInstanceOf(ObjectStoreUsageException.class);
      assertThatThrownBy(() -> store.getFile("sst/none", directory.resolve("none"), sha256()))
          .isInstanceOf(ObjectNotFoundException.class);
      assertThat(store.discardUnfinished("", Long.MAX_VALUE / 2_000_000)).isZero();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void shouldRefuseKeyWhenItLeavesTheBase() {
    try (ObjectStore store = newStore()) {
      for (String key : List.of("", "/a", "a//b", "../a", "a/../../b", "a/.", "a/")) {
        assertThatThrownBy(() -> store.put(key, bytes("x")))
            .isInstanceOf(ObjectStoreUsageException.class);
      }
    }
  }

  @Test
  default void shouldOrderTimesByTheStoreWhenWritten() {
    try (ObjectStore store = newStore()) {
      store.put("first", bytes("x"));
      store.put("second", bytes("x"));
      List<ObjectStore.ObjectInfo> both = store.list("");
      assertThat(both.get(0).modifiedMs()).isPositive();
      assertThat(both.get(0).modifiedMs()).isLessThanOrEqualTo(both.get(1).modifiedMs());
    }
  }
}
