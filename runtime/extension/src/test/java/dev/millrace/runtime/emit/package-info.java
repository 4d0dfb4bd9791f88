@NullMarked
package dev.millrace.runtime.emit;

import org.jspecify.annotations.NullMarked;
