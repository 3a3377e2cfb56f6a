//! Serves the banks' callbacks, and instalment plans. No sign-in is needed: the adapter of each bank verifies its
//! callbacks.

use chrono::NaiveDate;
use kit::{Error, Result};
use proto::{
    common::Done,
    order::{
        PaymentCallbackRequest, PaymentPlan, PaymentPlans, PaymentPlansRequest, ReconciledPayment, Reconciliation,
        payments_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::payment::{self, ChargeDifference, Report},
    domain::plan,
};

/// In qəpik. No cart costs more.
const MAX_AMOUNT: i64 = 100_000_000_000;

pub struct Payments(pub App);

#[tonic::async_trait]
impl payments_server::Payments for Payments {
    async fn callback(&self, request: Request<PaymentCallbackRequest>) -> Result<Response<Done>, Status> {
        let PaymentCallbackRequest { provider, body } = request.into_inner();
        payment::handle_callback(&self.0, &provider, &body).await?;
        Ok(Response::new(Done {}))
    }

    async fn plans(&self, request: Request<PaymentPlansRequest>) -> Result<Response<PaymentPlans>, Status> {
        let amount = request.into_inner().amount;
        if !(0..=MAX_AMOUNT).contains(&amount) {
            return Err(Error::invalid("amount", "out_of_range").into());
        }
        let plans = plan::plans(amount).into_iter();
        let plans = plans.map(|plan| PaymentPlan { months: plan.months, monthly: plan.monthly, total: plan.total });
        Ok(Response::new(PaymentPlans { plans: plans.collect() }))
    }
}

pub fn day(raw: &str) -> Result<NaiveDate> {
    NaiveDate::parse_from_str(raw, "%Y-%m-%d").map_err(|_| Error::invalid("date", "invalid"))
}

pub fn reconciliation(report: Report) -> Reconciliation {
    let Report { differing, agreeing, charged, refunded } = report;
    Reconciliation {
        differing: differing.into_iter().map(to_reconciled_payment).collect(),
        agreeing,
        charged,
        refunded,
    }
}

fn to_reconciled_payment(difference: ChargeDifference) -> ReconciledPayment {
    let ChargeDifference { reference, ours, theirs, our_amount, their_amount } = difference;
    // The reference is the order's code, a slash, and the number of the attempt.
    let order_code = reference.split('/').next().unwrap_or_default().to_owned();
    let (ours, theirs) = (ours.to_owned(), theirs.to_owned());
    ReconciledPayment { order_code, ours, theirs, our_amount, their_amount }
}
