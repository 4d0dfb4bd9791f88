package dev.millrace.samples.games;

import dev.millrace.functions.Emission;
import dev.millrace.functions.Lateness;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.spec.EmissionMode;

/**
 * Score per team and hour. The first score of an hour comes early, after every three plays or every
 * ten minutes; the one that counts when the hour is complete; corrections for two hours more. Each
 * holds the whole score so far, so a table keyed by team and hour just takes the latest. The last
 * one is repeated, marked final, when nothing can change any more.
 */
@StreamFunction("team-scores")
@Tumbling(size = "1h")
@Watermarks(outOfOrderness = "5m")
@Lateness(allowed = "2h", announceClose = true)
@Emission(mode = EmissionMode.EARLY, everyRecords = 3, every = "10m")
public final class TeamScores implements WindowFunction<Play, Tally, TeamScore> {

  @Override
  public Tally create() {
    return Tally.NONE;
  }

  @Override
  public Tally add(Tally tally, Play play) {
    return tally.plus(play.points());
  }

  @Override
  public TeamScore finish(Tally tally, WindowContext context) {
    return new TeamScore(tally.points(), tally.plays(), context.paneKind().label());
  }
}
