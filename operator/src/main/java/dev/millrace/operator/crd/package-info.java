/** The custom resource as Java: what the CRD, its defaults and its rules are made from. */
@NullMarked
package dev.millrace.operator.crd;

import org.jspecify.annotations.NullMarked;
