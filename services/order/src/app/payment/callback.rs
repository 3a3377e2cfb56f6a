//! Handles callbacks of banks.

use kit::{Error, Result};

use super::{poll::poll_charge, settle::settle};
use crate::{App, app::cashout, bank::Callback, db};

/// After an error the bank repeats the callback.
pub async fn handle_callback(app: &App, provider: &str, body: &[u8]) -> Result<()> {
    let bank = app.banks.of(provider).ok_or(Error::NotFound("payment_not_found"))?;
    let Callback { transaction, reference, status } = bank.read_callback(body).map_err(|_| {
        tracing::warn!("Refused a callback that {provider} has not signed");
        Error::Forbidden
    })?;
    let charge = {
        let mut connection = app.pool.acquire().await?;
        db::charge::find_reported(&mut connection, provider, &transaction, reference.as_deref()).await?
    };
    let Some(charge) = charge else {
        // Payouts report to the same endpoint.
        let is_payout = cashout::handle_callback(app, provider, &transaction, reference.as_deref()).await?;
        return if is_payout { Ok(()) } else { Err(Error::NotFound("payment_not_found")) };
    };
    match status {
        Some(status) => settle(app, &charge, &transaction, status).await,
        None => poll_charge(app, &charge).await,
    }
}
