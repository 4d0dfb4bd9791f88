package dev.millrace.cli.demo;

import dev.millrace.cli.Application;
import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
      description = "Folder for data and logs, emptied first. Default: target/demo of the sources.")
  private @Nullable Path data;

  DemoCommand() {}

  @Override
  public Integer call() {
    Path folder = data == null ? Application.home().resolve("target").resolve("demo") : data;
    KeptProcesses kept = new KeptProcesses(folder.resolve("kept"));
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
    empty(folder);
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
    for (FunctionProcess process : demo.processes()) {
      output.line(
          "  "
              + process.function()
              + "  "
              + process.address()
              + "/q/metrics, /q/health, /millrace");
    }
    output.line("for example: ./millrace ledger show --redis " + demo.stack().redisUri());
    output.line("end it with: ./millrace demo --stop");
  }

  private static void empty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
