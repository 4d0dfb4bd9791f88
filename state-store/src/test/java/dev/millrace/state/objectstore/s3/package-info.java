@NullMarked
package dev.millrace.state.objectstore.s3;

import org.jspecify.annotations.NullMarked;
