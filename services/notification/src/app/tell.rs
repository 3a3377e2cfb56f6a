//! Turning what happened into messages: decided by `domain/plan.rs`, addressed by the auth service, written for the post.
//!
//! What is to be told is removed in the transaction that writes its messages. Whoever dies in between, or loses a race, has written
//! nothing; who was first has written everything.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use crate::{
    app::message::{self, Occurrence},
    auth::Contact,
    db::{self, telling::Row},
    domain::{Nature, Plan, Preferences, nature, plan},
    herald::Herald,
    names,
};

/// At once: fewer than the auth service answers for.
const BATCH: i64 = 500;
const POLL: Duration = Duration::from_millis(500);
/// When a neighbour or the database is away.
const PATIENCE: Duration = Duration::from_secs(3);

/// Until stopped. What fails is tried again.
pub async fn work(herald: Herald, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        let pause = match tell_next(&herald).await {
            Ok(told) if told >= BATCH as usize => Duration::ZERO,
            Ok(_) => POLL,
            Err(error) => {
                tracing::warn!(
                    error = format!("{:#}", anyhow::Error::from(error)),
                    "What happened could not be told; trying again"
                );
                PATIENCE
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
    Ok(())
}

/// Everything that is to be told by now.
pub async fn tell_all(herald: &Herald) -> Result<()> {
    while tell_next(herald).await? > 0 {}
    Ok(())
}

/// One thing and what becomes of it.
struct Decided {
    telling: Row,
    nature: Nature,
    preferences: Preferences,
    plan: Plan,
}

/// How many were found to be told.
async fn tell_next(herald: &Herald) -> Result<usize> {
    let (tellings, mut chosen) = {
        let mut connection = herald.app.pool.acquire().await?;
        let tellings = db::telling::next(&mut connection, BATCH).await?;
        let accounts: Vec<i64> = tellings.iter().map(|telling| telling.account_id).collect();
        let chosen = db::preference::of(&mut connection, &accounts).await?;
        (tellings, chosen)
    };
    if tellings.is_empty() {
        return Ok(0);
    }
    let ids: Vec<i64> = tellings.iter().map(|telling| telling.telling_id).collect();
    let decided = decide(herald, tellings, &mut chosen);
    let outside = decided.iter().filter(|it| !it.plan.ways.is_empty()).map(|it| it.telling.account_id);
    let outside: HashSet<i64> = outside.collect();
    let contacts = herald.auth.contacts(outside.into_iter().collect()).await?;
    write(herald, &ids, &decided, &contacts).await?;
    Ok(ids.len())
}

/// Those that are told at all.
fn decide(herald: &Herald, tellings: Vec<Row>, chosen: &mut HashMap<i64, Preferences>) -> Vec<Decided> {
    let now = herald.app.clock.now();
    let decided = tellings.into_iter().filter_map(|telling| {
        let nature = nature(&telling.kind)?;
        // After an outage nobody is woken by what was urgent yesterday.
        if telling.occurred_at + nature.urgency.worth() <= now {
            return None;
        }
        let preferences = chosen.get(&telling.account_id).cloned().unwrap_or_default();
        let plan = plan(&nature, &preferences, now);
        (!plan.ways.is_empty() || plan.digest_at.is_some()).then_some(Decided { telling, nature, preferences, plan })
    });
    decided.collect()
}

async fn write(herald: &Herald, ids: &[i64], decided: &[Decided], contacts: &HashMap<i64, Contact>) -> Result<()> {
    let mut tx = herald.app.pool.begin().await?;
    db::departed::hold_the_door(&mut tx).await?;
    let ours: HashSet<i64> = db::telling::take(&mut tx, ids).await?.into_iter().collect();
    let mut written = Vec::new();
    for Decided { telling, nature, preferences, plan } in decided {
        if !ours.contains(&telling.telling_id) {
            continue;
        }
        if let Some(due_at) = plan.digest_at {
            db::digest_item::insert(&mut tx, telling, due_at).await?;
        }
        let Some(contact) = contacts.get(&telling.account_id) else { continue };
        let language = preferences.language.unwrap_or(contact.language);
        for way in &plan.ways {
            let occurrence = Occurrence { telling, nature, way: *way, language, at: plan.at };
            let messages = message::write(herald, &mut tx, &occurrence, contact).await?;
            written.push((telling.kind.clone(), way.key(), messages));
        }
    }
    tx.commit().await?;
    for (kind, way, messages) in written {
        metrics::counter!(names::TOLD_OUTSIDE, "kind" => kind, "way" => way).increment(messages);
    }
    herald.post.ring();
    Ok(())
}
