@NullMarked
package dev.millrace.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
