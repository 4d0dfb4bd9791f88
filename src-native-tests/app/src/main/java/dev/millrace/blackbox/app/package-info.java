/** Functions of the black-box suite. What is expected of them stands in the suite's tests. */
@NullMarked
package dev.millrace.blackbox.app;

import org.jspecify.annotations.NullMarked;
