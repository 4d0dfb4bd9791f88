package dev.millrace.state.rocksdb;

import dev.millrace.state.CorruptStateException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Numbers for schema texts; each value on disk begins with its number (rule T4). */
final class Schemas {
  private final TreeMap<Integer, String> texts = new TreeMap<>();
  private final Map<String, Integer> ids = new HashMap<>();

  /** The number of a text, new or known. */
  int idOf(String text) {
    Integer known = ids.get(text);
    if (known != null) {
      return known;
    }
    int id = texts.isEmpty() ? 1 : texts.lastKey() + 1;
    put(id, text);
    return id;
  }

  void put(int id, String text) {
    texts.put(id, text);
    ids.put(text, id);
  }

  /** The text of a number, which must be known. */
  String text(int id) {
    String text = texts.get(id);
    if (text == null) {
      throw new CorruptStateException(
          "Expected the number of a known schema, but it is not: id=" + id + ", known=" + texts);
    }
    return text;
  }

  Map<Integer, String> all() {
    return texts;
  }
}
