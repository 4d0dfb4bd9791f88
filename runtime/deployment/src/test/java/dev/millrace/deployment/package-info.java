@NullMarked
package dev.millrace.deployment;

import org.jspecify.annotations.NullMarked;
