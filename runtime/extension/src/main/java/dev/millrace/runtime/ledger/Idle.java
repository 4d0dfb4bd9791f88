package dev.millrace.runtime.ledger;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What silence does to a function's event time (W8), for who has to know while no pod runs. As
 * text: {@code pace 30000}.
 *
 * @param isPaced whether event time goes on at the pace of the clock where all are idle
 * @param timeoutMs silence after which a partition counts as idle; {@code Long.MAX_VALUE} for never
 */
public record Idle(boolean isPaced, long timeoutMs) {
  private static final Pattern FORM = Pattern.compile("(pace|wait) (\\d{1,19})");

  String text() {
    return (isPaced ? "pace " : "wait ") + timeoutMs;
  }

  static Idle parse(String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException("Expected pace or wait, and milliseconds");
    }
    return new Idle(m.group(1).equals("pace"), Long.parseLong(m.group(2)));
  }
}
