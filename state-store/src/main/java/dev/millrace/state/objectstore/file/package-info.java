/** Objects as files. */
@NullMarked
package dev.millrace.state.objectstore.file;

import org.jspecify.annotations.NullMarked;
