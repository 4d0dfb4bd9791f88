package dev.millrace.samples.logins;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import java.time.Instant;

/** Somebody tried to log in. */
public record LoginAttempt(
    @Key String address, String user, @EventTime Instant at, boolean succeeded) {}
