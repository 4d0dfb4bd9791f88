@NullMarked
package dev.millrace.engine;

import org.jspecify.annotations.NullMarked;
