package dev.millrace.cli.demo;

import dev.millrace.cli.Application;
import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code millrace demo}. */
@Command(
    name = "demo",
    description = {
      "Shows exactly-once windows on a month of real flight reports.",
      "",
      "Starts Kafka and Redis, feeds 26,677 reports that came in the order of landing to two"
          + " functions that count by the hour and day of departure, kills one with -9 half-way,"
          + " starts it again, and compares every window with a batch computation."
    })
public final class DemoCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();

  @Option(names = "--keep", description = "Leave everything running at the end.")
  private boolean keep;

  @Option(names = "--stop", description = "End what an earlier --keep left running, and no more.")
  private boolean stop;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder for data and logs; what an earlier demo left there is deleted. Default: target/demo"
              + " of the sources.")
  private @Nullable Path data;

  DemoCommand() {}

  @Override
  public Integer call() {
    Path folder = data == null ? Application.home().resolve("target").resolve("demo") : data;
    KeptProcesses kept = new KeptProcesses(folder.resolve(DemoFolder.KEPT));
    if (stop) {
      output.line("ended " + kept.end() + " processes");
      return ExitCodes.OK;
    }
    if (kept.anyRuns()) {
      throw new CliException(
          "Expected no demo to run, but an earlier one was kept: folder="
              + folder
              + ". End it with millrace demo --stop");
    }
    new DemoFolder(folder).empty();
    return run(folder, kept);
  }

  private int run(Path folder, KeptProcesses kept) {
    try (Demo demo = new Demo(output, folder)) {
      DemoResult result = demo.run();
      new DemoView(output).summary(result);
      if (keep) {
        List<Long> pids = new ArrayList<>();
        demo.processes().forEach(process -> pids.add(process.pid()));
        pids.addAll(demo.stack().pids());
        kept.remember(pids);
        demo.keep();
        addresses(demo);
        exit(result);
      }
      return code(result);
    }
  }

  /** Leaves without closing, which would end what is to be kept. */
  private void exit(DemoResult result) {
    output.out().flush();
    Runtime.getRuntime().halt(code(result));
  }

  private static int code(DemoResult result) {
    return result.isClean() ? ExitCodes.OK : ExitCodes.FOUND;
  }

  private void addresses(Demo demo) {
    output.line("");
    output.line("still running:");
    output.line("  Kafka  " + demo.stack().bootstrap());
    output.line("  Redis  " + demo.stack().redisUri());
    output.line("  checkpoints  " + demo.stack().checkpoints());
    for (FunctionProcess process : demo.processes()) {
      output.line(
          "  "
              + process.function()
              + "  "
              + process.address()
              + " (/millrace/functions, /q/metrics, /q/health)");
    }
    String redis = " --redis " + demo.stack().redisUri();
    output.line("for example:");
    output.line("  " + demo.api().command(demo.processes().get(0).address()));
    output.line("  ./millrace ledger show" + redis);
    output.line("  ./millrace checkpoints list --checkpoints " + demo.stack().checkpoints());
    output.line(
        "  ./millrace reconcile carrier-hours --app functions/samples/flights --bootstrap "
            + demo.stack().bootstrap()
            + redis);
    output.line("end it with: ./millrace demo --stop");
  }
}
