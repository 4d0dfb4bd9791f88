/** Tests of the kit, and the tests of the engine that need it. */
@NullMarked
package dev.millrace.testkit;

import org.jspecify.annotations.NullMarked;
