package dev.millrace.operator;

import java.time.InstantSource;

/** What a reconciler works with. */
record Parts(
    InstantSource clock,
    Looker looker,
    Steering steering,
    Deployer deployer,
    Written written,
    Events events,
    Ending ending) {}
