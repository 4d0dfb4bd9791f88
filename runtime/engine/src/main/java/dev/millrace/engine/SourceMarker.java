package dev.millrace.engine;

/**
 * What a marker says of one source partition (rule R1).
 *
 * @param source number of the source partition
 * @param watermarkMs its watermark; {@code Long.MIN_VALUE} before its first record
 * @param idle whether it is at its end and has been silent for the idle timeout
 * @param silentMs how long it has been silent
 */
public record SourceMarker(int source, long watermarkMs, boolean idle, long silentMs) {}
