/** Where a partition starts: positions, decisions and what must be refused (rules X3 to X6). */
@NullMarked
package dev.millrace.runtime.position;

import org.jspecify.annotations.NullMarked;
