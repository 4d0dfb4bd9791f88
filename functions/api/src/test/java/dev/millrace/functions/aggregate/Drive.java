package dev.millrace.functions.aggregate;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Drives an aggregate in all the ways the engine may: in order, shuffled, in parts, restored. */
final class Drive {
  static final WindowContext CONTEXT =
      new WindowContext() {
        @Override
        public byte[] keyBytes() {
          return new byte[] {'k'};
        }

        @Override
        public long startMs() {
          return 0;
        }

        @Override
        public long endMs() {
          return 10;
        }

        @Override
        public PaneKind paneKind() {
          return PaneKind.ON_TIME;
        }

        @Override
        public int paneIndex() {
          return 0;
        }
      };

  private Drive() {}

  /** The result of one pass. */
  static <T, A, R> @Nullable R once(Aggregate<T, A, R> aggregate, List<? extends T> events) {
    return aggregate.finish(fold(aggregate, events), CONTEXT);
  }

  /** All distinct results of many orders and groupings; one, if order does not matter. */
  static <T, A, R> List<Object> allWays(
      Aggregate<T, A, R> aggregate, List<? extends T> events, long seed) {
    List<Object> results = new ArrayList<>();
    Random random = new Random(seed);
    List<T> shuffled = new ArrayList<>(events);
    for (int round = 0; round < 20; round++) {
      int cut = random.nextInt(events.size() + 1);
      A left = restored(aggregate, fold(aggregate, shuffled.subList(0, cut)));
      A right = fold(aggregate, shuffled.subList(cut, shuffled.size()));
      byte[] rightBytes = bytes(aggregate.stateType(), right);
      A merged = aggregate.merge(left, right);
      if (!java.util.Arrays.equals(rightBytes, bytes(aggregate.stateType(), right))) {
        throw new AssertionError("merge changed its right argument");
      }
      String state = java.util.Arrays.toString(bytes(aggregate.stateType(), merged));
      Object outcome = List.of(String.valueOf(aggregate.finish(merged, CONTEXT)), state);
      if (!results.contains(outcome)) {
        results.add(outcome);
      }
      Collections.shuffle(shuffled, random);
    }
    return results;
  }

  static <T, A> A fold(Aggregate<T, A, ?> aggregate, List<? extends T> events) {
    A accumulator = aggregate.create();
    for (T event : events) {
      accumulator = aggregate.add(accumulator, event);
    }
    return accumulator;
  }

  static <T, A> A restored(Aggregate<T, A, ?> aggregate, A accumulator) {
    byte[] bytes = bytes(aggregate.stateType(), accumulator);
    try {
      return aggregate.stateType().read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <A> byte[] bytes(StateType<A> type, A accumulator) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      type.write(accumulator, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
