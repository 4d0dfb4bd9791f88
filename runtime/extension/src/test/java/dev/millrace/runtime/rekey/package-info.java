@NullMarked
package dev.millrace.runtime.rekey;

import org.jspecify.annotations.NullMarked;
