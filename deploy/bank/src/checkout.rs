//! The bank's pages for the card and the confirmation code, and the redirect to the shop.

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

/// The page that asks for the code also shows it.
const CONFIRMATION_CODE: &str = "1234";
const CANCELLED_CODE: &str = "100";

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

enum Decision {
    Approved,
    /// The decline code.
    Declined(String),
}

pub async fn card(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open_payment(&bank, &transaction)
        .map_or_else(|response| *response, |payment| page::card(&payment, FieldErrors::default()))
}

pub async fn code(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open_payment(&bank, &transaction).map_or_else(|response| *response, |payment| page::code(&payment, false))
}

pub async fn pay(State(bank): State<Bank>, Path(transaction): Path<String>, Form(form): Form<CardForm>) -> Response {
    let payment = match open_payment(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |decision| settle(&bank, &transaction, decision, cards::mask(&form.number));
    if form.action == "cancel" {
        return settle(Decision::Declined(CANCELLED_CODE.to_owned()));
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
        CardBehaviour::Approved => settle(Decision::Approved),
        CardBehaviour::WithConfirmation => Redirect::to(&format!("/pay/{transaction}/code")).into_response(),
        CardBehaviour::Declined { code } => settle(Decision::Declined(code)),
        CardBehaviour::Unknown => settle(Decision::Declined(cards::UNKNOWN_CARD_CODE.to_owned())),
        // The payment stays open. An invalid number has been refused above.
        CardBehaviour::Silent | CardBehaviour::Invalid => {
            let texts = texts(page::language_of(&payment));
            page::message(page::language_of(&payment), texts.no_response_title, texts.no_response, &payment.success_url)
        }
    }
}

pub async fn confirm(
    State(bank): State<Bank>,
    Path(transaction): Path<String>,
    Form(form): Form<CardForm>,
) -> Response {
    let payment = match open_payment(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |decision| settle(&bank, &transaction, decision, cards::mask(cards::CARD_WITH_CONFIRMATION));
    if form.action == "cancel" {
        return settle(Decision::Declined(CANCELLED_CODE.to_owned()));
    }
    let is_wrong = form.code.trim() != CONFIRMATION_CODE;
    if is_wrong { page::code(&payment, is_wrong) } else { settle(Decision::Approved) }
}

/// Returns a payment that is not settled yet, or a page that says why it cannot be paid.
fn open_payment(bank: &Bank, transaction: &str) -> Result<Payment, Box<Response>> {
    let payment = bank.store.lock().payment(transaction).cloned().ok_or_else(|| Box::new(page::not_found()))?;
    if payment.status == Status::New {
        return Ok(payment);
    }
    let language = page::language_of(&payment);
    Err(Box::new(page::message(language, texts(language).settled, "", &return_url(&payment))))
}

/// The redirect to the shop proves nothing, because anybody can open its URL. Only the callback tells the result.
fn settle(bank: &Bank, transaction: &str, decision: Decision, mask: String) -> Response {
    let mut state = bank.store.lock();
    let Some(mut payment) = state.payment(transaction).cloned() else { return page::not_found() };
    if payment.status == Status::New {
        let misbehaviour = state.payment_misbehaviours.pop_front();
        match decision {
            Decision::Approved => payment.approve(mask),
            Decision::Declined(code) => payment.decline(code, mask),
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

fn return_url(payment: &Payment) -> String {
    let is_paid = matches!(payment.status, Status::Success | Status::Returned);
    if is_paid { payment.success_url.clone() } else { payment.error_url.clone() }
}

/// Accepts `12/30`, `1230` and `12/2030`.
fn is_month(expiry: &str) -> bool {
    let digits = cards::digits(expiry);
    matches!(digits.len(), 4 | 6) && digits.get(..2).is_some_and(|month| ("01"..="12").contains(&month))
}
