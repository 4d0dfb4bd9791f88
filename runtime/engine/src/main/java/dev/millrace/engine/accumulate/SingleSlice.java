package dev.millrace.engine.accumulate;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowTable.Window;
import org.jspecify.annotations.Nullable;

/** A slice as the state has it. */
record SingleSlice<A>(Window<PaneState<A>> slice) implements SlicePart<A> {

  private record Run<A>(KeyCursor<PaneState<A>> cursor) implements KeyRun<A> {
    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public byte[] key() {
      return cursor.key();
    }

    @Override
    public A accumulator() {
      return cursor.value().accumulator();
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  @Override
  public long endMs() {
    return slice.endMs();
  }

  @Override
  public long startMs() {
    return slice.startMs();
  }

  @Override
  public KeyRun<A> walk(byte @Nullable [] afterKey) {
    return new Run<>(slice.ascending(afterKey));
  }

  @Override
  public @Nullable A get(byte[] key) {
    PaneState<A> state = slice.get(key);
    return state == null ? null : state.accumulator();
  }
}
