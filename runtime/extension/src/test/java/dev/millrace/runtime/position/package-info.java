@NullMarked
package dev.millrace.runtime.position;

import org.jspecify.annotations.NullMarked;
