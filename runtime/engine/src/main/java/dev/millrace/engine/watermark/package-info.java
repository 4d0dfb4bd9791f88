/**
 * How event time moves: per partition, over sources, and through silence (rules W2, W8, R2, R3).
 */
@NullMarked
package dev.millrace.engine.watermark;

import org.jspecify.annotations.NullMarked;
