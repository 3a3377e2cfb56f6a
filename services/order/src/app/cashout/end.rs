//! Ends cash-outs. The caller has locked the row.

use chrono::{DateTime, Utc};
use kit::Result;
use proto::order::CashoutEnded;
use sqlx::PgConnection;

use crate::{
    db::{self, cashout::Cashout, ledger::Claim},
    domain::{cashout::State, ledger::Movement},
};

pub enum End<'a> {
    Paid { amount: i64, transaction: Option<&'a str> },
    Failed { why: &'a str, transaction: Option<&'a str> },
    Declined { operator: i64, reason: &'a str },
    Cancelled,
}

/// An amount that was not paid returns to the balance.
pub async fn end(tx: &mut PgConnection, cashout: &Cashout, end: End<'_>, now: DateTime<Utc>) -> Result<()> {
    let (id, claim) = (cashout.id, Claim::of_blogger(cashout.holder));
    let (state, paid) = match end {
        End::Paid { amount, transaction } => {
            db::cashout::set_paid(tx, id, amount, transaction, now).await?;
            let movement = Movement::cashout_paid(cashout.amount, amount);
            db::ledger::write_of_cashout(tx, &movement, id, claim, now).await?;
            (State::Paid, amount)
        }
        End::Failed { why, transaction } => {
            db::cashout::set_failed(tx, id, why, transaction, now).await?;
            (State::Failed, 0)
        }
        End::Declined { operator, reason } => {
            db::cashout::set_declined(tx, id, operator, reason, now).await?;
            (State::Declined, 0)
        }
        End::Cancelled => {
            db::cashout::set_cancelled(tx, id, now).await?;
            (State::Cancelled, 0)
        }
    };
    let returned = cashout.amount - paid;
    if returned > 0 {
        db::ledger::write_of_cashout(tx, &Movement::cashout_returned(returned), id, claim, now).await?;
    }
    let notified = if state == State::Cancelled { None } else { cashout.account };
    if let Some(account_id) = notified {
        let event = CashoutEnded {
            account_id,
            cashout: cashout.code.clone(),
            status: state.key().to_owned(),
            amount: if state == State::Paid { paid } else { cashout.amount },
            card: cashout.card_mask.clone(),
        };
        outbox::append(tx, &event).await?;
    }
    Ok(())
}
