package dev.millrace.cli.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The topics of the demo.
 *
 * @param input topic that all functions read
 * @param outputs panes, late records and dead letters of all functions
 */
record DemoTopics(String input, List<String> outputs) {
  static final int PARTITIONS = 4;

  static DemoTopics of(String input, List<String> functions) {
    List<String> outputs = new ArrayList<>();
    for (String function : functions) {
      outputs.add(panes(function));
      outputs.add(late(function));
      outputs.add(deadLetters(function));
    }
    return new DemoTopics(input, List.copyOf(outputs));
  }

  static String panes(String function) {
    return function + "-panes";
  }

  static String late(String function) {
    return function + "-late";
  }

  static String deadLetters(String function) {
    return function + "-dead-letters";
  }

  List<String> all() {
    List<String> all = new ArrayList<>(outputs);
    all.add(input);
    return all;
  }
}
