@NullMarked
package dev.millrace.operator.dependent;

import org.jspecify.annotations.NullMarked;
