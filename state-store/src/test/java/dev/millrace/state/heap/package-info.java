@NullMarked
package dev.millrace.state.heap;

import org.jspecify.annotations.NullMarked;
