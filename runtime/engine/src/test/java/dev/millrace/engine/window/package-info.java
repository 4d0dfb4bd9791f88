@NullMarked
package dev.millrace.engine.window;

import org.jspecify.annotations.NullMarked;
