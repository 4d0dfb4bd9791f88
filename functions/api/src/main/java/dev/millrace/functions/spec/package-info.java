/**
 * What a function asks for, resolved and validated: plain records shared by annotations, documents
 * and the CRD.
 */
@NullMarked
package dev.millrace.functions.spec;

import org.jspecify.annotations.NullMarked;
