/**
 * A function class as plain data, filled by a build step or by reflection, and the validator that
 * turns it into a specification or a list of problems.
 */
@NullMarked
package dev.millrace.functions.model;

import org.jspecify.annotations.NullMarked;
