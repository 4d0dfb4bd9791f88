/** JSON events and results by Jackson, and functions defined from classes by reflection. */
@NullMarked
package dev.millrace.json;

import org.jspecify.annotations.NullMarked;
