@NullMarked
package dev.millrace.runtime.partition;

import org.jspecify.annotations.NullMarked;
