/**
 * Keeps the pages true: their code is compiled, their documents run, their links lead somewhere.
 */
@NullMarked
package dev.millrace.docs;

import org.jspecify.annotations.NullMarked;
