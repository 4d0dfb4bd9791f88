@NullMarked
package dev.millrace.cli.guarantees;

import org.jspecify.annotations.NullMarked;
