@NullMarked
package dev.millrace.state.checkpoint;

import org.jspecify.annotations.NullMarked;
