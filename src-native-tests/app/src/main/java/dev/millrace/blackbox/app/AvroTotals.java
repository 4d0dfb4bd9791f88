package dev.millrace.blackbox.app;

import dev.millrace.blackbox.app.avro.Card;
import dev.millrace.blackbox.app.avro.Order;
import dev.millrace.blackbox.app.avro.OrderTotals;
import dev.millrace.blackbox.app.avro.Voucher;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** Reads and writes Avro: a union, an enum, a fixed, a map, a decimal and instants. */
@StreamFunction("avro-totals")
@Tumbling(size = "10s")
@Watermarks(outOfOrderness = "0s", idleTimeout = "never")
public final class AvroTotals implements WindowFunction<Order, Totals, OrderTotals> {

  @EventTime
  public Instant at(Order order) {
    return order.getAt();
  }

  @Override
  public Totals create() {
    return Totals.NONE;
  }

  @Override
  public Totals add(Totals totals, Order order) {
    return totals.plus(
        order.getAmount().unscaledValue().longValueExact(),
        order.getPayment() instanceof Card,
        order.getPayment() instanceof Voucher,
        order.getState() + "-" + order.getChannel() + "-" + order.getChecksum().bytes().length);
  }

  @Override
  public OrderTotals finish(Totals totals, WindowContext context) {
    return OrderTotals.newBuilder()
        .setOrders(totals.orders())
        .setAmount(BigDecimal.valueOf(totals.cents(), 2))
        .setCounts(
            Map.of("card", totals.byCard(), "voucher", totals.byVoucher(), totals.last(), 1L))
        .setEnd(Instant.ofEpochMilli(context.endMs()))
        .build();
  }
}
