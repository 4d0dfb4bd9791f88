@NullMarked
package dev.millrace.services;

import org.jspecify.annotations.NullMarked;
