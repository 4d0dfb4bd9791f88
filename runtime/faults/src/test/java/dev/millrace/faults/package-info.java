/**
 * Nothing lost, nothing twice, whatever fails: the stock application as processes of their own, on
 * a real broker, Redis and S3 server, with faults on purpose.
 *
 * <p>A test says what a pod is started with ({@link dev.millrace.faults.PodPlan}), feeds its input
 * ({@link dev.millrace.faults.Feed}), lets something fail, and compares what a reader of committed
 * records sees ({@link dev.millrace.faults.Outputs}) with what the rules ask for ({@link
 * dev.millrace.faults.Expectation}).
 */
@NullMarked
package dev.millrace.faults;

import org.jspecify.annotations.NullMarked;
