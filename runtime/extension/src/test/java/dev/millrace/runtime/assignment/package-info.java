@NullMarked
package dev.millrace.runtime.assignment;

import org.jspecify.annotations.NullMarked;
