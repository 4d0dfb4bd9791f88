package dev.millrace.functions.model;

import dev.millrace.functions.state.TypeRef;

/**
 * How to reach an event time or a part of a key.
 *
 * @param onFunction whether it is a method of the function class that takes the event; otherwise it
 *     is a component, a field or a method of the event
 */
public record Accessor(MemberModel member, boolean onFunction) {

  /** Type of the value. */
  public TypeRef type() {
    return member.type();
  }
}
