@NullMarked
package dev.millrace.samples.games;

import org.jspecify.annotations.NullMarked;
