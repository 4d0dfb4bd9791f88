/** Objects in S3 or in a server that speaks its protocol. */
@NullMarked
package dev.millrace.state.objectstore.s3;

import org.jspecify.annotations.NullMarked;
