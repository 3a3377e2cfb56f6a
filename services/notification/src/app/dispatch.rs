//! Turns pending notifications into deliveries or digest items. One transaction writes these and deletes the pending
//! ones, so that each is dispatched once.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kit::{
    Result,
    telemetry::trace_context,
    worker::{Next, Worker},
};
use sqlx::PgConnection;

use crate::{
    app::message::{self, ChannelNotification},
    auth::Contact,
    db::{self, delivery::NewDelivery, pending_notification::PendingNotification},
    domain::{KindPolicy, NotificationChannel, Plan, Preferences, plan, policy},
    names,
    worker_context::WorkerContext,
};

/// Below 1,000, the limit of accounts per call to the auth service.
const BATCH: i64 = 500;
const POLL: Duration = Duration::from_millis(500);

pub fn worker(context: &WorkerContext) -> Worker {
    let job = |context| async move { Ok(Next::now_if(dispatch_next(&context).await? >= BATCH as usize)) };
    Worker::new("messages", POLL, context.clone(), job)
}

/// Only tests call this.
pub async fn dispatch_all(context: &WorkerContext) -> Result<()> {
    while dispatch_next(context).await? > 0 {}
    Ok(())
}

struct PlannedNotification {
    pending: PendingNotification,
    policy: KindPolicy,
    preferences: Preferences,
    plan: Plan,
}

async fn dispatch_next(context: &WorkerContext) -> Result<usize> {
    let (all_pending, preferences_by_account) = {
        let mut connection = context.app.pool.acquire().await?;
        let all_pending = db::pending_notification::next(&mut connection, BATCH).await?;
        let accounts: Vec<i64> = all_pending.iter().map(|pending| pending.account_id).collect();
        let preferences_by_account = db::preference::find_all(&mut connection, &accounts).await?;
        (all_pending, preferences_by_account)
    };
    if all_pending.is_empty() {
        return Ok(0);
    }
    let ids: Vec<i64> = all_pending.iter().map(|pending| pending.telling_id).collect();
    let planned = plan_all(context, all_pending, &preferences_by_account);
    let with_channels = planned.iter().filter(|notification| !notification.plan.channels.is_empty());
    let recipients: HashSet<i64> = with_channels.map(|notification| notification.pending.account_id).collect();
    let contacts = context.auth.contacts(recipients.into_iter().collect()).await?;
    write_deliveries(context, &ids, &planned, &contacts).await?;
    Ok(ids.len())
}

/// Drops notifications that are too old, or that their readers want only in the app.
fn plan_all(
    context: &WorkerContext,
    all_pending: Vec<PendingNotification>,
    preferences_by_account: &HashMap<i64, Preferences>,
) -> Vec<PlannedNotification> {
    let now = context.app.clock.now();
    let planned = all_pending.into_iter().filter_map(|pending| {
        let policy = policy(&pending.kind)?;
        if pending.occurred_at + policy.urgency.max_age() <= now {
            return None;
        }
        let preferences = preferences_by_account.get(&pending.account_id).cloned().unwrap_or_default();
        let plan = plan(&policy, &preferences, now);
        (!plan.channels.is_empty() || plan.digest_at.is_some()).then_some(PlannedNotification {
            pending,
            policy,
            preferences,
            plan,
        })
    });
    planned.collect()
}

/// Skips notifications that another replica claimed first.
async fn write_deliveries(
    context: &WorkerContext,
    ids: &[i64],
    planned: &[PlannedNotification],
    contacts: &HashMap<i64, Contact>,
) -> Result<()> {
    let mut tx = kit::db::begin(&context.app.pool).await?;
    db::erased_account::lock_shared(&mut tx).await?;
    let claimed_ids: HashSet<i64> = db::pending_notification::claim(&mut tx, ids).await?.into_iter().collect();
    let is_claimed = |notification: &&PlannedNotification| claimed_ids.contains(&notification.pending.telling_id);
    let claimed: Vec<_> = planned.iter().filter(is_claimed).collect();
    let subscriptions = push_subscriptions(context, &mut tx, &claimed).await?;

    let mut labelled = Vec::new();
    for notification in claimed {
        // The batch has several traces, so its own only links to them.
        trace_context::link_current(notification.pending.traceparent.as_deref());
        if let Some(due_at) = notification.plan.digest_at {
            db::digest_item::insert(&mut tx, &notification.pending, due_at).await?;
        }
        let account = notification.pending.account_id;
        let Some(contact) = contacts.get(&account) else { continue };
        let subscriptions = subscriptions.get(&account).map_or(&[][..], Vec::as_slice);
        labelled.extend(labelled_deliveries(context, notification, contact, subscriptions)?);
    }

    let (deliveries, labels): (Vec<_>, Vec<_>) = labelled.into_iter().unzip();
    let inserted = db::delivery::insert_all(&mut tx, &deliveries).await?;
    tx.commit().await?;
    for (delivery, Labels { kind, channel }) in deliveries.iter().zip(labels) {
        let is_new = u64::from(inserted.contains(&delivery.delivery_id));
        metrics::counter!(names::MESSAGES_CREATED, "kind" => kind.to_owned(), "way" => channel).increment(is_new);
    }
    context.sender.wake_workers();
    Ok(())
}

/// The labels of the metric that counts a delivery.
struct Labels<'a> {
    kind: &'a str,
    channel: &'static str,
}

fn labelled_deliveries<'a>(
    context: &WorkerContext,
    PlannedNotification { pending, policy, preferences, plan }: &'a PlannedNotification,
    contact: &Contact,
    subscriptions: &[i64],
) -> Result<Vec<(NewDelivery, Labels<'a>)>> {
    let language = preferences.language.unwrap_or(contact.language);
    let mut labelled = Vec::new();
    for channel in &plan.channels {
        let notification = ChannelNotification { pending, policy, channel: *channel, language, due_at: plan.due_at };
        for delivery in message::deliveries(context, &notification, contact, subscriptions)? {
            labelled.push((delivery, Labels { kind: &pending.kind, channel: channel.key() }));
        }
    }
    Ok(labelled)
}

/// Empty while pushes are turned off.
async fn push_subscriptions(
    context: &WorkerContext,
    tx: &mut PgConnection,
    claimed: &[&PlannedNotification],
) -> Result<HashMap<i64, Vec<i64>>> {
    let pushes = claimed.iter().filter(|claimed| claimed.plan.channels.contains(&NotificationChannel::Push));
    let accounts: Vec<_> = pushes.map(|push| push.pending.account_id).collect();
    if accounts.is_empty() || context.sender.push_key().is_none() {
        return Ok(HashMap::new());
    }
    Ok(db::push_subscription::ids_by_account(tx, &accounts).await?)
}
