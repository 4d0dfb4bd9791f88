package dev.millrace.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ByteTableTest {

  private static final class Slot extends ByteTable.Entry {
    Slot(byte[] key, int hash) {
      super(key, hash);
    }
  }

  @Test
  void shouldFindWhatIsThereWhenManyHashesCollide() {
    SplittableRandom random = new SplittableRandom(1);
    ByteTable<Slot> table = new ByteTable<>();
    Map<String, Slot> model = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      int number = random.nextInt(i < 25_000 ? 400 : 40);
      byte[] key = {(byte) number, (byte) (number >> 8)};
      int hash = number % 7 * 0x1000_0001; // clusters that wrap around the end
      Slot present = table.find(key, hash);
      assertThat(present).isSameAs(model.get(HexFormat.of().formatHex(key)));
      if (present != null) {
        table.remove(present);
        model.remove(HexFormat.of().formatHex(key));
      } else {
        Slot added = new Slot(key, hash);
        table.insert(added);
        model.put(HexFormat.of().formatHex(key), added);
      }
      assertThat(table.size()).isEqualTo(model.size());
    }
    assertThat(table.sorted(null)).hasSize(model.size());
  }

  @Test
  void shouldGiveMemoryBackWhenEmptied() {
    ByteTable<Slot> table = new ByteTable<>();
    for (int i = 0; i < 1_000; i++) {
      byte[] key = {(byte) i, (byte) (i >> 8)};
      table.insert(new Slot(key, KeyBytes.hash(key)));
    }
    for (int i = 0; i < 1_000; i++) {
      byte[] key = {(byte) i, (byte) (i >> 8)};
      Slot slot = table.find(key, KeyBytes.hash(key));
      assertThat(slot).isNotNull();
      table.remove(slot);
    }
    assertThat(table.capacity()).isLessThanOrEqualTo(16);
  }

  @Test
  void shouldSpreadHashesWhenKeysDifferLittle() {
    int[] buckets = new int[1024];
    for (int i = 0; i < 10_240; i++) {
      buckets[KeyBytes.hash(("UA" + i).getBytes(StandardCharsets.UTF_8)) & 1023]++;
    }
    assertThat(Arrays.stream(buckets).max().orElseThrow()).isLessThan(40);
  }

  @Test // format of state keys: must not change
  void shouldWriteGoldenBytesWhenKeyIsPrefixed() {
    assertThat(HexFormat.of().formatHex(KeyBytes.prefixed(-1, 256, new byte[] {7})))
        .isEqualTo("7fffffffffffffff" + "8000000000000100" + "07");
    assertThat(HexFormat.of().formatHex(KeyBytes.prefix(Long.MIN_VALUE, Long.MAX_VALUE)))
        .isEqualTo("0000000000000000" + "ffffffffffffffff");
  }

  @Test
  void shouldGiveNumbersAndKeyBackWhenPrefixed() {
    byte[] bytes = KeyBytes.prefixed(-5, Long.MIN_VALUE, new byte[] {1, 2});
    assertThat(KeyBytes.first(bytes)).isEqualTo(-5);
    assertThat(KeyBytes.second(bytes)).isEqualTo(Long.MIN_VALUE);
    assertThat(KeyBytes.suffix(bytes)).containsExactly(1, 2);
  }

  @Test
  void shouldEndAfterAllWithPrefixWhenPrefixEndsInOnes() {
    assertThat(KeyBytes.after(new byte[] {1, -1, -1})).containsExactly(2);
    assertThat(KeyBytes.after(new byte[] {1, 2})).containsExactly(1, 3);
    assertThatThrownBy(() -> KeyBytes.after(new byte[] {-1}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
