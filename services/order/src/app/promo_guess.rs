//! Limits guesses of promo codes per account and network.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Result,
    budget::{self, Budget},
    keyed::Digest,
};

use super::Shopper;
use crate::{App, db, domain::promo::Code};

struct Guesser {
    /// A keyed hash, so that the table names no person.
    subject: Digest,
    budget: Budget,
}

/// While a budget is used up, every code is refused, because a different answer would reveal existing codes. A repeated
/// wrong code counts once, because the checkout sends it with every change of the form.
pub async fn allow(app: &App, shopper: &Shopper, code: Option<&Code>) -> Result<()> {
    let Some(code) = code else { return Ok(()) };
    let (guessers, now) = (guessers(app, shopper), app.clock.now());
    let code_hash = app.keyed_hasher.hash("promo_guess.code", &[code.as_str()]);
    let mut tx = kit::db::begin(&app.pool).await?;
    // Locked before counting, so that concurrent guesses cannot exceed a budget; the account first, to avoid deadlocks.
    for guesser in &guessers {
        db::promo_guess::lock(&mut tx, &guesser.subject).await?;
    }
    if db::promo_guess::is_repeated(&mut tx, &guessers[0].subject, &code_hash).await? {
        return Ok(());
    }
    for guesser in &guessers {
        require_budget(&mut tx, guesser, now).await?;
    }
    if db::promo_guess::is_code(&mut tx, code).await? {
        return Ok(());
    }
    for guesser in &guessers {
        db::promo_guess::insert(&mut tx, &guesser.subject, &code_hash, now).await?;
    }
    let longest_period = guessers.iter().map(|guesser| guesser.budget.period()).max().unwrap_or_default();
    db::promo_guess::delete_before(&mut tx, now - longest_period).await?;
    tx.commit().await?;
    Ok(())
}

fn guessers(app: &App, shopper: &Shopper) -> Vec<Guesser> {
    let hash = |purpose, value: &str| app.keyed_hasher.hash(purpose, &[value]);
    let account = Guesser {
        subject: hash("promo_guess.account", &shopper.account.to_string()),
        budget: budget::PROMO_GUESSES_OF_ACCOUNT,
    };
    let network = shopper.context.origin.remote_network().map(|network| Guesser {
        subject: hash("promo_guess.network", &network.to_string()),
        budget: budget::PROMO_GUESSES_OF_NETWORK,
    });
    std::iter::once(account).chain(network).collect()
}

async fn require_budget(tx: &mut sqlx::PgConnection, guesser: &Guesser, now: DateTime<Utc>) -> Result<()> {
    let Guesser { subject, budget } = guesser;
    let nth_newest = db::promo_guess::nth_newest(tx, subject, budget.max.into()).await?;
    let wait = nth_newest.map_or(TimeDelta::zero(), |at| at + budget.period() - now);
    if wait > TimeDelta::zero() { Err(budget.refusal("too_many_promo_codes", wait)) } else { Ok(()) }
}
