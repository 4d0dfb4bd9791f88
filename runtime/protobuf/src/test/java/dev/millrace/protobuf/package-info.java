@NullMarked
package dev.millrace.protobuf;

import org.jspecify.annotations.NullMarked;
