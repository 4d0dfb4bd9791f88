/** The model and the access to members by reflection: for unit tests on the JVM only. */
@NullMarked
package dev.millrace.functions.model.reflect;

import org.jspecify.annotations.NullMarked;
