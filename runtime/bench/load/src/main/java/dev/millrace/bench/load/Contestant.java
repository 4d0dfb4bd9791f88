package dev.millrace.bench.load;

import java.nio.file.Path;
import java.util.List;

/**
 * One way to do the work, as a process of its own.
 *
 * @param name as the table shows it
 * @param group whose committed offsets tell how far it is
 * @param input the topic that it reads
 * @param output the topic of its panes; empty for a floor, which has none
 * @param oncePerWindow each window has one pane; else its last one counts
 * @param stages it hands records on by a topic of its own, so what it has committed of its input
 *     does not tell how far it is
 * @param command that starts it
 * @param local the folder of its local state, which a crash may take with it
 */
record Contestant(
    String name,
    String group,
    String input,
    String output,
    boolean oncePerWindow,
    boolean stages,
    List<String> command,
    Path local) {

  boolean hasPanes() {
    return !output.isEmpty();
  }
}
