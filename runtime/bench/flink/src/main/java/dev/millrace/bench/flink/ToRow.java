package dev.millrace.bench.flink;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;

/** An event as what is written: key and JSON. */
final class ToRow implements MapFunction<Tuple3<String, Long, Integer>, Tuple2<String, byte[]>> {
  private static final long serialVersionUID = 1;

  @Override
  public Tuple2<String, byte[]> map(Tuple3<String, Long, Integer> event) {
    return Tuple2.of(event.f0, Pane.of(new Purchase(event.f0, event.f1, event.f2)).json());
  }
}
