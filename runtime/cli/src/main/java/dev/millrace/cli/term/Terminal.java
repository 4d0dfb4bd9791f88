package dev.millrace.cli.term;

import java.util.Map;

/**
 * What the place that the output goes to can do.
 *
 * @param columns width in characters; {@link #UNLIMITED} if it is no terminal
 * @param interactive whether lines can be drawn again
 * @param color whether colour is wanted (not if {@code NO_COLOR} is set)
 */
public record Terminal(int columns, boolean interactive, boolean color) {

  /** Width of a file or a pipe. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int DEFAULT_COLUMNS = 80;
  private static final int LEAST_COLUMNS = 40;

  /** A file or a pipe. */
  public static final Terminal NONE = new Terminal(UNLIMITED, false, false);

  /**
   * Reads the environment. The start script, which can ask the system, sets {@code MILLRACE_TTY}
   * and {@code MILLRACE_COLUMNS}; {@code COLUMNS} wins over the latter.
   */
  public static Terminal of(Map<String, String> environment) {
    if (!"1".equals(environment.get("MILLRACE_TTY")) || "dumb".equals(environment.get("TERM"))) {
      return NONE;
    }
    String noColor = environment.getOrDefault("NO_COLOR", "");
    return new Terminal(columns(environment), true, noColor.isEmpty());
  }

  private static int columns(Map<String, String> environment) {
    String text =
        environment.getOrDefault("COLUMNS", environment.getOrDefault("MILLRACE_COLUMNS", ""));
    try {
      return Math.max(LEAST_COLUMNS, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return DEFAULT_COLUMNS;
    }
  }

  /** The text, cut to the terminal's width with "…" at the end; without escape codes. */
  public String fit(String text) {
    return cut(text, columns);
  }

  static String cut(String text, int width) {
    return text.codePointCount(0, text.length()) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  /** The text in bold, where colour is wanted. */
  public String bold(String text) {
    return styled("1", text);
  }

  /** The text in green. */
  public String good(String text) {
    return styled("32", text);
  }

  /** The text in red. */
  public String bad(String text) {
    return styled("31", text);
  }

  /** The text less bright. */
  public String faint(String text) {
    return styled("2", text);
  }

  private String styled(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
