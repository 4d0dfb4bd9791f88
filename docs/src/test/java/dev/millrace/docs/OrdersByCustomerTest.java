package dev.millrace.docs;

import static dev.millrace.testkit.ExpectedPane.onTime;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import dev.millrace.functions.Sliding;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.state.StateTypes;
import dev.millrace.testkit.FunctionHarness;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The composition of aggregates that programming-model.md shows. */
class OrdersByCustomerTest {

  record Order(
      @Key String customer, String product, BigDecimal amount, @EventTime Instant placedAt) {}

  record CustomerOrders(String customer, long orders, long products, List<BigDecimal> top) {}

  @StreamFunction("orders-by-customer")
  @Sliding(size = "10m", slide = "1m")
  @Watermarks(outOfOrderness = "30s")
  static class OrdersByCustomer implements AggregateFunction<Order, CustomerOrders> {
    @Override
    public Aggregate<Order, ?, CustomerOrders> aggregate() {
      return Aggregates.combine(
          Aggregates.count(),
          Aggregates.distinct(Order::product, StateTypes.strings()),
          Aggregates.topN(3, Order::amount, Comparator.naturalOrder(), StateTypes.bigDecimals()),
          (context, orders, products, top) ->
              new CustomerOrders(context.key(), orders, products, top));
    }
  }

  @Test
  void shouldSeeOrdersCloserThanTheSizeTogetherWhenTheWindowSlides() {
    try (FunctionHarness orders = FunctionHarness.of(OrdersByCustomer.class)) {
      orders.startAt(at("12:00:00").toEpochMilli());
      order(orders, "pen", "1.50", "12:00:10");
      order(orders, "ink", "7", "12:00:20");
      order(orders, "pen", "2", "12:01:00");
      order(orders, "pad", "3", "12:01:30");
      orders
          .expectPanes(
              onTime(
                      "ann",
                      at("11:51:00").toEpochMilli(),
                      at("12:01:00").toEpochMilli(),
                      """
                      {"customer":"ann","orders":2,"products":2,"top":[7,1.50]}\
                      """)
                  .asFinal())
          .expectSameAllWays();
    }
  }

  private static void order(FunctionHarness orders, String product, String amount, String time) {
    orders.record(0, "any", new Order("ann", product, new BigDecimal(amount), at(time)));
  }

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + "Z");
  }
}
