package dev.millrace.operator.observe;

import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** Which functions no pod runs. Asked from several threads. */
public interface Sleepers {

  /** Whether no pod of it is to run, for whatever reason: it need not be looked at as often. */
  boolean sleeps(ResourceID function);

  /** Whether it sleeps until there is work for it: it is listened for. */
  boolean wakes(ResourceID function);
}
