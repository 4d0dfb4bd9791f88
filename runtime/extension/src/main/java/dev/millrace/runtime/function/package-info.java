/**
 * What the build steps generate code against: access to a function class, its event and its
 * accumulator without reflection.
 */
@NullMarked
package dev.millrace.runtime.function;

import org.jspecify.annotations.NullMarked;
