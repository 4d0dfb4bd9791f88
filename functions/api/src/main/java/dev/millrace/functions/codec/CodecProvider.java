package dev.millrace.functions.codec;

import java.lang.reflect.Type;

/**
 * Supplies codecs for a format. Found by {@link java.util.ServiceLoader}, so a user can add a
 * format. Among those that support a type the one with the highest priority is taken, unless {@link
 * dev.millrace.functions.StreamFunction#codec} names one.
 */
public interface CodecProvider {

  /** Name of the format, lower case, as {@code json}. */
  String name();

  /** The higher wins; JSON, which takes any type, has 0, and the formats of generated classes 1. */
  default int priority() {
    return 0;
  }

  /** Whether events and results of the type can be read and written. */
  boolean supports(Type type);

  /**
   * A decoder for events of the type.
   *
   * @throws IllegalArgumentException if the type is not supported
   */
  <E> Decoder<E> decoder(Type type);

  /**
   * An encoder for results of the type; equal results give equal bytes.
   *
   * @throws IllegalArgumentException if the type is not supported
   */
  <R> Encoder<R> encoder(Type type);
}
