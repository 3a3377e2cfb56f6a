//! Sends approved cash-outs to the bank. `Sent` is committed before the call, so that a crash never causes a second
//! payout.

use chrono::{DateTime, TimeDelta, Utc};
use kit::Result;
use sqlx::PgConnection;

use super::{End, decrypt_card, end, reload};
use crate::{
    App,
    bank::{BankError, NewPayout, Payout},
    db::{
        self,
        cashout::{Cashout, Filter},
    },
    domain::{
        cashout::{State, Verdict, is_retried, verdict},
        charge::return_retry_delay,
    },
};

/// Longer than the timeout of a bank call.
const LEASE: TimeDelta = TimeDelta::minutes(1);
const RECHECK_DELAY: TimeDelta = TimeDelta::seconds(2);

pub async fn send_due(app: &App) -> Result<usize> {
    let mut processed = 0;
    while send_next(app).await? {
        processed += 1;
    }
    Ok(processed)
}

pub async fn send_next(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let bank = app.banks.current().map(|bank| bank.name());
    let mut tx = kit::db::begin(&app.pool).await?;
    let claimed = db::cashout::claim(&mut tx, bank, now, now + LEASE).await?;
    let claimed = match claimed {
        Some(id) => Some(reload(&mut tx, id).await?),
        None => None,
    };
    tx.commit().await?;
    let Some(cashout) = claimed else { return Ok(false) };
    let answer = call_bank(app, &cashout).await;
    record_answer(app, &cashout, answer).await?;
    Ok(true)
}

/// Returns whether the payout is ours. The callback is not trusted: it only makes the worker ask the bank.
pub async fn handle_callback(app: &App, provider: &str, transaction: &str, reference: Option<&str>) -> Result<bool> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let is_ours = db::cashout::set_due(&mut tx, provider, transaction, reference, app.clock.now()).await?;
    tx.commit().await?;
    Ok(is_ours)
}

async fn call_bank(app: &App, cashout: &Cashout) -> Result<Payout, BankError> {
    let bank = cashout.provider.as_deref().and_then(|name| app.banks.of(name));
    let bank = bank.ok_or(BankError::Silent("no_account"))?;
    let sealed = cashout.card.as_ref().ok_or(BankError::Silent("card_erased"))?;
    let card = decrypt_card(app, &cashout.code, sealed).map_err(|_| BankError::Silent("card_not_opened"))?;
    let payout = NewPayout {
        reference: &cashout.code,
        amount: cashout.amount,
        card: &card,
        full_name: &sealed.full_name,
        description: &format!("Sovqat {}", cashout.code),
    };
    // A repeated call asks first, so that nothing is paid twice.
    if cashout.tries > 1 {
        bank.confirm_payout(&payout, cashout.transaction.as_deref()).await
    } else {
        bank.pay_out(&payout).await
    }
}

async fn record_answer(app: &App, sent: &Cashout, answer: Result<Payout, BankError>) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = db::cashout::lock(&mut tx, Filter { id: Some(sent.id), ..Filter::default() }).await?;
    // A callback may have ended the cash-out during the call.
    let Some(cashout) = current.filter(|cashout| cashout.state == State::Sent) else {
        tx.rollback().await?;
        return Ok(());
    };
    end_or_reschedule(&mut tx, sent, &cashout, answer, now).await?;
    tx.commit().await?;
    Ok(())
}

/// `sent` is the cash-out before the call, `cashout` after it.
async fn end_or_reschedule(
    tx: &mut PgConnection,
    sent: &Cashout,
    cashout: &Cashout,
    answer: Result<Payout, BankError>,
    now: DateTime<Utc>,
) -> Result<()> {
    let (transaction, verdict) = match answer {
        Ok(Payout { transaction, status }) => (transaction, verdict(&status, cashout.amount)),
        Err(BankError::Refused(code)) => (None, Verdict::Failed(code)),
        Err(BankError::Silent(reason)) if is_retried(cashout.tries) => {
            let due_at = now + return_retry_delay(cashout.tries - 1);
            db::cashout::reschedule(tx, cashout.id, None, Some(reason), Some(due_at)).await?;
            return Ok(());
        }
        Err(BankError::Silent(reason)) => (None, Verdict::Unclear(reason.to_owned())),
    };
    let transaction = transaction.as_deref();
    match verdict {
        Verdict::Paid => {
            end(tx, cashout, End::Paid { amount: cashout.amount, transaction }, now).await?;
        }
        Verdict::Failed(why) => end(tx, cashout, End::Failed { why: &why, transaction }, now).await?,
        Verdict::Open => {
            let due_at = is_retried(cashout.tries).then(|| now + return_retry_delay(cashout.tries - 1));
            db::cashout::reschedule(tx, cashout.id, transaction, Some("pending"), due_at).await?;
        }
        // The first answer may be wrong, so the bank is asked once more.
        Verdict::Unclear(evidence) => {
            let is_first = sent.tries == 1 && transaction.is_some();
            let due_at = is_first.then(|| now + RECHECK_DELAY);
            db::cashout::reschedule(tx, cashout.id, transaction, Some(&evidence), due_at).await?;
            if due_at.is_none() {
                tracing::error!(cashout.code = cashout.code, "A cash-out has to be resolved by a person: {evidence}");
            }
        }
    }
    Ok(())
}
