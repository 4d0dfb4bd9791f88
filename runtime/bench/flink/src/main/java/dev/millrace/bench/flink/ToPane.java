package dev.millrace.bench.flink;

import dev.millrace.bench.events.Pane;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** A window's total as what is written: key and JSON. */
final class ToPane extends ProcessWindowFunction<Long, Tuple2<String, byte[]>, String, TimeWindow> {
  private static final long serialVersionUID = 1;

  @Override
  public void process(
      String key, Context context, Iterable<Long> totals, Collector<Tuple2<String, byte[]>> out) {
    TimeWindow window = context.window();
    for (long total : totals) {
      out.collect(Tuple2.of(key, new Pane(key, window.getStart(), window.getEnd(), total).json()));
    }
  }
}
