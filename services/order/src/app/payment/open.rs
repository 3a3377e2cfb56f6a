//! Opens a charge at a bank, which returns the page on which the shopper pays. The charge is stored before the call, so
//! that the shopper never pays an unknown charge.

use std::time::Duration;

use kit::{Error, Language, Result};
use tracing::Instrument as _;

use super::settle;
use crate::{
    App,
    app::{self, saga},
    bank::{BankError, Created, NewCharge},
    db::{
        self,
        charge::{Charge, OrderToPay},
    },
    domain::{
        charge::{OPENING_TIMEOUT, State, poll_delay},
        checkout::{Event, Stage},
    },
};

/// For a repeated request. Shorter than the gateway's timeout of 9 seconds.
const WAIT_TIMEOUT: Duration = Duration::from_secs(7);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub async fn open(app: &App, order: i64, attempt: i32) -> Result<Option<String>> {
    match begin(app, order, attempt).await? {
        Begin::New(charge) => {
            // Completes even if the client disconnects.
            let app = app.clone();
            tokio::spawn(async move { create(&app, &charge).await }.in_current_span()).await.map_err(Error::internal)?
        }
        Begin::AlreadyBegun => wait_until_opened(app, order, attempt).await,
        Begin::NotPayable => Ok(None),
    }
}

enum Begin {
    New(OpeningCharge),
    AlreadyBegun,
    NotPayable,
}

struct OpeningCharge {
    order_id: i64,
    attempt: i32,
    reference: String,
    order: OrderToPay,
}

async fn begin(app: &App, order_id: i64, attempt: i32) -> Result<Begin> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let order = db::charge::lock_order(&mut tx, order_id).await?.ok_or(Error::NotFound("order_not_found"))?;
    if order.stage != Stage::Paying.key() || order.attempt != attempt {
        return Ok(Begin::NotPayable);
    }
    let Some(bank) = app.banks.current() else {
        saga::apply(&mut tx, order_id, Event::PaymentFailed { attempt }, now).await?;
        tx.commit().await?;
        app.notifier.notify();
        return Ok(Begin::NotPayable);
    };
    let reference = format!("{}/{attempt}", order.code);
    let charge = db::charge::NewCharge {
        order: order_id,
        attempt,
        reference: &reference,
        provider: bank.name(),
        amount: order.total,
        opened_at: now,
        ask_at: now + OPENING_TIMEOUT,
    };
    let is_new = db::charge::insert(&mut tx, &charge).await?;
    tx.commit().await?;
    let begun =
        if is_new { Begin::New(OpeningCharge { order_id, attempt, reference, order }) } else { Begin::AlreadyBegun };
    Ok(begun)
}

async fn create(app: &App, charge: &OpeningCharge) -> Result<Option<String>> {
    let Some(bank) = app.banks.current() else { return Ok(None) };
    let order = &charge.order;
    let language = Language::from_tag(&order.language).unwrap_or_default();
    let page = match wholesale_page(app, charge).await? {
        Some(page) => page,
        None if order.is_guest => home_of(&app.site_url, language),
        None => page_of(&app.site_url, language, &order.code),
    };
    let description = format!("Sovqat {}", order.code);
    let wanted = NewCharge {
        reference: &charge.reference,
        amount: order.total,
        months: order.months,
        language,
        description: &description,
        success_url: &page,
        failure_url: &page,
    };
    match bank.create(&wanted).await {
        Ok(created) => store_page(app, charge, created).await,
        Err(error) => {
            tracing::warn!(
                order.id = charge.order_id,
                "The bank opened no payment page for order {}: {error}",
                order.code
            );
            let (state, why) = match error {
                BankError::Refused(code) => (State::Failed, code),
                // The bank may have created the charge. Its callback will report a payment.
                BankError::Silent(reason) => (State::Abandoned, reason.to_owned()),
            };
            settle::end_charge(app, charge.order_id, charge.attempt, state, &why).await?;
            Ok(None)
        }
    }
}

/// Returns `None` if a callback has already settled the charge.
async fn store_page(app: &App, charge: &OpeningCharge, created: Created) -> Result<Option<String>> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::charge::lock_order(&mut tx, charge.order_id).await?;
    let stored = db::charge::lock_attempt(&mut tx, charge.order_id, charge.attempt).await?;
    let Some(Charge { id, state, .. }) = stored else { return Ok(None) };
    db::charge::set_transaction(&mut tx, id, &created.transaction).await?;
    db::charge::set_page(&mut tx, id, &created.redirect_url, app.clock.now() + poll_delay(0)).await?;
    tx.commit().await?;
    Ok(matches!(state, State::Opening | State::Pending).then_some(created.redirect_url))
}

async fn wait_until_opened(app: &App, order: i64, attempt: i32) -> Result<Option<String>> {
    let opened = async {
        loop {
            let mut connection = app.pool.acquire().await?;
            let charge = db::charge::find_attempt(&mut connection, order, attempt).await?;
            drop(connection);
            match charge {
                Some(charge) if charge.state == State::Opening => tokio::time::sleep(POLL_INTERVAL).await,
                Some(charge) if charge.state == State::Pending => return Ok(charge.redirect_url),
                _ => return Ok(None),
            }
        }
    };
    let outcome = tokio::time::timeout(WAIT_TIMEOUT, opened).await;
    outcome.unwrap_or_else(|_| Err(Error::unavailable(anyhow::anyhow!("the charge is still being opened"))))
}

/// A wholesale customer may have no account, so the bank redirects to the quote's page.
async fn wholesale_page(app: &App, charge: &OpeningCharge) -> Result<Option<String>> {
    if !charge.order.is_wholesale {
        return Ok(None);
    }
    let page = app::wholesale::page_of_order(app, charge.order_id).await?;
    Ok(page.map(|page| format!("{page}&odenis=qayitdi")))
}

/// A customer without an account can see no order in the shop.
fn home_of(site: &str, language: Language) -> String {
    format!("{}{}/", site.trim_end_matches('/'), language.prefix())
}

fn page_of(site: &str, language: Language, code: &str) -> String {
    let (site, prefix) = (site.trim_end_matches('/'), language.prefix());
    format!("{site}{prefix}/profil/sifaris-tarixcesi/{code}?odenis=qayitdi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bank_redirects_to_order_page_in_language_of_order() {
        let page = |language| page_of("https://sovqat.az/", language, "SQ-7K4M-29");
        assert_eq!(page(Language::Az), "https://sovqat.az/profil/sifaris-tarixcesi/SQ-7K4M-29?odenis=qayitdi");
        assert_eq!(home_of("https://sovqat.az/", Language::Ru), "https://sovqat.az/ru/");
        assert_eq!(page(Language::Ru), "https://sovqat.az/ru/profil/sifaris-tarixcesi/SQ-7K4M-29?odenis=qayitdi");
    }
}
