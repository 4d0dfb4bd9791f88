@NullMarked
package dev.millrace.samples.flights;

import org.jspecify.annotations.NullMarked;
