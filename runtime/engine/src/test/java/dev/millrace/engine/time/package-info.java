@NullMarked
package dev.millrace.engine.time;

import org.jspecify.annotations.NullMarked;
