//! Cash-outs: bloggers request matured earnings, an operator approves, a bank pays to a card. The amount leaves the
//! balance at the request, and returns if it is not paid.
//!
//! Banks are never called inside a transaction. The lock order is the cash-out's row, then the blogger's balance.

mod decide;
mod end;
mod send;
mod workers;

use chrono::{DateTime, Utc};
use kit::{Error, Result, client::CallContext, page::Page};
use rand::{Rng as _, rngs::OsRng};
use sqlx::{PgConnection, Postgres, Transaction};

pub use decide::{Resolution, approve, decline, resolve};
pub use send::{handle_callback, send_due};
pub use workers::{erase_due, workers};

use end::{End, end};
use send::send_next;

use super::{SNAPSHOT, Shopper};
use crate::{
    App,
    db::{
        self,
        cashout::{Cashout, Filter, NewCashout, SealedCard},
        ledger::Claim,
    },
    domain::{
        cashout::{CardNumber, Limits, State},
        ledger::Movement,
    },
};

const NOT_FOUND: Error = Error::NotFound("cashout_not_found");
/// No two characters look alike.
const CODE_ALPHABET: &[u8; 29] = b"23456789ACDEFGHJKMNPQRTUVWXYZ";
const CODE_LENGTH: usize = 10;

pub struct Request {
    /// The amount is in qəpik.
    pub amount: i64,
    pub card: CardNumber,
    /// Idempotency key.
    pub key: String,
}

pub struct Overview {
    pub limits: Limits,
    /// The amount that can be requested now.
    pub available: i64,
    /// The newest is first.
    pub cashouts: Vec<Cashout>,
    /// Number of cash-outs on all pages.
    pub total: i64,
}

pub async fn limits(app: &App) -> Result<Limits> {
    let mut connection = app.pool.acquire().await?;
    Ok(db::cashout::limits(&mut connection).await?)
}

pub async fn read(app: &App, blogger: &Shopper, page: Page) -> Result<Overview> {
    name_of_blogger(app, &blogger.context).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let limits = db::cashout::limits(&mut tx).await?;
    let mut overview = Overview { limits, available: 0, cashouts: vec![], total: 0 };
    if let Some(holder) = db::influencer::holder_for(&mut tx, blogger.account).await? {
        let balance = db::influencer::sums(&mut tx, holder).await?.balance;
        overview.available = (balance - db::cashout::pending(&mut tx, holder, now).await?).max(0);
        let own = Filter { account: Some(blogger.account), ..Filter::default() };
        overview.cashouts = db::cashout::page(&mut tx, own, page).await?;
        overview.total = db::cashout::count(&mut tx, own).await?;
    }
    tx.commit().await?;
    Ok(overview)
}

/// A repeated request with the same key returns the earlier cash-out.
pub async fn request(app: &App, blogger: &Shopper, request: &Request) -> Result<Cashout> {
    let full_name = name_of_blogger(app, &blogger.context).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let holder = db::influencer::holder_for(&mut tx, blogger.account).await?.ok_or_else(|| exceeds_balance(0))?;
    // This serialises concurrent requests of one blogger.
    let balance = db::cashout::lock_balance(&mut tx, holder).await?.ok_or_else(|| exceeds_balance(0))?;
    let own = Filter { account: Some(blogger.account), ..Filter::default() };
    let same_key = Filter { request_key: Some(&request.key), ..own };
    if let Some(earlier) = db::cashout::find(&mut tx, same_key).await? {
        let is_repeated = is_same(app, &earlier, request)?;
        return if is_repeated { Ok(earlier) } else { Err(Error::conflict("idempotency_key_reused")) };
    }
    if app.banks.current().is_none() {
        return Err(Error::conflict("cashout_unavailable"));
    }
    if db::cashout::find(&mut tx, Filter { is_open: Some(true), ..own }).await?.is_some() {
        return Err(Error::conflict("cashout_open"));
    }
    let available = balance - db::cashout::pending(&mut tx, holder, now).await?;
    if request.amount > available {
        return Err(exceeds_balance(available.max(0)));
    }
    let id = insert(app, &mut tx, holder, full_name, request, now).await?;
    let cashout = reload(&mut tx, id).await?;
    tx.commit().await?;
    Ok(cashout)
}

async fn insert(
    app: &App,
    tx: &mut PgConnection,
    holder: i64,
    full_name: String,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<i64> {
    let code = new_code();
    let sealed = app.card_seal.close(&code, request.card.digits().as_bytes(), &mut OsRng).map_err(Error::internal)?;
    let new = NewCashout {
        code: &code,
        holder,
        amount: request.amount,
        card_mask: &request.card.mask(),
        card: &SealedCard { sealed, full_name },
        request_key: &request.key,
        at: now,
    };
    let id = db::cashout::insert(tx, &new).await?;
    let movement = Movement::cashout_requested(request.amount);
    db::ledger::write_of_cashout(tx, &movement, id, Claim::of_blogger(holder), now).await?;
    Ok(id)
}

pub async fn cancel(app: &App, blogger: &Shopper, code: &str) -> Result<Cashout> {
    let own = Filter { account: Some(blogger.account), code: Some(code), ..Filter::default() };
    let check = |cashout: &Cashout| {
        let is_open = cashout.state.next_states().contains(&State::Cancelled);
        if is_open { Ok(()) } else { Err(Error::conflict("cashout_decided")) }
    };
    let (mut tx, cashout) = lock(app, own, check).await?;
    end(&mut tx, &cashout, End::Cancelled, app.clock.now()).await?;
    let cashout = reload(&mut tx, cashout.id).await?;
    tx.commit().await?;
    Ok(cashout)
}

/// Rolls back explicitly if `check` fails: a dropped transaction keeps the row locked until its connection is used
/// again, and the worker skips locked rows.
async fn lock(
    app: &App,
    filter: Filter<'_>,
    check: impl Fn(&Cashout) -> Result<()>,
) -> Result<(Transaction<'static, Postgres>, Cashout)> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let cashout = db::cashout::lock(&mut tx, filter).await?.ok_or(NOT_FOUND)?;
    match check(&cashout) {
        Ok(()) => Ok((tx, cashout)),
        Err(refusal) => {
            tx.rollback().await?;
            Err(refusal)
        }
    }
}

async fn reload(tx: &mut PgConnection, id: i64) -> Result<Cashout> {
    let found = db::cashout::find(tx, Filter { id: Some(id), ..Filter::default() }).await?;
    found.ok_or(NOT_FOUND)
}

async fn name_of_blogger(app: &App, caller: &CallContext) -> Result<String> {
    app.auth.name_of_blogger(caller).await?.ok_or(Error::NotAllowed("not_a_blogger"))
}

/// After the card is erased, only its mask can be compared.
fn is_same(app: &App, earlier: &Cashout, request: &Request) -> Result<bool> {
    let is_same_card = match &earlier.card {
        Some(card) => decrypt_card(app, &earlier.code, card)? == request.card,
        None => earlier.card_mask == request.card.mask(),
    };
    Ok(is_same_card && earlier.amount == request.amount)
}

fn decrypt_card(app: &App, code: &str, card: &SealedCard) -> Result<CardNumber> {
    let digits = app.card_seal.open(code, &card.sealed).map_err(Error::internal)?;
    let digits =
        String::from_utf8(digits).map_err(|_| Error::internal(anyhow::anyhow!("the decrypted card is not text")))?;
    CardNumber::parse(&digits).map_err(|code| Error::internal(anyhow::anyhow!("the decrypted card is invalid: {code}")))
}

fn exceeds_balance(available: i64) -> Error {
    Error::conflict_with("cashout_exceeds_balance", vec![("available", available.to_string())])
}

/// Returns a code such as `CO-7K4M29XWQA`.
fn new_code() -> String {
    let mut code = String::from("CO-");
    code.extend((0..CODE_LENGTH).map(|_| char::from(CODE_ALPHABET[OsRng.gen_range(0..CODE_ALPHABET.len())])));
    code
}

/// Cash-outs that ended earlier have their card number erased.
fn erased_before(now: DateTime<Utc>) -> DateTime<Utc> {
    const CARD_KEPT_FOR: chrono::TimeDelta = chrono::TimeDelta::days(30);
    now - CARD_KEPT_FOR
}
