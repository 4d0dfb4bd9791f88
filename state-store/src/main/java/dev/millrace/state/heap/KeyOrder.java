package dev.millrace.state.heap;

import dev.millrace.state.heap.ByteTable.Entry;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the entries of a hash table in the unsigned byte order of their keys. What all keys begin
 * with is left out; of the rest as many leading bits as fit go into a number together with the slot
 * of the entry, so that it is numbers that are sorted, side by side in memory, and no key is looked
 * at. Only keys that agree in all those bits are compared (a key prefix sort; Graefe, Implementing
 * Sorting in Database Systems, ACM Computing Surveys 38, 2006, section 2).
 */
final class KeyOrder {
  private static final Comparator<Entry> BY_KEY =
      (a, b) -> Arrays.compareUnsigned(a.key(), b.key());

  private final @Nullable Entry[] slots;
  private final long[] numbers;
  private final long slotBits;
  private int count;

  private KeyOrder(@Nullable Entry[] slots, int size) {
    this.slots = slots;
    this.numbers = new long[size];
    this.slotBits = slots.length - 1L;
  }

  /**
   * The smallest entries with a key above the given one (null: all), in order.
   *
   * @param slots as many as a power of two
   * @param size entries in them
   * @param most so many at most; from 0
   */
  static Entry[] smallest(@Nullable Entry[] slots, int size, byte @Nullable [] afterKey, int most) {
    KeyOrder order = new KeyOrder(slots, size);
    order.number(order.select(afterKey));
    Arrays.sort(order.numbers, 0, order.count);
    return order.first(most);
  }

  /** Notes the slots of the entries above the key; returns how many bytes all begin with. */
  private int select(byte @Nullable [] afterKey) {
    byte[] one = null;
    int shared = 0;
    for (int slot = 0; slot < slots.length; slot++) {
      Entry entry = slots[slot];
      if (entry == null
          || (afterKey != null && Arrays.compareUnsigned(entry.key(), afterKey) <= 0)) {
        continue;
      }
      numbers[count++] = slot;
      if (one == null) {
        one = entry.key();
        shared = one.length;
      } else {
        int end = Math.min(shared, entry.key().length);
        int differs = Arrays.mismatch(one, 0, end, entry.key(), 0, end);
        shared = differs < 0 ? end : differs;
      }
    }
    return shared;
  }

  /** Puts the bits that follow the shared bytes before the slot. */
  private void number(int shared) {
    for (int i = 0; i < count; i++) {
      long slot = numbers[i];
      // Numbers are sorted as signed ones.
      long bits = KeyBytes.bits(entry(slot).key(), shared) ^ Long.MIN_VALUE;
      numbers[i] = (bits & ~slotBits) | slot;
    }
  }

  private Entry[] first(int most) {
    Entry[] first = new Entry[Math.min(count, most)];
    int at = 0;
    while (at < first.length) {
      int end = endOfEqual(at);
      if (end == at + 1) {
        first[at] = entry(numbers[at]);
      } else {
        Entry[] equal = new Entry[end - at];
        for (int i = 0; i < equal.length; i++) {
          equal[i] = entry(numbers[at + i]);
        }
        Arrays.sort(equal, BY_KEY);
        System.arraycopy(equal, 0, first, at, Math.min(equal.length, first.length - at));
      }
      at = end;
    }
    return first;
  }

  private int endOfEqual(int from) {
    int end = from + 1;
    while (end < count && (numbers[end] & ~slotBits) == (numbers[from] & ~slotBits)) {
      end++;
    }
    return end;
  }

  private Entry entry(long number) {
    Entry entry = slots[(int) (number & slotBits)];
    if (entry == null) {
      throw new IllegalStateException("Expected an entry in the slot that was noted, but it left.");
    }
    return entry;
  }
}
