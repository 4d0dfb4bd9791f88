package dev.millrace.deployment.determinism;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What matters of a class file.
 *
 * @param name internal name
 * @param superName internal name of the superclass; null for Object and for module descriptions
 * @param methods what their bodies use, by name and descriptor
 * @param trusted methods that the author vouches for, by name and descriptor
 * @param isTrusted whether the author vouches for the whole class
 * @param transientFields names of fields that are no state by declaration
 */
record ClassCode(
    String name,
    @Nullable String superName,
    Map<String, List<Use>> methods,
    Set<String> trusted,
    boolean isTrusted,
    Set<String> transientFields) {}
