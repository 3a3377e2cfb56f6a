//! Serves cash-outs (payouts of bloggers' earnings to their cards) to bloggers and to operators.

use audit::Entry;
use kit::{
    Error, Result,
    identity::Identity,
    input::{self, Checks},
    page::Page,
};
use proto::{
    json::{from_name, to_timestamp},
    order::{
        self as pb, ApproveCashoutRequest, CancelCashoutRequest, CashoutOverview, CashoutResolution, CashoutStatus,
        CashoutsPage, CreateCashoutRequest, DeclineCashoutRequest, DeskCashout, DeskCashoutPage, ListCashoutsRequest,
        ListDeskCashoutsRequest, ResolveCashoutRequest, cashout_desk_server, cashouts_server,
    },
};
use tonic::{Request, Response, Status};

use super::{orders::parse, reply, shopper_of};
use crate::{
    App,
    app::cashout::{self, Resolution},
    db::{self, cashout::Cashout},
    domain::{
        cashout::{CardNumber, Limits, State},
        two_people,
    },
};

/// The length is in characters.
const REASON_LENGTH: std::ops::RangeInclusive<usize> = 1..=500;
/// The amount is in qəpik. A higher amount is a typing mistake.
const MAX_PAID: i64 = 1_000_000_000;

pub struct Cashouts {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl cashouts_server::Cashouts for Cashouts {
    async fn list(&self, request: Request<ListCashoutsRequest>) -> Result<Response<CashoutsPage>, Status> {
        let blogger = shopper_of(&self.identity, &request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let cashout::Overview { limits, available, cashouts, total } = cashout::read(&self.app, &blogger, page).await?;
        let overview = CashoutOverview {
            available,
            minimum: limits.minimum,
            maximum: limits.maximum,
            cashouts: cashouts.iter().map(to_message).collect(),
        };
        Ok(Response::new(CashoutsPage { overview: Some(overview), meta: Some(page.meta(total)) }))
    }

    async fn create(&self, request: Request<CreateCashoutRequest>) -> Result<Response<pb::Cashout>, Status> {
        // Money leaves the shop here, so tokens are refused while it is unknown which ones are revoked.
        self.identity.caller(&request).await?.require_current()?;
        let blogger = shopper_of(&self.identity, &request).await?;
        let limits = cashout::limits(&self.app).await?;
        let request = parse_request(request.get_ref(), limits)?;
        Ok(Response::new(to_message(&cashout::request(&self.app, &blogger, &request).await?)))
    }

    async fn cancel(&self, request: Request<CancelCashoutRequest>) -> Result<Response<pb::Cashout>, Status> {
        let blogger = shopper_of(&self.identity, &request).await?;
        Ok(Response::new(to_message(&cashout::cancel(&self.app, &blogger, &request.get_ref().code).await?)))
    }
}

pub struct CashoutDesk {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl cashout_desk_server::CashoutDesk for CashoutDesk {
    async fn list(&self, request: Request<ListDeskCashoutsRequest>) -> Result<Response<DeskCashoutPage>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let filter = db::cashout::Filter { is_open: request.is_open, ..db::cashout::Filter::default() };
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let cashouts = db::cashout::page(&mut connection, filter, page).await.map_err(Error::from)?;
        let total = db::cashout::count(&mut connection, filter).await.map_err(Error::from)?;
        let filters: &[_] = if request.is_open.is_some() { &["isOpen"] } else { &[] };
        let entry = Entry::read_list("cashout", filters, cashouts.iter().map(|cashout| &cashout.code));
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        let cashouts = cashouts.iter().map(|cashout| to_admin_message(cashout, &self.app)).collect();
        Ok(Response::new(DeskCashoutPage { cashouts, meta: Some(page.meta(total)) }))
    }

    async fn approve(&self, request: Request<ApproveCashoutRequest>) -> Result<Response<DeskCashout>, Status> {
        let operator = self.identity.staff(&request).await?;
        let approved = cashout::approve(&self.app, &operator, &request.get_ref().code).await?;
        Ok(Response::new(to_admin_message(&approved, &self.app)))
    }

    async fn decline(&self, request: Request<DeclineCashoutRequest>) -> Result<Response<DeskCashout>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.get_ref();
        let reason = input::text(request.reason.as_deref().unwrap_or_default(), REASON_LENGTH);
        let reason = reason.map_err(|code| Error::invalid("reason", code))?;
        let declined = cashout::decline(&self.app, &operator, &request.code, &reason).await?;
        Ok(Response::new(to_admin_message(&declined, &self.app)))
    }

    async fn resolve(&self, request: Request<ResolveCashoutRequest>) -> Result<Response<DeskCashout>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.get_ref();
        let resolution = parse_resolution(request)?;
        let resolved = cashout::resolve(&self.app, &operator, &request.code, &resolution).await?;
        Ok(Response::new(to_admin_message(&resolved, &self.app)))
    }
}

fn parse_request(request: &CreateCashoutRequest, limits: Limits) -> Result<cashout::Request> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", parse::key(&request.idempotency_key));
    let amount = checks.take("amount", request.amount.ok_or("required").and_then(|amount| limits.check(amount)));
    let card = checks.take("cardNumber", CardNumber::parse(request.card_number.as_deref().unwrap_or_default()));
    checks.finish()?;
    // `finish` has already reported missing values.
    let missing = || Error::invalid("", "required");
    Ok(cashout::Request {
        amount: amount.ok_or_else(missing)?,
        card: card.ok_or_else(missing)?,
        key: key.ok_or_else(missing)?,
    })
}

/// Only a paid cash-out has an amount.
fn parse_resolution(request: &ResolveCashoutRequest) -> Result<Resolution> {
    let resolution = CashoutResolution::try_from(request.resolution);
    match (resolution, request.paid_amount) {
        (Ok(CashoutResolution::Paid), Some(amount)) if (1..=MAX_PAID).contains(&amount) => {
            Ok(Resolution::Paid { amount })
        }
        (Ok(CashoutResolution::Paid), Some(_)) => Err(Error::invalid("paidAmount", "out_of_range")),
        (Ok(CashoutResolution::Paid), None) => Err(Error::invalid("paidAmount", "required")),
        (Ok(CashoutResolution::NotPaid | CashoutResolution::AskAgain), Some(_)) => {
            Err(Error::invalid("paidAmount", "must_be_empty"))
        }
        (Ok(CashoutResolution::NotPaid), None) => Ok(Resolution::NotPaid),
        (Ok(CashoutResolution::AskAgain), None) => Ok(Resolution::AskAgain),
        (Ok(CashoutResolution::Unspecified), _) => Err(Error::invalid("resolution", "required")),
        (Err(_), _) => Err(Error::invalid("resolution", "unknown_value")),
    }
}

/// The paid amount is set only if it differs from the requested one.
fn to_message(cashout: &Cashout) -> pb::Cashout {
    pb::Cashout {
        code: cashout.code.clone(),
        amount: cashout.amount,
        status: status(cashout.state).into(),
        card: cashout.card_mask.clone(),
        requested_at: Some(to_timestamp(cashout.requested_at)),
        decided_at: cashout.decided_at.map(to_timestamp),
        finished_at: cashout.finished_at.map(to_timestamp),
        paid_amount: cashout.paid_amount.filter(|paid| *paid != cashout.amount),
        reason: cashout.reason.clone(),
    }
}

fn to_admin_message(cashout: &Cashout, app: &App) -> DeskCashout {
    let first = cashout.first_approval.as_ref();
    // After the decision, no amount needs another approval.
    let limit = if cashout.state == State::Requested { app.two_people.cashout } else { i64::MAX };
    DeskCashout {
        cashout: Some(to_message(cashout)),
        account_id: cashout.account,
        full_name: cashout.card.as_ref().map(|card| card.full_name.clone()),
        provider: cashout.provider.clone(),
        transaction: cashout.transaction.clone(),
        tries: cashout.tries.into(),
        failure: cashout.failure.clone(),
        is_stuck: cashout.state.is_stuck(cashout.due_at),
        needs_two_people: two_people::needs_two_people(cashout.amount, limit, first),
        first_approval: first.map(reply::first_approval),
    }
}

fn status(state: State) -> CashoutStatus {
    from_name(state.key()).unwrap_or_default()
}
