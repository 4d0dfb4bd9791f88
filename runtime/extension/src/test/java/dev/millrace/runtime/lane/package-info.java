@NullMarked
package dev.millrace.runtime.lane;

import org.jspecify.annotations.NullMarked;
