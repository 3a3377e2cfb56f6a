//! Sends the daily digest. The transaction that writes a digest deletes its items, so that each is in exactly one mail.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use kit::{
    Language, Result,
    telemetry::trace_context,
    worker::{Next, Worker},
};
use tracing::Instrument as _;

use crate::{
    app::message::{self, Message},
    db::{self, pending_notification::PendingNotification},
    domain::{DIGEST, DeliveryChannel, NotificationChannel, Preferences, Template, Urgency, notification_text, policy},
    names,
    unsubscribe::Unsubscription,
    urls::NOTIFICATIONS_PATH,
    values::Values,
    worker_context::WorkerContext,
};

/// Due items per round. Their accounts get digests of all their items.
const BATCH: i64 = 200;
/// Further items are only counted.
const MAX_ITEMS: usize = 20;
const POLL: Duration = Duration::from_secs(15);

pub fn worker(context: &WorkerContext) -> Worker {
    let job = |context| async move { Ok(Next::now_if(write_next_digests(&context).await? > 0)) };
    Worker::new("digests", POLL, context.clone(), job)
}

/// Only tests call this.
pub async fn write_due_digests(context: &WorkerContext) -> Result<()> {
    while write_next_digests(context).await? > 0 {}
    Ok(())
}

async fn write_next_digests(context: &WorkerContext) -> Result<usize> {
    let now = context.app.clock.now();
    let (due, items, preferences) = {
        let mut connection = context.app.pool.acquire().await?;
        let due = db::digest_item::due_accounts(&mut connection, now, BATCH).await?;
        let items = db::digest_item::list_all(&mut connection, &due).await?;
        let preferences = db::preference::find_all(&mut connection, &due).await?;
        (due, items, preferences)
    };
    let contacts = context.auth.contacts(due.clone()).await?;

    let mut items_by_account: BTreeMap<i64, Vec<PendingNotification>> = BTreeMap::new();
    for item in items {
        items_by_account.entry(item.account_id).or_default().push(item);
    }

    for (account, items) in items_by_account {
        let preferences = preferences.get(&account).cloned().unwrap_or_default();
        let contact = contacts.get(&account);
        let language = preferences.language.or(contact.map(|contact| contact.language)).unwrap_or_default();
        let mailbox = contact.and_then(|contact| contact.email.as_deref());
        let span = tracing::info_span!(names::DIGEST_SPAN, items = items.len());
        for item in &items {
            trace_context::link(&span, item.traceparent.as_deref());
        }
        write_digest(context, account, mailbox, language, &preferences, &items).instrument(span).await?;
    }
    context.sender.wake_workers();
    Ok(due.len())
}

/// An account without a mailbox, or with these topics turned off, gets no mail; its items are deleted.
async fn write_digest(
    context: &WorkerContext,
    account: i64,
    mailbox: Option<&str>,
    language: Language,
    preferences: &Preferences,
    items: &[PendingNotification],
) -> Result<()> {
    let now = context.app.clock.now();
    let ids: Vec<i64> = items.iter().map(|item| item.telling_id).collect();
    let wanted: Vec<&PendingNotification> = items.iter().filter(|item| is_wanted(item, preferences)).collect();

    let mut tx = kit::db::begin(&context.app.pool).await?;
    db::erased_account::lock_shared(&mut tx).await?;
    if db::digest_item::delete(&mut tx, &ids).await? < ids.len() as u64 {
        // Another replica has written this digest. Returning rolls the deletion back.
        return Ok(());
    }
    if let (Some(mailbox), Some(newest)) = (mailbox, ids.last())
        && !wanted.is_empty()
    {
        let values = digest_values(context, account, language, &wanted);
        let message = Message {
            id: message::stable_id(&format!("digest:{account}:{newest}")),
            channel: DeliveryChannel::Email,
            recipient: mailbox,
            template: Template::Digest,
            language,
            values: &values,
            account_id: account,
            topic: DIGEST,
            rank: Urgency::Low.rank(),
            due_at: preferences.quiet_hours.earliest(now),
            expires_at: now + Urgency::Low.max_age(),
            traceparent: trace_context::current(),
        };
        db::delivery::insert_all(&mut tx, &[message::seal(context, &message)?]).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn is_wanted(item: &PendingNotification, preferences: &Preferences) -> bool {
    policy(&item.kind).is_some_and(|policy| preferences.wants(policy.topic, NotificationChannel::Email))
}

fn digest_values(context: &WorkerContext, account: i64, language: Language, items: &[&PendingNotification]) -> Values {
    let mut text = String::new();
    for item in items.iter().take(MAX_ITEMS) {
        let shown = notification_text(&item.kind, &item.subject, language);
        let link = context.urls.page(item.link.as_deref().unwrap_or(NOTIFICATIONS_PATH), language);
        let _ = write!(text, "{}\n{}\n{link}\n\n", shown.title, shown.text);
    }
    if items.len() > MAX_ITEMS {
        text.push_str(&more_items_text(items.len() - MAX_ITEMS, language));
    }
    let unsubscription = Unsubscription { account, topic: None, channel: NotificationChannel::Email };
    [
        ("text", text.trim_end().to_owned()),
        ("link", context.urls.page(NOTIFICATIONS_PATH, language)),
        ("unsubscribe", context.urls.unsubscribe_page(&unsubscription, language)),
        ("one_click", context.urls.one_click_unsubscribe(&unsubscription)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn more_items_text(count: usize, language: Language) -> String {
    match language {
        Language::Az => format!("Və daha {count} xəbər."),
        Language::Ru => format!("И ещё новостей: {count}."),
        Language::En => format!("And {count} more."),
    }
}
