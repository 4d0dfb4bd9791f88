package dev.millrace.engine;

/**
 * What a marker says of one source (rules R1, R5).
 *
 * @param source its number
 * @param watermarkMs its watermark; {@code Long.MIN_VALUE} before its first record
 * @param idle whether it is at its end and has been silent for the idle timeout
 * @param silentMs how long it has been silent
 * @param left whether its topic is none of the function's any more: it holds nothing back
 */
public record SourceMarker(
    int source, long watermarkMs, boolean idle, long silentMs, boolean left) {

  /** What a source says of itself that is being read. */
  public SourceMarker(int source, long watermarkMs, boolean idle, long silentMs) {
    this(source, watermarkMs, idle, silentMs, false);
  }

  /** The last that is heard of a source, unless its topic comes back. */
  public static SourceMarker left(int source) {
    return new SourceMarker(source, Long.MIN_VALUE, true, 0, true);
  }
}
