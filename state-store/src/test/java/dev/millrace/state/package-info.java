/** The contract that every store keeps. */
@NullMarked
package dev.millrace.state;

import org.jspecify.annotations.NullMarked;
