@NullMarked
package dev.millrace.operator;

import org.jspecify.annotations.NullMarked;
