package dev.millrace.samples.games;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import java.time.Instant;

/**
 * A player scored. Phones report plays when they are online, which may be much later.
 *
 * @param points may be negative
 */
public record Play(String player, @Key String team, @EventTime Instant playedAt, long points) {}
