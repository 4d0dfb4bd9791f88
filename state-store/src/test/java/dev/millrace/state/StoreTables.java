package dev.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The tables of a store under test, and their comparison with a model. */
final class StoreTables {
  final PartitionStore store;
  final WindowTable<Total> windows;
  final KeyTable<Total> keys;
  final TimerTable timers;

  StoreTables(PartitionStore store) {
    this.store = store;
    windows = store.windowTable("windows", Total.Codec.current());
    keys = store.keyTable("keys", Total.Codec.current());
    timers = store.timerTable("timers");
  }

  /** Compares all, which empties the timers: for stores that are thrown away afterwards. */
  void assertEqualsAndConsume(StoreModel model) {
    assertWindows(model);
    assertThat(walk(keys.ascending(null))).isEqualTo(list(model.keys));
    assertThat(keys.size()).isEqualTo(model.keys.size());
    assertThat(store.entryCount()).isEqualTo(model.entryCount());
    assertThat(drainTimers()).isEqualTo(model.timers.stream().map(StoreTables::text).toList());
    assertThat(timers.size()).isZero();
  }

  void assertWindows(StoreModel model) {
    List<WindowKey> seen = new ArrayList<>();
    WindowTable.Window<Total> window = windows.ceiling(Long.MIN_VALUE, Long.MIN_VALUE);
    while (window != null) {
      WindowKey at = new WindowKey(window.endMs(), window.startMs());
      seen.add(at);
      assertThat(walk(window.ascending(null))).as("%s", at).isEqualTo(list(model.window(at)));
      assertThat(window.size()).isEqualTo(model.window(at).size());
      window =
          at.startMs() == Long.MAX_VALUE ? null : windows.ceiling(at.endMs(), at.startMs() + 1);
    }
    model.dropEmpty();
    assertThat(seen).isEqualTo(List.copyOf(model.windows.keySet()));
  }

  private List<String> drainTimers() {
    List<String> drained = new ArrayList<>();
    for (TimerTable.Timer timer = timers.first(); timer != null; timer = timers.first()) {
      drained.add(text(timer));
      timers.remove(timer.timeMs(), timer.tag(), timer.key());
    }
    return drained;
  }

  static List<String> walk(KeyCursor<Total> cursor) {
    List<String> seen = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        seen.add(hex(cursor.key()) + "=" + cursor.value().count);
      }
    }
    return seen;
  }

  static List<String> list(SortedMap<byte[], Long> values) {
    List<String> list = new ArrayList<>();
    for (Map.Entry<byte[], Long> entry : values.entrySet()) {
      list.add(hex(entry.getKey()) + "=" + entry.getValue());
    }
    return list;
  }

  static @Nullable String text(TimerTable.@Nullable Timer timer) {
    return timer == null ? null : timer.timeMs() + "/" + timer.tag() + "/" + hex(timer.key());
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(Arrays.copyOf(bytes, bytes.length));
  }
}
