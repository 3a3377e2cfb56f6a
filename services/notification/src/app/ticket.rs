//! Opens support tickets, and deletes old ones.
//!
//! The confirmation repeats nothing that the customer typed: otherwise the form could send any text to another person's
//! address.

pub mod admin;
mod budgets;

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result, budget};
use rand::{RngCore as _, rngs::OsRng};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::accept::{Submission, enqueue},
    db::{self, ticket::TicketRow},
    domain::{
        DeliveryChannel, Recipient, Template,
        ticket::{Code, OrderCode, RETENTION, SAME_TEXT},
    },
    sender::Sender,
    values::Values,
};

const SUPPORT_LANGUAGE: Language = Language::Az;
/// How long the mail is retried. The back office shows the ticket in any case.
const SUPPORT_MAIL_TTL: TimeDelta = TimeDelta::days(7);
const CONFIRMATION_TTL: TimeDelta = TimeDelta::days(2);
const CODE_ATTEMPTS: usize = 8;
const BATCH: i64 = 500;

pub struct ContactForm {
    pub name: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub message: String,
    pub language: Language,
    pub account: Option<i64>,
    pub network: Option<IpAddr>,
}

/// The same text within an hour returns the existing ticket, for example after a double click.
pub async fn open(sender: &Sender, form: &ContactForm) -> Result<TicketRow> {
    let now = sender.app.clock.now();
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let subjects = budgets::Subjects::new(sender, form);
    subjects.lock(&mut tx).await?;
    if let Some(duplicate) = db::ticket::find_duplicate(&mut tx, &form.email, &form.message, now - SAME_TEXT).await? {
        return Ok(duplicate);
    }
    subjects.require_left(&mut tx, now).await?;
    let account = unless_erased(&mut tx, form.account).await?;
    let ticket = insert(&mut tx, form, &subjects, account, now).await?;
    enqueue(sender, &mut tx, &mail_to_support(form, &ticket.code, now)).await?;
    enqueue(sender, &mut tx, &confirmation(form, &ticket.code, now)).await?;
    tx.commit().await?;
    sender.channel(DeliveryChannel::Email).notifier.notify_one();
    Ok(ticket)
}

/// A ticket of an erased account would never be deleted, because the event of the erasure has passed.
async fn unless_erased(tx: &mut PgConnection, account: Option<i64>) -> Result<Option<i64>> {
    let Some(account) = account else { return Ok(None) };
    db::erased_account::lock_shared(tx).await?;
    Ok((!db::erased_account::is_erased(tx, account).await?).then_some(account))
}

async fn insert(
    tx: &mut PgConnection,
    form: &ContactForm,
    subjects: &budgets::Subjects,
    account: Option<i64>,
    at: DateTime<Utc>,
) -> Result<TicketRow> {
    let order_code = OrderCode::find(&form.message);
    for _ in 0..CODE_ATTEMPTS {
        let code = Code::from_random(OsRng.next_u64());
        let new = db::ticket::NewTicket {
            code: code.as_str(),
            name: &form.name,
            email: &form.email,
            mailbox: &subjects.mailbox,
            network: subjects.network.as_ref().map(<[u8; 32]>::as_slice),
            phone_number: form.phone_number.as_deref(),
            message: &form.message,
            language: form.language.code(),
            account,
            order_code: order_code.as_ref().map(OrderCode::as_str),
            at,
        };
        if let Some(ticket) = db::ticket::insert(tx, &new).await? {
            return Ok(ticket);
        }
    }
    Err(Error::internal(anyhow::anyhow!("no unused ticket code was found")))
}

fn mail_to_support(form: &ContactForm, code: &str, now: DateTime<Utc>) -> Submission {
    let text = match &form.phone_number {
        Some(phone) => format!("{}\n\nTelefon: {phone}", form.message),
        None => form.message.clone(),
    };
    let values = [("subject", code), ("text", &text), ("name", &form.name), ("email", &form.email)];
    mail(Recipient::Support, Template::SupportReport, SUPPORT_LANGUAGE, &values, now + SUPPORT_MAIL_TTL)
}

fn confirmation(form: &ContactForm, code: &str, now: DateTime<Utc>) -> Submission {
    let to = Recipient::Mailbox(form.email.clone());
    mail(to, Template::TicketOpened, form.language, &[("ticket", code)], now + CONFIRMATION_TTL)
}

fn mail(
    recipient: Recipient,
    template: Template,
    language: Language,
    values: &[(&str, &str)],
    expires_at: DateTime<Utc>,
) -> Submission {
    let values: Values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Submission {
        id: Uuid::new_v4(),
        channel: DeliveryChannel::Email,
        recipient,
        template,
        language,
        values,
        expires_at,
    }
}

pub async fn delete_old(app: &App) -> Result<()> {
    // Older networks count for no budget.
    let networks_before = app.clock.now() - budget::LETTERS_OF_NETWORK.period();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::ticket_budget::forget_networks_before(&mut tx, networks_before).await?;
    tx.commit().await?;
    let before = app.clock.now() - RETENTION;
    loop {
        let mut tx = kit::db::begin(&app.pool).await?;
        let deleted = db::ticket::delete_closed_before(&mut tx, before, BATCH).await?;
        tx.commit().await?;
        if deleted < BATCH as u64 {
            return Ok(());
        }
    }
}
