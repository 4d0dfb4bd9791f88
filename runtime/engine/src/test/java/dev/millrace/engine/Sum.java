package dev.millrace.engine;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up amounts in a mutable accumulator that is changed last, if at all. */
final class Sum implements MergeableWindowFunction<Event, Sum.Total, Long> {

  /** An event with this amount makes {@code add} throw. */
  static final long POISON = -13;

  /** A sum of this makes {@code finish} say nothing. */
  static final long SILENT = 999;

  /** A sum of this makes {@code finish} throw. */
  static final long BROKEN = 666;

  static final class Total {
    long sum;
  }

  @Override
  public Total create() {
    return new Total();
  }

  @Override
  public Total add(Total total, Event event) {
    if (event.amount() == POISON) {
      throw new IllegalArgumentException("poison");
    }
    total.sum = Math.addExact(total.sum, event.amount());
    return total;
  }

  @Override
  public Total merge(Total left, Total right) {
    left.sum = Math.addExact(left.sum, right.sum);
    return left;
  }

  @Override
  public @Nullable Long finish(Total total, WindowContext context) {
    if (total.sum == BROKEN) {
      throw new IllegalStateException("broken");
    }
    return total.sum == SILENT ? null : total.sum;
  }

  /** The same function without a merge. */
  static WindowFunction<Event, Total, Long> withoutMerge() {
    Sum sum = new Sum();
    return new WindowFunction<>() {
      @Override
      public Total create() {
        return sum.create();
      }

      @Override
      public Total add(Total total, Event event) {
        return sum.add(total, event);
      }

      @Override
      public @Nullable Long finish(Total total, WindowContext context) {
        return sum.finish(total, context);
      }
    };
  }

  /** How it is stored; {@code atomic} as told. */
  record Type(boolean atomic) implements StateType<Total> {

    @Override
    public StateSchema schema() {
      return new StateSchema("Total", List.of(new StateSchema.Field("sum", "long")));
    }

    @Override
    public void write(Total total, DataOutput out) throws IOException {
      out.writeLong(total.sum);
    }

    @Override
    public Total read(DataInput in) throws IOException {
      Total total = new Total();
      total.sum = in.readLong();
      return total;
    }

    @Override
    public StateReader<Total> readerFor(StateSchema written) {
      return this::read;
    }
  }
}
