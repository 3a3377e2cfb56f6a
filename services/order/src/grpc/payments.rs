//! What banks say of payments, and what can be paid how. Nobody signs in here: a bank proves itself, and plans are for all.

use kit::Error;
use proto::{
    common::Done,
    order::{PaymentCallbackRequest, PaymentPlan, PaymentPlans, PaymentPlansRequest, payments_server},
};
use tonic::{Request, Response, Status};

use crate::{App, app::payment, domain::plan};

/// A thousand million manat: nobody's cart.
const LARGEST: i64 = 100_000_000_000;

pub struct Payments(pub App);

#[tonic::async_trait]
impl payments_server::Payments for Payments {
    async fn callback(&self, request: Request<PaymentCallbackRequest>) -> Result<Response<Done>, Status> {
        let PaymentCallbackRequest { provider, body } = request.into_inner();
        payment::hear(&self.0, &provider, &body).await?;
        Ok(Response::new(Done {}))
    }

    async fn plans(&self, request: Request<PaymentPlansRequest>) -> Result<Response<PaymentPlans>, Status> {
        let amount = request.into_inner().amount;
        if !(0..=LARGEST).contains(&amount) {
            return Err(Error::invalid("amount", "out_of_range").into());
        }
        let plans = plan::plans(amount).into_iter();
        let plans = plans.map(|plan| PaymentPlan { months: plan.months, monthly: plan.monthly, total: plan.total });
        Ok(Response::new(PaymentPlans { plans: plans.collect() }))
    }
}
