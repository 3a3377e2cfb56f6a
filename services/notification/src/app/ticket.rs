//! Somebody writes to the shop: a ticket, a letter to whoever answers, and a word to the writer that it has come, all or nothing.
//!
//! The word to the writer repeats nothing of what was typed, not even a name: whoever types somebody else's address cannot make
//! the shop say anything to them but a code, and that only a few times an hour.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result, identity::Caller};
use rand::{RngCore as _, rngs::OsRng};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::take::{Order, put},
    db::{self, ticket::Row},
    domain::{
        Channel, Recipient, Template,
        ticket::{Code, HOUR, KEPT, MOST_AN_HOUR},
    },
    post::Post,
    values::Values,
};

/// What support reads.
const OURS: Language = Language::Az;
/// A letter that could not be mailed for so long is read at the desk.
const LETTER_TTL: TimeDelta = TimeDelta::days(7);
const WORD_TTL: TimeDelta = TimeDelta::days(2);
/// Codes to try: of twenty million, each is free but for a few.
const DRAWS: usize = 8;
const BATCH: i64 = 500;

pub struct Letter {
    pub name: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub message: String,
    /// What the writer reads.
    pub language: Language,
    /// The account that writes; none when nobody is signed in.
    pub account: Option<i64>,
}

/// Sending the same twice within an hour, as by a second click, is sending it once.
pub async fn write(post: &Post, letter: &Letter) -> Result<Row> {
    let now = post.app.clock.now();
    let mut tx = post.app.pool.begin().await?;
    db::ticket::lock_writer(&mut tx, &letter.email).await?;
    if let Some(same) = db::ticket::find_same(&mut tx, &letter.email, &letter.message, now - HOUR).await? {
        return Ok(same);
    }
    let last_of_an_hour = db::ticket::nth_newest_of(&mut tx, &letter.email, MOST_AN_HOUR).await?;
    if let Some(again_at) = last_of_an_hour.map(|at| at + HOUR).filter(|at| *at > now) {
        return Err(Error::TooMany { retry_after: (again_at - now).to_std().unwrap_or_default() });
    }
    let account = still_here(&mut tx, letter.account).await?;
    let ticket = open(&mut tx, letter, account, now).await?;
    put(post, &mut tx, &to_support(letter, &ticket.code, now)).await?;
    put(post, &mut tx, &to_writer(letter, &ticket.code, now)).await?;
    tx.commit().await?;
    post.line(Channel::Email).bell.notify_one();
    Ok(ticket)
}

/// Who has left meanwhile writes as a stranger: nobody would come to forget what is theirs.
async fn still_here(tx: &mut PgConnection, account: Option<i64>) -> Result<Option<i64>> {
    let Some(account) = account else { return Ok(None) };
    db::departed::hold_the_door(tx).await?;
    Ok((!db::departed::has_left(tx, account).await?).then_some(account))
}

async fn open(tx: &mut PgConnection, letter: &Letter, account: Option<i64>, at: DateTime<Utc>) -> Result<Row> {
    for _ in 0..DRAWS {
        let code = Code::of_chance(OsRng.next_u64());
        let new = db::ticket::New {
            code: code.as_str(),
            name: &letter.name,
            email: &letter.email,
            phone_number: letter.phone_number.as_deref(),
            message: &letter.message,
            language: letter.language.code(),
            account,
            at,
        };
        if let Some(ticket) = db::ticket::insert(tx, &new).await? {
            return Ok(ticket);
        }
    }
    Err(Error::internal(anyhow::anyhow!("no free code for a ticket was drawn")))
}

fn to_support(letter: &Letter, code: &str, now: DateTime<Utc>) -> Order {
    let text = match &letter.phone_number {
        Some(phone) => format!("{}\n\nTelefon: {phone}", letter.message),
        None => letter.message.clone(),
    };
    let values = [("subject", code), ("text", &text), ("name", &letter.name), ("email", &letter.email)];
    mail(Recipient::Support, Template::SupportReport, OURS, &values, now + LETTER_TTL)
}

fn to_writer(letter: &Letter, code: &str, now: DateTime<Utc>) -> Order {
    let to = Recipient::Mailbox(letter.email.clone());
    mail(to, Template::TicketOpened, letter.language, &[("ticket", code)], now + WORD_TTL)
}

fn mail(
    recipient: Recipient,
    template: Template,
    language: Language,
    values: &[(&str, &str)],
    expires_at: DateTime<Utc>,
) -> Order {
    let values: Values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Order { id: Uuid::new_v4(), channel: Channel::Email, recipient, template, language, values, expires_at }
}

/// Closing twice is closing once: the first moment stays.
pub async fn close(app: &App, operator: &Caller, code: &Code) -> Result<Row> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    if db::ticket::close(&mut tx, code.as_str(), now).await? {
        db::audit::insert(&mut tx, operator.account, "ticket_closed", code.as_str(), now).await?;
    }
    let ticket = db::ticket::find(&mut tx, code.as_str()).await?.ok_or(Error::NotFound("ticket_not_found"))?;
    tx.commit().await?;
    Ok(ticket)
}

/// What was answered long ago is nobody's business any more.
pub async fn forget_old(app: &App) -> Result<()> {
    let before = app.clock.now() - KEPT;
    loop {
        let mut tx = app.pool.begin().await?;
        let forgotten = db::ticket::forget_closed_before(&mut tx, before, BATCH).await?;
        tx.commit().await?;
        if forgotten < BATCH as u64 {
            return Ok(());
        }
    }
}
