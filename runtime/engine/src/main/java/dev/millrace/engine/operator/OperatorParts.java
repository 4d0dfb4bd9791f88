package dev.millrace.engine.operator;

import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.trigger.EarlyTrigger;
import dev.millrace.engine.window.WindowLife;

/**
 * The stages that every layout of state shares.
 *
 * @param announceClose whether the last pane is repeated, marked final, when a window closes
 */
record OperatorParts<E, A>(
    WindowLife life,
    Folding<E, A> folding,
    EarlyTrigger trigger,
    PaneEmitter<A, ?> emitter,
    boolean announceClose) {}
