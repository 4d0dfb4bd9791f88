/**
 * The Kubernetes objects of a function, as pure functions of its spec, and how they are applied.
 */
@NullMarked
package dev.millrace.operator.dependent;

import org.jspecify.annotations.NullMarked;
