@NullMarked
package dev.millrace.engine.lag;

import org.jspecify.annotations.NullMarked;
