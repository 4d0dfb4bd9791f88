/**
 * What a user sees of Millrace, tested from outside: topics, the ledger, checkpoints, HTTP and the
 * log of an artifact that a property names, so that the native executable and the jars are held to
 * the same.
 */
@NullMarked
package dev.millrace.blackbox;

import org.jspecify.annotations.NullMarked;
