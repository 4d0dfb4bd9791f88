/** State wholly in memory: for tests and for tiny state; and the hash table that all stores use. */
@NullMarked
package dev.millrace.state.heap;

import org.jspecify.annotations.NullMarked;
