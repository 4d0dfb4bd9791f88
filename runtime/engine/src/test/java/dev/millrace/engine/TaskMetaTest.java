package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.watermark.SourceWatermarks;
import dev.millrace.functions.state.IncompatibleStateException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What of a task is in no table, as bytes. */
class TaskMetaTest {
  private static final Settings SETTINGS = Settings.tumbling(10).rekeyed();

  /** Version 1, as written by the first release; readers of it stay. */
  private static final String VERSION_1 =
      "01"
          + hex("windows Tumbling[sizeMs=10, offsetMs=0] ON_COMPLETE ACCUMULATING REKEY")
          + "0000000000000005"
          + "fffffffffffffff6"
          + "0000000000000003";

  @Test
  void shouldReadWhatItWroteWhenRestored() {
    TaskCounters counters = new TaskCounters();
    counters.record();
    counters.record();
    counters.lateRecord();
    counters.partlyLateRecord();
    counters.failedPane();
    counters.reject(RejectReason.FUNCTION_FAILED);
    SourceWatermarks sources = new SourceWatermarks(SETTINGS.time());
    sources.expect(2);
    sources.record(0, 70);
    sources.marker(new SourceMarker(2, 50, true, 9));
    byte[] bytes = new TaskMeta(5, -10, 3).write(SETTINGS.definition(), counters, sources);

    TaskCounters readCounters = new TaskCounters();
    SourceWatermarks readSources = new SourceWatermarks(SETTINGS.time());
    TaskMeta read = TaskMeta.read(bytes, SETTINGS.definition(), readCounters, readSources);
    assertThat(read).isEqualTo(new TaskMeta(5, -10, 3));
    assertThat(read.write(SETTINGS.definition(), readCounters, readSources)).isEqualTo(bytes);
    assertThat(readSources.count()).isEqualTo(3);
    assertThat(readSources.merged()).as("source 1 was never heard of").isEqualTo(Long.MIN_VALUE);
    readSources.record(1, 60);
    assertThat(readSources.merged()).isEqualTo(60);
    assertThat(readCounters.rejected(RejectReason.FUNCTION_FAILED)).isEqualTo(1);
  }

  @Test
  void shouldKeepItsBytesWhenVersionIsOne() {
    byte[] bytes = bytes();
    String head = HexFormat.of().formatHex(bytes).substring(0, VERSION_1.length());
    assertThat(head).isEqualTo(VERSION_1);
  }

  @Test
  void shouldRefuseWhenVersionIsUnknown() {
    byte[] bytes = bytes();
    bytes[0] = 2;
    assertThatThrownBy(() -> read(bytes, SETTINGS))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("version=2");
  }

  @Test
  void shouldRefuseWhenWindowsWereChanged() {
    assertThatThrownBy(() -> read(bytes(), Settings.tumbling(20).rekeyed()))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("sizeMs=10")
        .hasMessageContaining("sizeMs=20");
    assertThat(read(bytes(), SETTINGS.lateness(5).outOfOrderness(7)).nextOffset()).isEqualTo(5);
  }

  @Test
  void shouldRefuseWhenBytesAreMissingOrLeftOver() {
    byte[] bytes = bytes();
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut, SETTINGS))
          .as("cut at %s", length)
          .isInstanceOf(IncompatibleStateException.class);
    }
    assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length + 1), SETTINGS))
        .isInstanceOf(IncompatibleStateException.class);
  }

  private static byte[] bytes() {
    return new TaskMeta(5, -10, 3)
        .write(SETTINGS.definition(), new TaskCounters(), new SourceWatermarks(SETTINGS.time()));
  }

  private static TaskMeta read(byte[] bytes, Settings settings) {
    return TaskMeta.read(
        bytes, settings.definition(), new TaskCounters(), new SourceWatermarks(settings.time()));
  }

  private static String hex(String utf) {
    return HexFormat.of().toHexDigits((short) utf.length())
        + HexFormat.of().formatHex(Event.bytes(utf));
  }
}
