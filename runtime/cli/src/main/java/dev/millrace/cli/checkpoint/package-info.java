/** {@code millrace checkpoints}: what is in the object store. */
@NullMarked
package dev.millrace.cli.checkpoint;

import org.jspecify.annotations.NullMarked;
