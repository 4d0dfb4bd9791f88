/** Checkpoints in an object store: upload, manifest, restore, prune (rules C1 to C4). */
@NullMarked
package dev.millrace.state.checkpoint;

import org.jspecify.annotations.NullMarked;
