/**
 * A second, slow opinion on what a function must emit: straight from the rules of the design,
 * sharing no code with the engine but the settings' plain records.
 */
@NullMarked
package dev.millrace.testkit.oracle;

import org.jspecify.annotations.NullMarked;
