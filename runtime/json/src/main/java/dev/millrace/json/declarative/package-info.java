/** Functions written as a document instead of as a class. */
@NullMarked
package dev.millrace.json.declarative;

import org.jspecify.annotations.NullMarked;
