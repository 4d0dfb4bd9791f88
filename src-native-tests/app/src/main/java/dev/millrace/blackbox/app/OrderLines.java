package dev.millrace.blackbox.app;

import dev.millrace.blackbox.app.proto.Order;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;

/** Without windows: splits a message of Protobuf into those that it holds. */
@StreamFunction("order-lines")
public final class OrderLines implements RecordFunction<Order, Order.Line> {

  @Override
  public void apply(Order order, RecordContext<Order.Line> context) {
    order.getLinesList().forEach(line -> context.emit(line.getArticle(), line));
  }
}
