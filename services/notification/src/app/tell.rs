//! Turning what happened into messages: decided by `domain/plan.rs`, addressed by the auth service, written for the post.
//!
//! What is to be told is removed in the transaction that writes its messages. Whoever dies in between, or loses a race, has written
//! nothing; who was first has written everything.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use sqlx::PgConnection;

use crate::{
    app::message::{self, Occurrence},
    auth::Contact,
    db::{self, telling::Row},
    domain::{Nature, Plan, Preferences, Way, nature, plan},
    herald::Herald,
    names,
};

/// At once: fewer than the auth service answers for.
const BATCH: i64 = 500;
const POLL: Duration = Duration::from_millis(500);

/// Turns events into messages.
pub fn worker(herald: &Herald) -> Worker {
    let job = |herald| async move { Ok(Next::now_if(tell_next(&herald).await? >= BATCH as usize)) };
    Worker::new("messages", POLL, herald.clone(), job)
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
    let ours: Vec<_> = decided.iter().filter(|it| ours.contains(&it.telling.telling_id)).collect();
    let browsers = browsers(herald, &mut tx, &ours).await?;
    let mut written = Vec::new();
    for Decided { telling, nature, preferences, plan } in ours {
        if let Some(due_at) = plan.digest_at {
            db::digest_item::insert(&mut tx, telling, due_at).await?;
        }
        let Some(contact) = contacts.get(&telling.account_id) else { continue };
        let language = preferences.language.unwrap_or(contact.language);
        for way in &plan.ways {
            let occurrence = Occurrence { telling, nature, way: *way, language, at: plan.at };
            let browsers = browsers.get(&telling.account_id).map_or(&[][..], Vec::as_slice);
            let messages = message::messages(herald, &occurrence, contact, browsers)?;
            written.extend(messages.into_iter().map(|message| (message, (telling.kind.as_str(), way.key()))));
        }
    }
    let (messages, told): (Vec<_>, Vec<_>) = written.into_iter().unzip();
    let new = db::delivery::insert_all(&mut tx, &messages).await?;
    tx.commit().await?;
    for (message, (kind, way)) in messages.iter().zip(told) {
        let is_new = u64::from(new.contains(&message.delivery_id));
        metrics::counter!(names::TOLD_OUTSIDE, "kind" => kind.to_owned(), "way" => way).increment(is_new);
    }
    herald.post.ring();
    Ok(())
}

/// Of those who are told by a push; nobody's, where the shop does not push.
async fn browsers(herald: &Herald, tx: &mut PgConnection, ours: &[&Decided]) -> Result<HashMap<i64, Vec<i64>>> {
    let pushed = ours.iter().filter(|it| it.plan.ways.contains(&Way::Push)).map(|it| it.telling.account_id);
    let pushed: Vec<_> = pushed.collect();
    if pushed.is_empty() || herald.post.push_key().is_none() {
        return Ok(HashMap::new());
    }
    Ok(db::push_subscription::ids_of(tx, &pushed).await?)
}
