@NullMarked
package dev.millrace.mutations;

import org.jspecify.annotations.NullMarked;
