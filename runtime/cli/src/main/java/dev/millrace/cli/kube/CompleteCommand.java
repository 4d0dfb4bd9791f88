package dev.millrace.cli.kube;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * What kubectl asks for completions of its plugin: the words so far, the last of them being typed.
 * Answers in the form of Cobra, a candidate on each line and at the end a directive.
 */
@Command(
    name = CompleteCommand.NAME,
    hidden = true,
    description = "Completes a command line, for kubectl's completion of plugins.")
public final class CompleteCommand implements Callable<Integer> {
  /** Its name, which is in no help. */
  public static final String NAME = "__complete";

  /** Cobra's directive that files are no candidates. */
  private static final String NO_FILES = ":4";

  private static final Set<String> OF_FUNCTIONS =
      Set.of("describe", "logs", "pause", "resume", "checkpoint");

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "WORD", description = "The words so far.")
  private List<String> words = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  CompleteCommand() {}

  @Override
  public Integer call() {
    List<String> all = words.isEmpty() ? List.of("") : words;
    Set<String> candidates = new TreeSet<>();
    String typed = all.get(all.size() - 1);
    List<CharSequence> found = new ArrayList<>();
    AutoComplete.complete(
        spec.parent(),
        all.toArray(String[]::new),
        all.size() - 1,
        typed.length(),
        typed.length(),
        found);
    // What picocli finds is the rest of the word.
    found.forEach(rest -> candidates.add((typed + rest).strip()));
    if (OF_FUNCTIONS.contains(all.get(0)) && all.size() == 2 && !typed.startsWith("-")) {
      functions().stream().filter(name -> name.startsWith(typed)).forEach(candidates::add);
    }
    PrintWriter out = spec.commandLine().getOut();
    candidates.stream().filter(c -> !c.isEmpty() && !c.equals(NAME)).forEach(out::println);
    out.println(NO_FILES);
    return ExitCodes.OK;
  }

  /** Of a cluster that does not answer nothing is completed. */
  private static List<String> functions() {
    Kubectl kubectl = new CommandLine(new Kubectl()).getCommand();
    try {
      List<String> names = new ArrayList<>();
      kubectl
          .get("streamfunctions.millrace.dev", "--request-timeout=2s")
          .path("items")
          .forEach(item -> names.add(item.path("metadata").path("name").asText()));
      return names;
    } catch (CliException e) {
      return List.of();
    }
  }
}
