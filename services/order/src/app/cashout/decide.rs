//! Operators approve and decline cash-outs, and resolve those without an answer of the bank.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{End, end, lock, reload};
use crate::{
    App,
    app::other_person::require_other_person,
    db::{
        self,
        cashout::{Cashout, Filter},
    },
    domain::{
        cashout::State,
        two_people::{self, Approval},
    },
};

/// An operator resolves a payout whose result the bank cannot report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    Paid { amount: i64 },
    NotPaid,
    AskAgain,
}

pub async fn approve(app: &App, operator: &Caller, code: &str) -> Result<Cashout> {
    let (now, limit) = (app.clock.now(), app.two_people.cashout);
    let approval_of = |cashout: &Cashout| {
        let first = cashout.first_approval.as_ref();
        let approval = two_people::approve(cashout.amount, limit, first, operator.account);
        approval.map_err(|_| Error::conflict("second_person_required"))
    };
    let check = |cashout: &Cashout| {
        let is_open = cashout.state.next_states().contains(&State::Approved);
        check_decision(operator, cashout, is_open, "cashout_decided")?;
        approval_of(cashout).map(drop)
    };
    let (mut tx, cashout) = lock(app, by_code(code), check).await?;
    let action = match approval_of(&cashout)? {
        Approval::First => {
            db::cashout::set_first_approval(&mut tx, cashout.id, operator.account, now).await?;
            "cashout_first_approved"
        }
        Approval::Final => {
            db::cashout::set_approved(&mut tx, cashout.id, operator.account, limit, now).await?;
            "cashout_approved"
        }
    };
    let cashout = reload_audited(&mut tx, operator, action, &cashout, now).await?;
    tx.commit().await?;
    Ok(cashout)
}

/// The blogger is shown `reason`.
pub async fn decline(app: &App, operator: &Caller, code: &str, reason: &str) -> Result<Cashout> {
    let now = app.clock.now();
    let check = |cashout: &Cashout| {
        let is_open = cashout.state.next_states().contains(&State::Declined);
        check_decision(operator, cashout, is_open, "cashout_decided")
    };
    let (mut tx, cashout) = lock(app, by_code(code), check).await?;
    end(&mut tx, &cashout, End::Declined { operator: operator.account, reason }, now).await?;
    let cashout = reload_audited(&mut tx, operator, "cashout_declined", &cashout, now).await?;
    tx.commit().await?;
    Ok(cashout)
}

pub async fn resolve(app: &App, operator: &Caller, code: &str, resolution: &Resolution) -> Result<Cashout> {
    let now = app.clock.now();
    let check = |cashout: &Cashout| {
        check_decision(operator, cashout, cashout.state.is_stuck(cashout.due_at), "cashout_not_stuck")
    };
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
    let cashout = reload_audited(&mut tx, operator, action, &cashout, now).await?;
    tx.commit().await?;
    Ok(cashout)
}

async fn reload_audited(
    tx: &mut PgConnection,
    operator: &Caller,
    action: &'static str,
    before: &Cashout,
    now: DateTime<Utc>,
) -> Result<Cashout> {
    let after = reload(tx, before.id).await?;
    let entry = Entry::new(action, "cashout", before.code.as_str()).changed(audited(before), audited(&after));
    audit::insert(tx, operator, entry, now).await?;
    Ok(after)
}

fn audited(cashout: &Cashout) -> Value {
    json!({"status": cashout.state.key(), "paidAmount": cashout.paid_amount})
}

/// `refusal` is the error code for a cash-out that is no longer open.
fn check_decision(operator: &Caller, cashout: &Cashout, is_open: bool, refusal: &'static str) -> Result<()> {
    require_other_person(operator, cashout.account, "own_cashout")?;
    if is_open { Ok(()) } else { Err(Error::conflict(refusal)) }
}

fn by_code(code: &str) -> Filter<'_> {
    Filter { code: Some(code), ..Filter::default() }
}
