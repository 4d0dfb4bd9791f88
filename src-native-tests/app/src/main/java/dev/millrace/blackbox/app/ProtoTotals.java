package dev.millrace.blackbox.app;

import dev.millrace.blackbox.app.proto.Order;
import dev.millrace.blackbox.app.proto.OrderTotals;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;

/** Reads and writes Protobuf: a oneof, an enum, a map, messages within, and one of the library. */
@StreamFunction("proto-totals")
@Tumbling(size = "10s")
@Watermarks(outOfOrderness = "0s", idleTimeout = "never")
public final class ProtoTotals implements WindowFunction<Order, Totals, OrderTotals> {

  @EventTime
  public long atMs(Order order) {
    return order.getAt().getSeconds() * 1_000;
  }

  @Override
  public Totals create() {
    return Totals.NONE;
  }

  @Override
  public Totals add(Totals totals, Order order) {
    return totals.plus(
        order.getCents(),
        order.hasCard(),
        order.hasVoucher(),
        // By the descriptor, so that every getter is called, of messages within too.
        order.getState() + "-" + order.getAllFields().size() + "-" + order.getAt());
  }

  @Override
  public OrderTotals finish(Totals totals, WindowContext context) {
    return OrderTotals.newBuilder()
        .setOrders(totals.orders())
        .setCents(totals.cents())
        .putCounts("voucher", totals.byVoucher())
        .putCounts("card", totals.byCard())
        .setLast(totals.last())
        .build();
  }
}
