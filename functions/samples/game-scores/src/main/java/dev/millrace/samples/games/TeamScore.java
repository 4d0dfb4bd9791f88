package dev.millrace.samples.games;

/**
 * The score of a team in an hour, as far as it is known.
 *
 * @param status why this score is told: {@code early}, {@code on-time} or {@code late}
 */
public record TeamScore(long points, long plays, String status) {}
