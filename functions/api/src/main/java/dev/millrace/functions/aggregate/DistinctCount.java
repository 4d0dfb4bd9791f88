package dev.millrace.functions.aggregate;

/**
 * A number of distinct values that may have hit its bound.
 *
 * @param count the number, at most the bound
 * @param atLeast whether there are more than the bound, so that the count is a lower one
 */
public record DistinctCount(long count, boolean atLeast) {}
