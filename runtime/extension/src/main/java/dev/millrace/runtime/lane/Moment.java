package dev.millrace.runtime.lane;

/**
 * An instant on both clocks, read together.
 *
 * @param wallMs epoch milliseconds: only to judge event times against (rule W7)
 * @param monotonicMs milliseconds that never go back: for every duration
 */
public record Moment(long wallMs, long monotonicMs) {}
