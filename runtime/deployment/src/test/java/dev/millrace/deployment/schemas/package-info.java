/** Classes as Avro's compiler and protoc make them, as far as an index tells them from others. */
@NullMarked
package dev.millrace.deployment.schemas;

import org.jspecify.annotations.NullMarked;
