package dev.millrace.cli.kube;

import java.util.ArrayList;
import java.util.List;

/**
 * A label and a text beside it, broken between words so that no line is wider than the terminal.
 */
final class Paragraph {
  private static final int INDENT = 13;

  private Paragraph() {}

  /** Its lines; a word that is wider than there is room for stays whole. */
  static List<String> lines(String label, String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    if (label.length() < INDENT) {
      line.append(label);
    } else {
      lines.add(label);
    }
    line.append(" ".repeat(INDENT - line.length()));
    boolean isEmpty = true;
    for (String word : text.split("\\s+", -1)) {
      if (!isEmpty && (long) line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(INDENT));
        isEmpty = true;
      }
      line.append(isEmpty ? "" : " ").append(word);
      isEmpty = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }
}
