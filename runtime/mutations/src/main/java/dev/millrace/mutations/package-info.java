/** Damages valid inputs at random, for tests of parsers. */
@NullMarked
package dev.millrace.mutations;

import org.jspecify.annotations.NullMarked;
