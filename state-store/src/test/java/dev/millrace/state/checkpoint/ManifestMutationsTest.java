package dev.millrace.state.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.mutations.Mutations;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged manifests and ids are refused as declared, or read as what they say (C3). */
@Timeout(60)
class ManifestMutationsTest {
  private static final int ROUNDS = 20_000;
  private static final String HASH = "0123456789abcdef".repeat(4);
  private static final CheckpointId ID = new CheckpointId(7, 12);

  private static CheckpointManifest manifest(CheckpointId id, int files) {
    List<StoredFile> all =
        List.of(
            StoredFile.of("000012.sst", 5, HASH, id),
            StoredFile.of("CURRENT", 16, HASH, id),
            StoredFile.of("state.directory", Long.MAX_VALUE, HASH, id));
    Map<String, String> extra = Map.of("decisions", "15w7,16rfuture_ts*3", "since", "11");
    return new CheckpointManifest(
        id,
        new CheckpointInfo(
            4711, Long.MIN_VALUE, "f00", "1.2", new CheckpointId(6, 3), 1_700_000_000_000L, extra),
        all.subList(0, files));
  }

  @Test
  void shouldRefuseOrReadHonestlyWhenAManifestIsDamaged() {
    List<byte[]> valid =
        List.of(ManifestJson.write(manifest(ID, 3)), ManifestJson.write(manifest(ID, 0)));
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        valid,
        ROUNDS,
        mutant -> {
          CheckpointManifest read;
          try {
            read = ManifestJson.read(ID, mutant);
          } catch (CorruptCheckpointException e) {
            refused.incrementAndGet();
            return;
          }
          assertThat(ManifestJson.read(ID, ManifestJson.write(read))).isEqualTo(read);
          assertThat(read.files())
              .allSatisfy(file -> assertThat(file.object()).doesNotContain("/", ".."))
              .allSatisfy(file -> assertThat(file.name()).doesNotContain("/"));
        });
    assertThat(refused.get()).isBetween(ROUNDS / 2, ROUNDS - 1);
  }

  @Test
  void shouldRefuseWhenAnObjectsNameLeadsElsewhere() {
    String whole = new String(ManifestJson.write(manifest(ID, 1)), UTF_8);
    for (String suffix : List.of("/../../other", "/x", ".", ".7", ".7-12x", ".7-12/..", " ")) {
      String mutant = whole.replace("\"object\" : \"" + HASH, "\"object\" : \"" + HASH + suffix);
      assertThat(mutant).isNotEqualTo(whole);
      assertThatThrownBy(() -> ManifestJson.read(ID, mutant.getBytes(UTF_8)))
          .as(suffix)
          .isInstanceOf(CorruptCheckpointException.class);
    }
  }

  @Test
  void shouldRefuseOrReadHonestlyWhenAnIdIsDamaged() {
    Mutations.text(
        List.of("7-12", "0-0", "999999999999999999-1"),
        ROUNDS,
        mutant -> {
          try {
            assertThat(CheckpointId.parse(mutant)).hasToString(mutant);
          } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("Expected");
          }
        });
  }
}
