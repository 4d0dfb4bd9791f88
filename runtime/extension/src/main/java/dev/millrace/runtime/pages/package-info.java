/** Memory of a native executable that is the kernel's to take: pages of its own file. */
@NullMarked
package dev.millrace.runtime.pages;

import org.jspecify.annotations.NullMarked;
