/** Scores of teams, shown while they are still provisional. */
@NullMarked
package dev.millrace.samples.games;

import org.jspecify.annotations.NullMarked;
