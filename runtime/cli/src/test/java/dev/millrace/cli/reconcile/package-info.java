@NullMarked
package dev.millrace.cli.reconcile;

import org.jspecify.annotations.NullMarked;
