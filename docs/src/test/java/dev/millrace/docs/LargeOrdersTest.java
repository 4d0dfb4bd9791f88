package dev.millrace.docs;

import static dev.millrace.testkit.ExpectedResult.result;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.testkit.FunctionHarness;
import org.junit.jupiter.api.Test;

/** The function without windows of the programming model. */
class LargeOrdersTest {

  record Order(String customer, long cents, @EventTime long at) {}

  record Alert(String customer, long cents) {}

  @StreamFunction("large-orders")
  static final class LargeOrders implements RecordFunction<Order, Alert> {

    @Override
    public void apply(Order order, RecordContext<Alert> context) {
      if (order.cents() >= 100_000) {
        context.emit(new Alert(order.customer(), order.cents()));
      }
    }
  }

  @Test
  void shouldAlertWhenAnOrderIsLarge() {
    try (FunctionHarness orders = FunctionHarness.of(LargeOrders.class)) {
      orders
          .record("7", new Order("ann", 99_999, 5))
          .record("8", new Order("bob", 100_000, 6))
          .expectResults(result("8", "{\"customer\":\"bob\",\"cents\":100000}").at(6))
          .expectSameAllWays();
    }
  }
}
