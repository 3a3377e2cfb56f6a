//! Decisions of operators. Nobody decides about a cash-out of their own.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use super::{End, NOT_FOUND, end, read_again};
use crate::{
    App,
    db::{
        self,
        cashout::{Cashout, Filter},
    },
    domain::cashout::State,
};

/// How an operator resolves a payout of which no bank can say what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// The bank's statement shows this amount.
    Paid { amount: i64 },
    /// The bank's statement does not show it.
    NotPaid,
    /// The bank is asked again.
    AskAgain,
}

pub async fn approve(app: &App, operator: &Caller, code: &str) -> Result<Cashout> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let cashout = lock(&mut tx, operator, code).await?;
    require(cashout.state == State::Requested, "cashout_decided")?;
    db::cashout::set_approved(&mut tx, cashout.id, operator.account, now).await?;
    db::audit::insert(&mut tx, operator.account, "cashout_approved", cashout.id, now).await?;
    let cashout = read_again(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

/// `reason` is told to the blogger.
pub async fn decline(app: &App, operator: &Caller, code: &str, reason: &str) -> Result<Cashout> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let cashout = lock(&mut tx, operator, code).await?;
    require(cashout.state == State::Requested, "cashout_decided")?;
    end(&mut tx, &cashout, End::Declined { operator: operator.account, reason }, now).await?;
    db::audit::insert(&mut tx, operator.account, "cashout_declined", cashout.id, now).await?;
    let cashout = read_again(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

pub async fn resolve(app: &App, operator: &Caller, code: &str, resolution: &Resolution) -> Result<Cashout> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let cashout = lock(&mut tx, operator, code).await?;
    require(cashout.is_stuck(), "cashout_not_stuck")?;
    let action = match resolution {
        Resolution::Paid { amount } => {
            end(&mut tx, &cashout, End::Paid { amount: *amount, transaction: None }, now).await?;
            "cashout_resolved_as_paid"
        }
        Resolution::NotPaid => {
            let why = cashout.failure.as_deref().unwrap_or("not_paid");
            end(&mut tx, &cashout, End::Failed { why, transaction: None }, now).await?;
            "cashout_resolved_as_failed"
        }
        Resolution::AskAgain => {
            db::cashout::put_off(&mut tx, cashout.id, None, cashout.failure.as_deref(), Some(now)).await?;
            "cashout_asked_again"
        }
    };
    db::audit::insert(&mut tx, operator.account, action, cashout.id, now).await?;
    let cashout = read_again(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

async fn lock(tx: &mut PgConnection, operator: &Caller, code: &str) -> Result<Cashout> {
    let any = Filter { code: Some(code), ..Filter::default() };
    let cashout = db::cashout::lock(tx, any).await?.ok_or(NOT_FOUND)?;
    if cashout.account == Some(operator.account) {
        return Err(Error::NotAllowed("own_cashout"));
    }
    Ok(cashout)
}

fn require(is_allowed: bool, refusal: &'static str) -> Result<()> {
    if is_allowed { Ok(()) } else { Err(Error::conflict(refusal)) }
}
