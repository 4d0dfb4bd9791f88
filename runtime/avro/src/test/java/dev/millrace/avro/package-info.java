@NullMarked
package dev.millrace.avro;

import org.jspecify.annotations.NullMarked;
