@NullMarked
package dev.millrace.cli.term;

import org.jspecify.annotations.NullMarked;
