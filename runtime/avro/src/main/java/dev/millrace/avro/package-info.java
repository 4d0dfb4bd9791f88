/** Events and results that are classes generated from Avro schemas. */
@NullMarked
package dev.millrace.avro;

import org.jspecify.annotations.NullMarked;
