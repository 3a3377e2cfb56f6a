//! Metrics and spans of the service.

kit::metrics! {
    /// Open findings of the auditor.
    AUDITOR_FINDINGS: Gauge = "order.auditor.findings", Count, [], "order";
    /// When the latest finished run of the auditor ended.
    AUDITOR_FINISHED: Gauge = "order.auditor.finished", UnixSeconds, [], "order";
    /// Cash-outs that an operator has to resolve.
    CASHOUTS_STUCK: Gauge = "order.cashout.stuck", Count, [], "order";
    /// Seconds of a call to a bank, by bank, call and outcome: answered, refused (the bank refuses the request), or
    /// silent (it is unknown whether it happened).
    BANK_CALL_DURATION: Histogram = "order.bank.call.duration", Seconds, ["bank", "call", "outcome"], "order";
}

kit::spans! {
    /// The work of the order worker on one order: a call to the stock service, or the end of an unpaid order.
    ORDER_JOB_SPAN = "order.job", "order";
    /// One question to the bank about a charge.
    CHARGE_POLL_SPAN = "order.charge.poll", "order";
}
