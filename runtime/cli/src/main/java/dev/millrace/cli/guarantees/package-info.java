/** {@code millrace guarantees}: what a configured function promises, and where it ends. */
@NullMarked
package dev.millrace.cli.guarantees;

import org.jspecify.annotations.NullMarked;
