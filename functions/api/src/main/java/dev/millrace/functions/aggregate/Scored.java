package dev.millrace.functions.aggregate;

import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value and what it is ranked by. */
record Scored<S, V>(S score, V value) {

  static <S, V> @Nullable Scored<S, V> of(@Nullable S score, @Nullable V value) {
    return score == null || value == null ? null : new Scored<>(score, value);
  }

  @SuppressWarnings("unchecked") // the fields were written as S and V
  static <S, V> StateType<Scored<S, V>> type(StateType<S> score, StateType<V> value) {
    return StateTypes.<Scored<S, V>>object("Scored")
        .field("score", score, Scored::score)
        .field("value", value, Scored::value)
        .atomic(parts -> new Scored<>((S) Fields.present(parts[0]), (V) Fields.present(parts[1])));
  }

  static <S, V> List<V> values(List<Scored<S, V>> ranked) {
    List<V> values = new ArrayList<>(ranked.size());
    for (Scored<S, V> scored : ranked) {
      values.add(scored.value());
    }
    return List.copyOf(values);
  }
}
