package dev.millrace.blackbox.app;

import dev.millrace.blackbox.app.avro.Order;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;
import java.math.BigDecimal;
import java.time.Instant;

/** Without windows: reads Avro and writes JSON. */
@StreamFunction("large-orders")
public final class LargeOrders implements RecordFunction<Order, LargeOrders.Alert> {
  private static final BigDecimal LARGE = new BigDecimal("1000.00");

  /** What is said of a large order. */
  public record Alert(String customer, BigDecimal amount, Instant at) {}

  @EventTime
  public Instant at(Order order) {
    return order.getAt();
  }

  @Override
  public void apply(Order order, RecordContext<Alert> context) {
    if (order.getAmount().compareTo(LARGE) >= 0) {
      context.emit(
          order.getCustomer(), new Alert(order.getCustomer(), order.getAmount(), order.getAt()));
    }
  }
}
