package dev.millrace.state;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a store must hold: the same operations on sorted maps of plain longs. */
final class StoreModel {
  final TreeMap<WindowKey, NavigableMap<byte[], Long>> windows = new TreeMap<>();
  final NavigableMap<byte[], Long> keys = newKeys();
  final TreeSet<TimerTable.Timer> timers = new TreeSet<>(TimerTable.Timer.ORDER);

  static NavigableMap<byte[], Long> newKeys() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  StoreModel copy() {
    StoreModel copy = new StoreModel();
    windows.forEach(
        (window, values) -> {
          NavigableMap<byte[], Long> copied = newKeys();
          copied.putAll(values);
          copy.windows.put(window, copied);
        });
    copy.keys.putAll(keys);
    copy.timers.addAll(timers);
    return copy;
  }

  long entryCount() {
    return windows.values().stream().mapToLong(Map::size).sum() + keys.size() + timers.size();
  }

  NavigableMap<byte[], Long> window(WindowKey key) {
    return windows.computeIfAbsent(key, k -> newKeys());
  }

  void dropEmpty() {
    windows.values().removeIf(Map::isEmpty);
  }
}
