package dev.millrace.runtime.emit;

/** Headers of the records that a function writes; values are UTF-8 text. */
public final class HeaderNames {
  /** Name of the function. */
  public static final String FUNCTION = "millrace-function";

  /** Start of the window in epoch milliseconds. */
  public static final String WINDOW_START = "millrace-window-start";

  /** End of the window in epoch milliseconds. */
  public static final String WINDOW_END = "millrace-window-end";

  /** {@code early}, {@code on-time}, {@code late} or {@code retraction}. */
  public static final String PANE = "millrace-pane";

  /** Panes of this key and window before this one. */
  public static final String PANE_INDEX = "millrace-pane-index";

  /** {@code true} if nothing can revise the pane. */
  public static final String FINAL = "millrace-final";

  /**
   * Which result of a function without windows it is: {@code <partition>/<offset>/<index>} of its
   * record in the input topic, and of the result among those of the record.
   */
  public static final String RESULT = "millrace-result";

  /** Why a record is in the dead-letter topic. */
  public static final String REASON = "millrace-reason";

  /** The error's text. */
  public static final String ERROR = "millrace-error";

  /** Topic that the record was read from. */
  public static final String SOURCE_TOPIC = "millrace-source-topic";

  /** Partition that the record was read from. */
  public static final String SOURCE_PARTITION = "millrace-source-partition";

  /** Offset that the record was read from. */
  public static final String SOURCE_OFFSET = "millrace-source-offset";

  /** Event time of a late record in epoch milliseconds. */
  public static final String EVENT_TIME = "millrace-event-time";

  /** Watermark when a late record came, in epoch milliseconds. */
  public static final String WATERMARK = "millrace-watermark";

  /** Bytes of a value that was left out because it is too large. */
  public static final String VALUE_BYTES = "millrace-value-bytes";

  private HeaderNames() {}
}
