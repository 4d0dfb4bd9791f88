package dev.millrace.state.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestJsonTest {
  private static final String HASH = "0123456789abcdef".repeat(4);
  private static final CheckpointId ID = new CheckpointId(7, 12);

  /** Version 1; later formats get a text of their own, and this one stays readable. */
  private static final String GOLDEN =
      """
      {
        "formatVersion" : 1,
        "epoch" : 7,
        "sequence" : 12,
        "parent" : "6-3",
        "nextOffset" : 4711,
        "watermarkMs" : -9223372036854775808,
        "schemaFingerprint" : "f00",
        "functionVersion" : "1.2",
        "createdAtMs" : 1700000000000,
        "extra" : {
          "a" : "1",
          "b" : "2"
        },
        "files" : [ {
          "name" : "000012.sst",
          "sizeBytes" : 5,
          "sha256" : "HASH",
          "object" : "HASH"
        }, {
          "name" : "state.directory",
          "sizeBytes" : 0,
          "sha256" : "HASH",
          "object" : "HASH.7-12"
        } ]
      }"""
          .replace("HASH", HASH);

  private static final CheckpointManifest MANIFEST =
      new CheckpointManifest(
          ID,
          new CheckpointInfo(
              4711,
              Long.MIN_VALUE,
              "f00",
              "1.2",
              new CheckpointId(6, 3),
              1_700_000_000_000L,
              Map.of("b", "2", "a", "1")),
          List.of(
              StoredFile.of("000012.sst", 5, HASH, ID),
              StoredFile.of("state.directory", 0, HASH, ID)));

  @Test // C2
  void shouldWriteGoldenTextWhenManifestIsWhole() {
    assertThat(new String(ManifestJson.write(MANIFEST), UTF_8)).isEqualTo(GOLDEN);
  }

  @Test
  void shouldReadGoldenTextWhenVersionIsOne() {
    assertThat(ManifestJson.read(ID, GOLDEN.getBytes(UTF_8))).isEqualTo(MANIFEST);
    String orphan = GOLDEN.replace("\"6-3\"", "null");
    assertThat(ManifestJson.read(ID, orphan.getBytes(UTF_8)).info().parent()).isNull();
  }

  @Test // C3
  void shouldRefuseWhenTextIsTruncatedAnywhere() {
    byte[] whole = GOLDEN.getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ManifestJson.read(ID, part))
          .isInstanceOf(CorruptCheckpointException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"formatVersion\" : 1 | \"formatVersion\" : 2",
        "\"sequence\" : 12     | \"sequence\" : 13",
        "\"nextOffset\" : 4711 | \"nextOffset\" : -1",
        "\"nextOffset\" : 4711 | \"nextOffset\" : 1.5",
        "\"nextOffset\" : 4711 | \"nextOffset\" : 9223372036854775808",
        "\"6-3\"               | \"6-03\"",
        "\"000012.sst\"        | \"../000012.sst\"",
        "\"000012.sst\"        | \"state.directory\"",
        "\"sizeBytes\" : 5     | \"sizeBytes\" : -5",
        "\"1.2\"               | null",
        "\"1\"                 | 1",
      })
  void shouldRefuseWhenAFieldIsWrong(String right, String wrong) {
    assertThat(GOLDEN).contains(right);
    byte[] json = GOLDEN.replace(right, wrong).getBytes(UTF_8);
    assertThatThrownBy(() -> ManifestJson.read(ID, json))
        .isInstanceOf(CorruptCheckpointException.class)
        .hasMessageContaining("7-12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "1", "1-", "-1", "1-2-3", "+1-2", "01-2", "1-x", "1--2"})
  void shouldRefuseIdWhenItIsNotEpochAndSequence(String text) {
    assertThatThrownBy(() -> CheckpointId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  @Test
  void shouldOrderByNumbersWhenIdsHaveOtherLengths() {
    assertThat(CheckpointId.parse("9-10")).isLessThan(CheckpointId.parse("10-9"));
    assertThat(CheckpointId.parse("9-10")).isGreaterThan(CheckpointId.parse("9-9"));
    assertThat(CheckpointId.parse("9-9").next()).isEqualTo(CheckpointId.parse("9-10"));
  }
}
