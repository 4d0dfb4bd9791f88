/** What is shown on a terminal: tables, progress, values. */
@NullMarked
package dev.millrace.cli.term;

import org.jspecify.annotations.NullMarked;
