/** Built-in aggregates. */
@NullMarked
package dev.millrace.functions.aggregate;

import org.jspecify.annotations.NullMarked;
