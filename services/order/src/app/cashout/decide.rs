//! Decisions of operators about cash-outs.

use kit::{Error, Result, identity::Caller};

use super::{End, end, lock, reload};
use crate::{
    App,
    db::{
        self,
        cashout::{Cashout, Filter},
    },
    domain::cashout::State,
};

/// An operator's resolution of a payout whose result the bank cannot report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// The bank's statement shows this amount.
    Paid { amount: i64 },
    /// The bank's statement does not show it.
    NotPaid,
    /// Ask the bank again.
    AskAgain,
}

pub async fn approve(app: &App, operator: &Caller, code: &str) -> Result<Cashout> {
    let now = app.clock.now();
    let check = |it: &Cashout| check_decision(operator, it, it.state == State::Requested, "cashout_decided");
    let (mut tx, cashout) = lock(app, by_code(code), check).await?;
    db::cashout::set_approved(&mut tx, cashout.id, operator.account, now).await?;
    db::audit::insert(&mut tx, operator.account, "cashout_approved", cashout.id, now).await?;
    let cashout = reload(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

/// The blogger is shown `reason`.
pub async fn decline(app: &App, operator: &Caller, code: &str, reason: &str) -> Result<Cashout> {
    let now = app.clock.now();
    let check = |it: &Cashout| check_decision(operator, it, it.state == State::Requested, "cashout_decided");
    let (mut tx, cashout) = lock(app, by_code(code), check).await?;
    end(&mut tx, &cashout, End::Declined { operator: operator.account, reason }, now).await?;
    db::audit::insert(&mut tx, operator.account, "cashout_declined", cashout.id, now).await?;
    let cashout = reload(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

pub async fn resolve(app: &App, operator: &Caller, code: &str, resolution: &Resolution) -> Result<Cashout> {
    let now = app.clock.now();
    let check = |it: &Cashout| check_decision(operator, it, it.is_stuck(), "cashout_not_stuck");
    let (mut tx, cashout) = lock(app, by_code(code), check).await?;
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
            db::cashout::reschedule(&mut tx, cashout.id, None, cashout.failure.as_deref(), Some(now)).await?;
            "cashout_asked_again"
        }
    };
    db::audit::insert(&mut tx, operator.account, action, cashout.id, now).await?;
    let cashout = reload(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

/// Checks that an operator does not decide about their own cash-out, and that it is still open.
fn check_decision(operator: &Caller, cashout: &Cashout, is_open: bool, refusal: &'static str) -> Result<()> {
    if cashout.account == Some(operator.account) {
        return Err(Error::NotAllowed("own_cashout"));
    }
    if is_open { Ok(()) } else { Err(Error::conflict(refusal)) }
}

fn by_code(code: &str) -> Filter<'_> {
    Filter { code: Some(code), ..Filter::default() }
}
