package dev.millrace.operator;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * What a reconciler works with.
 *
 * @param woke hears for how long records may have waited when pods were asked for at zero
 */
record Parts(
    InstantSource clock,
    Looker looker,
    Steering steering,
    Deployer deployer,
    Written written,
    Events events,
    Ending ending,
    Consumer<Duration> woke) {}
