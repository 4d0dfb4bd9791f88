package dev.millrace.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyOrderTest {
  private static final SplittableRandom RANDOM = new SplittableRandom(7);

  private static final class Slot extends ByteTable.Entry {
    Slot(byte[] key) {
      super(key, KeyBytes.hash(key));
    }
  }

  /** A way to make keys, with a name for the report. */
  private record Keys(String name, Function<Integer, byte[]> make) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] random(int most) {
    byte[] key = new byte[RANDOM.nextInt(most + 1)];
    RANDOM.nextBytes(key);
    return key;
  }

  static Stream<Keys> keys() {
    return Stream.of(
        new Keys("numbers behind a long common part", i -> text("tenant-0000000/user-" + i)),
        new Keys("several common parts", i -> text("tenant-" + i % 3 + "-0000000000/user-" + i)),
        new Keys("one, two or no byte", i -> random(2)),
        new Keys("any bytes, any length", i -> random(20)),
        new Keys("beginnings of each other", i -> text("a".repeat(i % 300))),
        new Keys("zeros that a shorter key has not", i -> new byte[i % 40]),
        new Keys("both signs", i -> new byte[] {i.byteValue(), (byte) (i >> 8), (byte) (i >> 16)}),
        new Keys("the one key", i -> text("same")),
        new Keys("the empty key", i -> new byte[0]));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void shouldGiveTheSmallestInByteOrderWhateverTheKeys(Keys keys) {
    for (int size : List.of(0, 1, 2, 9, 500, 5_000)) {
      ByteTable<Slot> table = new ByteTable<>();
      TreeMap<byte[], Slot> model = new TreeMap<>(Arrays::compareUnsigned);
      for (int i = 0; i < size; i++) {
        Slot slot = new Slot(keys.make().apply(i));
        if (model.putIfAbsent(slot.key(), slot) == null) {
          table.insert(slot);
        }
      }
      assertThat(table.sorted(null)).containsExactlyElementsOf(model.values());
      for (byte[] after : List.of(keys.make().apply(size / 2), random(3))) {
        for (int most : List.of(0, 1, 7, size)) {
          assertThat(table.smallest(after, most))
              .as("%d of %d after %s", most, size, HexFormat.of().formatHex(after))
              .containsExactlyElementsOf(
                  model.tailMap(after, false).values().stream().limit(most).toList());
        }
      }
    }
  }
}
