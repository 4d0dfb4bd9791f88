package dev.millrace.blackbox.app;

/** What both formats' orders are totalled in; it never changes. */
public record Totals(long orders, long cents, long byCard, long byVoucher, String last) {
  static final Totals NONE = new Totals(0, 0, 0, 0, "");

  Totals plus(long orderCents, boolean isByCard, boolean isByVoucher, String description) {
    return new Totals(
        orders + 1,
        Math.addExact(cents, orderCents),
        byCard + (isByCard ? 1 : 0),
        byVoucher + (isByVoucher ? 1 : 0),
        description);
  }
}
