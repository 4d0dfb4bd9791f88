@NullMarked
package dev.millrace.state.objectstore;

import org.jspecify.annotations.NullMarked;
