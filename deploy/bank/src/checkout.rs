//! The pages that a shopper visits at the bank: the page for the card, for some cards a page for a confirmation code,
//! and then the redirect to the shop.
//!
//! The redirect does not prove a payment to the shop, because anybody can open its URL. The shop learns the result from
//! the callback.

use axum::{
    Form,
    extract::{Path, State},
    response::{IntoResponse as _, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Bank,
    callbacks::queue_callbacks,
    cards::{self, CardBehaviour},
    page::{self, FieldErrors, texts},
    payment::{Payment, Status},
    sandbox::{Kind, WRONG_BY},
};

/// The expected confirmation code. The page that asks for the code also shows it.
const CONFIRMATION_CODE: &str = "1234";
/// The decline code of a payment that the shopper cancelled.
const CANCELLED_CODE: &str = "100";

/// The fields of both forms: those for the card, and `code` for the confirmation code.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct CardForm {
    /// `pay` or `cancel`.
    action: String,
    number: String,
    expiry: String,
    cvv: String,
    code: String,
}

/// The bank's decision about a payment.
enum Verdict {
    Approved,
    /// The text is the decline code.
    Declined(String),
}

/// Shows the page for the card.
pub async fn card(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open_payment(&bank, &transaction)
        .map_or_else(|response| *response, |payment| page::card(&payment, FieldErrors::default()))
}

/// Shows the page for the confirmation code.
pub async fn code(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open_payment(&bank, &transaction).map_or_else(|response| *response, |payment| page::code(&payment, false))
}

/// Receives the form with the card, and settles the payment or asks for the confirmation code.
pub async fn pay(State(bank): State<Bank>, Path(transaction): Path<String>, Form(form): Form<CardForm>) -> Response {
    let payment = match open_payment(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |verdict| settle(&bank, &transaction, verdict, cards::mask(&form.number));
    if form.action == "cancel" {
        return settle(Verdict::Declined(CANCELLED_CODE.to_owned()));
    }

    let behaviour = CardBehaviour::of(&form.number);
    let errors = FieldErrors {
        number: behaviour == CardBehaviour::Invalid,
        expiry: !is_month(&form.expiry),
        cvv: cards::digits(&form.cvv).len() != 3,
    };
    if errors.any() {
        return page::card(&payment, errors);
    }

    match behaviour {
        CardBehaviour::Approved => settle(Verdict::Approved),
        CardBehaviour::WithConfirmation => Redirect::to(&format!("/pay/{transaction}/code")).into_response(),
        CardBehaviour::Declined { code } => settle(Verdict::Declined(code)),
        CardBehaviour::Unknown => settle(Verdict::Declined(cards::UNKNOWN_CARD_CODE.to_owned())),
        // The payment stays open. An invalid number has been refused above.
        CardBehaviour::Silent | CardBehaviour::Invalid => {
            let texts = texts(page::language_of(&payment));
            page::message(page::language_of(&payment), texts.no_response_title, texts.no_response, &payment.success_url)
        }
    }
}

/// Receives the form with the confirmation code.
pub async fn confirm(
    State(bank): State<Bank>,
    Path(transaction): Path<String>,
    Form(form): Form<CardForm>,
) -> Response {
    let payment = match open_payment(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |verdict| settle(&bank, &transaction, verdict, cards::mask(cards::CARD_WITH_CONFIRMATION));
    if form.action == "cancel" {
        return settle(Verdict::Declined(CANCELLED_CODE.to_owned()));
    }
    let is_wrong = form.code.trim() != CONFIRMATION_CODE;
    if is_wrong { page::code(&payment, is_wrong) } else { settle(Verdict::Approved) }
}

/// Returns a payment that is not settled yet, or the page that explains why it cannot be paid.
fn open_payment(bank: &Bank, transaction: &str) -> Result<Payment, Box<Response>> {
    let payment = bank.store.lock().payment(transaction).cloned().ok_or_else(|| Box::new(page::not_found()))?;
    if payment.status == Status::New {
        return Ok(payment);
    }
    let language = page::language_of(&payment);
    Err(Box::new(page::message(language, texts(language).settled, "", &return_url(&payment))))
}

/// Settles a payment, stores the callbacks to the shop, and redirects to the shop. If the payment is settled already,
/// only redirects.
fn settle(bank: &Bank, transaction: &str, verdict: Verdict, mask: String) -> Response {
    let mut state = bank.store.lock();
    let Some(mut payment) = state.payment(transaction).cloned() else { return page::not_found() };
    if payment.status == Status::New {
        let misbehaviour = state.misbehaviours.pop_front();
        match verdict {
            Verdict::Approved => payment.approve(mask),
            Verdict::Declined(code) => payment.decline(code, mask),
        }
        let has_wrong_amount = misbehaviour.is_some_and(|misbehaviour| misbehaviour.kind == Kind::WrongAmount);
        if has_wrong_amount && payment.status == Status::Success {
            payment.charged += WRONG_BY;
        }
        let saved = state.save_payment(payment.clone());
        let queued = saved.and_then(|()| queue_callbacks(bank, &mut state, &payment, misbehaviour.as_ref()));
        if let Err(error) = queued {
            tracing::error!(error = error.to_string(), "Cannot write the journal");
        }
    }
    Redirect::to(&return_url(&payment)).into_response()
}

/// Returns the shop's page to which the shopper is redirected.
fn return_url(payment: &Payment) -> String {
    let is_paid = matches!(payment.status, Status::Success | Status::Returned);
    if is_paid { payment.success_url.clone() } else { payment.error_url.clone() }
}

/// Returns whether a text is a month and a year. Accepts `12/30`, `1230` and `12/2030`.
fn is_month(expiry: &str) -> bool {
    let digits = cards::digits(expiry);
    matches!(digits.len(), 4 | 6) && digits.get(..2).is_some_and(|month| ("01"..="12").contains(&month))
}
