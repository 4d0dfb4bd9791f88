package dev.millrace.cli.checkpoint;

import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.term.Progress;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoints}. */
@Command(
    name = "checkpoints",
    description = "Lists, shows and verifies the checkpoints of functions.",
    subcommands = {
      CheckpointsCommand.ListAll.class,
      CheckpointsCommand.Show.class,
      CheckpointsCommand.Verify.class
    })
public final class CheckpointsCommand {
  CheckpointsCommand() {}

  /** {@code millrace checkpoints list}. */
  @Command(name = "list", description = "Lists the checkpoints of functions, the newest first.")
  static final class ListAll implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final CheckpointOptions options = new CheckpointOptions();

    @Parameters(
        arity = "0..*",
        paramLabel = "FUNCTION",
        description = "Functions to list. Default: all of the namespace.")
    private List<String> functions = new ArrayList<>();

    @Override
    public Integer call() {
      List<FoundCheckpoint> all = new ArrayList<>();
      try (CheckpointArchive archive = options.open()) {
        for (String function : functions.isEmpty() ? archive.functions() : functions) {
          archive.partitions(function).forEach(n -> all.addAll(archive.list(function, n)));
        }
      }
      show(all);
      return ExitCodes.OK;
    }

    private void show(List<FoundCheckpoint> all) {
      if (output.isJson()) {
        output.json(all);
        return;
      }
      Table table =
          new Table(
              "FUNCTION",
              "#PART",
              "CHECKPOINT",
              "#OFFSET",
              "WATERMARK",
              "#FILES",
              "#SIZE",
              "TAKEN");
      all.forEach(checkpoint -> table.row(cells(checkpoint)));
      output.table(table);
    }

    private static String[] cells(FoundCheckpoint found) {
      CheckpointManifest manifest = found.manifest();
      String partition = Integer.toString(found.partition());
      return manifest == null
          ? new String[] {found.function(), partition, found.id(), "damaged", "–", "–", "–", "–"}
          : new String[] {
            found.function(),
            partition,
            found.id(),
            Values.count(manifest.info().nextOffset()),
            Values.time(manifest.info().watermarkMs()),
            Values.count(manifest.files().size()),
            Values.bytes(manifest.totalBytes()),
            Values.time(manifest.info().createdAtMs())
          };
    }
  }

  /** {@code millrace checkpoints show}. */
  @Command(name = "show", description = "Shows what a checkpoint holds.")
  static final class Show implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final CheckpointOptions options = new CheckpointOptions();

    @Parameters(index = "0", paramLabel = "FUNCTION", description = "Function.")
    private String function;

    @Parameters(index = "1", paramLabel = "PARTITION", description = "Partition, from 0.")
    private int partition;

    @Parameters(
        index = "2",
        arity = "0..1",
        paramLabel = "CHECKPOINT",
        description = "Checkpoint, as list shows it. Default: the newest.")
    private @Nullable String checkpoint;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    Show() {}

    @Override
    public Integer call() {
      try (CheckpointArchive archive = options.open()) {
        CheckpointStore store = archive.store(function, partition);
        CheckpointId id =
            checkpoint == null
                ? archive.newest(function, partition)
                : CheckpointId.parse(checkpoint);
        show(store.read(id));
        return ExitCodes.OK;
      }
    }

    private void show(CheckpointManifest manifest) {
      if (output.isJson()) {
        output.json(manifest);
        return;
      }
      var info = manifest.info();
      Table about = new Table("CHECKPOINT", manifest.id().toString());
      about.row("next offset", Values.count(info.nextOffset()));
      about.row("watermark", Values.time(info.watermarkMs()));
      about.row("taken", Values.time(info.createdAtMs()));
      about.row("parent", info.parent() == null ? "none" : info.parent().toString());
      about.row("schema", info.schemaFingerprint());
      about.row("function version", Values.text(info.functionVersion()));
      info.extra().forEach((name, value) -> about.row(label(name), value.isEmpty() ? "–" : value));
      output.table(about);
      output.line("");
      Table files = new Table("FILE", "#SIZE", "SHA-256");
      for (StoredFile file : manifest.files()) {
        files.row(file.name(), Values.bytes(file.sizeBytes()), file.sha256());
      }
      output.table(files);
    }

    /** What the owner notes beside its state (docs/formats.md), in words. */
    private static String label(String extra) {
      return switch (extra) {
        case "decisions" -> "decisions since the one before";
        case "decisionsSince" -> "decisions known from offset";
        default -> extra;
      };
    }
  }

  /** {@code millrace checkpoints verify}. */
  @Command(
      name = "verify",
      description = {
        "Downloads checkpoints and compares every file with its hash.",
        "",
        "Exit code 1 if one is damaged. A function then restores the one before it and replays more"
            + " of the log."
      })
  static final class Verify implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final CheckpointOptions options = new CheckpointOptions();

    @Parameters(
        arity = "0..*",
        paramLabel = "FUNCTION",
        description = "Functions to verify. Default: all of the namespace.")
    private List<String> functions = new ArrayList<>();

    @Option(names = "--newest", description = "Only the newest checkpoint of each partition.")
    private boolean newest;

    @Override
    public Integer call() {
      List<Verdict> verdicts = new ArrayList<>();
      try (CheckpointArchive archive = options.open()) {
        for (String function : functions.isEmpty() ? archive.functions() : functions) {
          for (int partition : archive.partitions(function)) {
            verdicts.addAll(verify(archive, archive.list(function, partition)));
          }
        }
      }
      show(verdicts);
      return verdicts.stream().allMatch(Verdict::whole) ? ExitCodes.OK : ExitCodes.FOUND;
    }

    private List<Verdict> verify(CheckpointArchive archive, List<FoundCheckpoint> found) {
      List<FoundCheckpoint> chosen = newest && !found.isEmpty() ? found.subList(0, 1) : found;
      long bytes =
          chosen.stream()
              .map(FoundCheckpoint::manifest)
              .mapToLong(manifest -> manifest == null ? 0 : manifest.totalBytes())
              .sum();
      List<Verdict> verdicts = new ArrayList<>();
      try (Progress progress = output.progress("verifying", bytes)) {
        chosen.forEach(next -> verdicts.add(archive.verify(next, progress)));
      }
      return verdicts;
    }

    private void show(List<Verdict> verdicts) {
      if (output.isJson()) {
        output.json(verdicts);
        return;
      }
      Table table = new Table("FUNCTION", "#PART", "CHECKPOINT", "VERDICT");
      for (Verdict verdict : verdicts) {
        table.row(
            verdict.function(),
            Integer.toString(verdict.partition()),
            verdict.checkpoint(),
            verdict.whole() ? "whole" : "DAMAGED: " + verdict.problem());
      }
      output.table(table);
    }
  }

  /**
   * Whether a checkpoint can be restored.
   *
   * @param problem what is wrong; empty if nothing is
   */
  record Verdict(
      String function, int partition, String checkpoint, boolean whole, String problem) {}
}
