/** Topics as the commands read them. */
@NullMarked
package dev.millrace.cli.kafka;

import org.jspecify.annotations.NullMarked;
