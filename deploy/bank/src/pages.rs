//! The steps of a shopper at the bank: entering a card and perhaps a code, then the redirect to the shop. The redirect
//! proves nothing; the shop learns the result from the callback.

use axum::{
    Form,
    extract::{Path, State},
    response::{IntoResponse as _, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Bank,
    callbacks::announce,
    cards::{self, Card},
    page::{self, Mistakes, words},
    payment::{Payment, Status},
    sandbox::Kind,
};

const CODE: &str = "1234";
const CARD_WITH_CODE: &str = "4000000000003220";
/// Declined without a specific reason; also used when the shopper cancels.
const GENERAL: &str = "100";

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Typed {
    action: String,
    number: String,
    expiry: String,
    cvv: String,
    code: String,
}

enum Verdict {
    Approved,
    Declined(String),
}

pub async fn card(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open(&bank, &transaction).map_or_else(|response| *response, |payment| page::card(&payment, Mistakes::default()))
}

pub async fn code(State(bank): State<Bank>, Path(transaction): Path<String>) -> Response {
    open(&bank, &transaction).map_or_else(|response| *response, |payment| page::code(&payment, false))
}

pub async fn pay(State(bank): State<Bank>, Path(transaction): Path<String>, Form(typed): Form<Typed>) -> Response {
    let payment = match open(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |verdict| settle(&bank, &transaction, verdict, cards::mask(&typed.number));
    if typed.action == "cancel" {
        return settle(Verdict::Declined(GENERAL.to_owned()));
    }
    let card = cards::recognise(&typed.number);
    let mistakes = Mistakes {
        number: card == Card::Unreadable,
        expiry: !is_month(&typed.expiry),
        cvv: cards::digits(&typed.cvv).len() != 3,
    };
    if mistakes.any() {
        return page::card(&payment, mistakes);
    }
    match card {
        Card::Approved => settle(Verdict::Approved),
        Card::AsksForCode => Redirect::to(&format!("/pay/{transaction}/code")).into_response(),
        Card::Declined { code } => settle(Verdict::Declined(code)),
        Card::Silent | Card::Unreadable => {
            let words = words(page::language_of(&payment));
            page::note(page::language_of(&payment), words.silence_title, words.silence, &payment.success_url)
        }
    }
}

pub async fn confirm(State(bank): State<Bank>, Path(transaction): Path<String>, Form(typed): Form<Typed>) -> Response {
    let payment = match open(&bank, &transaction) {
        Ok(payment) => payment,
        Err(response) => return *response,
    };
    let settle = |verdict| settle(&bank, &transaction, verdict, cards::mask(CARD_WITH_CODE));
    if typed.action == "cancel" {
        return settle(Verdict::Declined(GENERAL.to_owned()));
    }
    if typed.code.trim() == CODE { settle(Verdict::Approved) } else { page::code(&payment, true) }
}

/// Returns a payment that is not settled, or the page that explains why it cannot be paid.
fn open(bank: &Bank, transaction: &str) -> Result<Payment, Box<Response>> {
    let payment = bank.book.pages().payment(transaction).cloned().ok_or_else(|| Box::new(page::unknown()))?;
    if payment.status == Status::New {
        return Ok(payment);
    }
    let language = page::language_of(&payment);
    Err(Box::new(page::note(language, words(language).settled, "", &way_back(&payment))))
}

/// Settles a payment once. A repeated submission only redirects to the shop.
fn settle(bank: &Bank, transaction: &str, verdict: Verdict, mask: String) -> Response {
    let mut pages = bank.book.pages();
    let Some(mut payment) = pages.payment(transaction).cloned() else { return page::unknown() };
    if payment.status == Status::New {
        let mood = pages.moods.pop_front();
        match verdict {
            Verdict::Approved => payment.approve(mask),
            Verdict::Declined(code) => payment.decline(code, mask),
        }
        if mood.is_some_and(|mood| mood.kind == Kind::WrongAmount) && payment.status == Status::Success {
            payment.charged += 100;
        }
        let kept = pages.keep_payment(payment.clone());
        let announced = kept.and_then(|()| announce(bank, &mut pages, &payment, mood.as_ref()));
        if let Err(error) = announced {
            tracing::error!(error = error.to_string(), "The journal cannot be written");
        }
    }
    Redirect::to(&way_back(&payment)).into_response()
}

fn way_back(payment: &Payment) -> String {
    let is_good = matches!(payment.status, Status::Success | Status::Returned);
    if is_good { payment.success_url.clone() } else { payment.error_url.clone() }
}

/// Accepts `12/30`, `1230` and `12/2030`.
fn is_month(expiry: &str) -> bool {
    let digits = cards::digits(expiry);
    matches!(digits.len(), 4 | 6) && digits.get(..2).is_some_and(|month| ("01"..="12").contains(&month))
}
