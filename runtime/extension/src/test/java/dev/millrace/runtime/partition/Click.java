package dev.millrace.runtime.partition;

import dev.millrace.functions.EventTime;

/** A test event. */
public record Click(@EventTime long at, String user, long amount) {}
