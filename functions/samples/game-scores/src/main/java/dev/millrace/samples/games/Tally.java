package dev.millrace.samples.games;

/** Points and plays so far. */
public record Tally(long points, long plays) {
  static final Tally NONE = new Tally(0, 0);

  Tally plus(long morePoints) {
    return new Tally(Math.addExact(points, morePoints), plays + 1);
  }
}
