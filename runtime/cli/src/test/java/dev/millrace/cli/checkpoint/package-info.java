@NullMarked
package dev.millrace.cli.checkpoint;

import org.jspecify.annotations.NullMarked;
