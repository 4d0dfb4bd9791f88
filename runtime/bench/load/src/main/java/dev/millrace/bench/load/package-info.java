/** Events per CPU-second of the stock application beside a naive loop, each checked. */
@NullMarked
package dev.millrace.bench.load;

import org.jspecify.annotations.NullMarked;
