/** The operator: what starts it, and the reconciler that ties its parts together. */
@NullMarked
package dev.millrace.operator;

import org.jspecify.annotations.NullMarked;
