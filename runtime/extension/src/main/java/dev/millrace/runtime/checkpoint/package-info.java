/**
 * When and how the state of a partition is saved, step by step beside its work (rules C1 to C5).
 */
@NullMarked
package dev.millrace.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
