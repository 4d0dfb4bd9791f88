/** Objects by key in a file system or in S3-compatible storage (rule C6). */
@NullMarked
package dev.millrace.state.objectstore;

import org.jspecify.annotations.NullMarked;
