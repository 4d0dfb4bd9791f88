/** The programming model: annotations and interfaces that user code sees. */
@NullMarked
package dev.millrace.functions;

import org.jspecify.annotations.NullMarked;
