/**
 * Who serves which partition, without an operator or by an assignment that one published (rule A1),
 * and how a partition is handed over (rule A2).
 */
@NullMarked
package dev.millrace.runtime.assignment;

import org.jspecify.annotations.NullMarked;
