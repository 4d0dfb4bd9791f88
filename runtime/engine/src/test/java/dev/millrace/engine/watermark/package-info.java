@NullMarked
package dev.millrace.engine.watermark;

import org.jspecify.annotations.NullMarked;
