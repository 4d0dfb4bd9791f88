/** What much state costs: checkpoints and restores of one partition. */
@NullMarked
package dev.millrace.bench.state;

import org.jspecify.annotations.NullMarked;
