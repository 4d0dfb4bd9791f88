package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Least, median and most of the rounds of each, as a table in Markdown. */
final class Summary {
  private Summary() {}

  /** Those with a wrong output have no numbers. */
  static void print(String workload, Map<Kind, List<Run.Result>> results) {
    System.out.printf(
        """

        %s; least, median, most of the rounds

        | runner | rounds right | events per CPU-second, warmed half | CPU s | first commit s | peak MiB |
        |---|---|---|---|---|---|
        """,
        workload);
    results.forEach((kind, runs) -> System.out.println(row(kind, runs)));
    System.out.println();
  }

  private static String row(Kind kind, List<Run.Result> runs) {
    List<Run.Result> right = runs.stream().filter(r -> r.difference() == null).toList();
    return "| %s | %d of %d | %s | %s | %s | %s |"
        .formatted(
            kind.label(),
            right.size(),
            runs.size(),
            spread("%,.0f", right, Run.Result::warmPerCpuSecond),
            spread("%.1f", right, Run.Result::cpuSeconds),
            spread("%.1f", right, r -> r.firstMs() / 1e3),
            spread("%.0f", right, Run.Result::peakMib));
  }

  private static String spread(
      String format, List<Run.Result> runs, ToDoubleFunction<Run.Result> value) {
    if (runs.isEmpty()) {
      return "–";
    }
    double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
    double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    String each = String.join(" / ", format, format, format);
    return String.format(Locale.ROOT, each, sorted[0], median, sorted[sorted.length - 1]);
  }
}
