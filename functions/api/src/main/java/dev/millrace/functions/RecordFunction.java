package dev.millrace.functions;

/**
 * A function without windows: takes each record by itself and gives none, one or several results.
 * So it filters, maps and splits a stream; it keeps nothing between records.
 *
 * <pre>{@code
 * @StreamFunction("large-orders")
 * class LargeOrders implements RecordFunction<Order, Alert> {
 *   public void apply(Order order, RecordContext<Alert> context) {
 *     if (order.cents() >= 100_000) {
 *       context.emit(new Alert(order.customer(), order.cents()));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>It must be deterministic: what it emits may depend on its arguments only, for what was not
 * committed before a crash is done again. One instance serves all records of a partition, from one
 * thread.
 *
 * @param <E> the event
 * @param <R> the result
 */
public interface RecordFunction<E, R> {

  /**
   * Takes a record. What it throws rejects the record, of which nothing is emitted then.
   *
   * @param context takes the results; valid until the method returns
   */
  void apply(E event, RecordContext<R> context);
}
