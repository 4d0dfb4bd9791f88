package dev.millrace.functions.spec;

/**
 * All settings of a function, resolved.
 *
 * @param name unique in its namespace; lower case letters, digits and dashes
 */
public record FunctionSpec(
    String name,
    WindowSpec window,
    TimeSpec time,
    EmissionSpec emission,
    AccumulationMode accumulation,
    KeySource keySource,
    ErrorPolicy onError) {}
