/** Events and results that are classes generated from Protobuf messages. */
@NullMarked
package dev.millrace.protobuf;

import org.jspecify.annotations.NullMarked;
