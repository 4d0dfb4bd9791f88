@NullMarked
package dev.millrace.operator.crd;

import org.jspecify.annotations.NullMarked;
