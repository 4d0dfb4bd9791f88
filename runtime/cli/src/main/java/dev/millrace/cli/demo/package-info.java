/** {@code millrace demo}: a month of flights, with a crash half-way. */
@NullMarked
package dev.millrace.cli.demo;

import org.jspecify.annotations.NullMarked;
