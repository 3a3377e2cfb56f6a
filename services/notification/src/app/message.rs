//! Builds the deliveries of a notification, one for each subscribed browser, mailbox or phone number.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::{Error, Language, Result};
use rand::rngs::OsRng;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{
    auth::Contact,
    db::{
        delivery::{NewDelivery, Owner},
        pending_notification::PendingNotification,
    },
    domain::{DeliveryChannel, KindPolicy, NotificationChannel, Template, Urgency, gsm, notification_text},
    unsubscribe::Unsubscription,
    urls::NOTIFICATIONS_PATH,
    values::{self, Values},
    worker_context::WorkerContext,
};

pub struct ChannelNotification<'a> {
    pub pending: &'a PendingNotification,
    pub policy: &'a KindPolicy,
    pub channel: NotificationChannel,
    pub language: Language,
    pub due_at: DateTime<Utc>,
}

pub fn deliveries(
    context: &WorkerContext,
    notification: &ChannelNotification<'_>,
    contact: &Contact,
    subscriptions: &[i64],
) -> Result<Vec<NewDelivery>> {
    let ChannelNotification { pending, policy, channel, .. } = notification;
    let (delivery_channel, recipients): (_, Vec<String>) = match channel {
        NotificationChannel::InApp => return Ok(Vec::new()),
        NotificationChannel::Email => (DeliveryChannel::Email, contact.email.iter().cloned().collect()),
        NotificationChannel::Sms => (DeliveryChannel::Sms, contact.phone.iter().cloned().collect()),
        NotificationChannel::Push => (DeliveryChannel::Push, subscriptions.iter().map(ToString::to_string).collect()),
    };
    if recipients.is_empty() {
        return Ok(Vec::new());
    }
    let (template, values) = template_and_values(context, notification);
    let deliveries = recipients.iter().map(|recipient| {
        let subscription = if *channel == NotificationChannel::Push { recipient.as_str() } else { "" };
        let message = Message {
            id: stable_id(&format!("telling:{}:{}:{subscription}", pending.telling_id, channel.key())),
            channel: delivery_channel,
            recipient,
            template,
            language: notification.language,
            values: &values,
            account_id: pending.account_id,
            topic: policy.topic.key(),
            rank: policy.urgency.rank(),
            due_at: notification.due_at,
            expires_at: notification.due_at + policy.urgency.max_age(),
            traceparent: pending.traceparent.clone(),
        };
        seal(context, &message)
    });
    deliveries.collect()
}

fn template_and_values(context: &WorkerContext, notification: &ChannelNotification<'_>) -> (Template, Values) {
    let ChannelNotification { pending, policy, channel, language, .. } = notification;
    let shown = notification_text(&pending.kind, &pending.subject, *language);
    if *channel == NotificationChannel::Push {
        return (Template::Push, push_values(notification));
    }
    let link = context.urls.page(pending.link.as_deref().unwrap_or(NOTIFICATIONS_PATH), *language);
    let mut values: Values = BTreeMap::from([("link".to_owned(), link)]);
    let mut set = |name: &str, value: String| values.insert(name.to_owned(), value);
    if *channel == NotificationChannel::Sms {
        set("text", gsm::transliterate(shown.title));
    } else {
        set("title", shown.title.to_owned());
        set("text", shown.text.into_owned());
    }
    if policy.topic.is_fixed() {
        return (Template::AccountNotice, values);
    }
    let unsubscription = Unsubscription { account: pending.account_id, topic: Some(policy.topic), channel: *channel };
    set("unsubscribe", context.urls.unsubscribe_page(&unsubscription, *language));
    set("one_click", context.urls.one_click_unsubscribe(&unsubscription));
    (if *channel == NotificationChannel::Sms { Template::NoticeSms } else { Template::Notice }, values)
}

/// The link is a path, because the browser adds the language.
fn push_values(ChannelNotification { pending, policy, language, .. }: &ChannelNotification<'_>) -> Values {
    let shown = notification_text(&pending.kind, &pending.subject, *language);
    let path = pending.link.clone().unwrap_or_else(|| NOTIFICATIONS_PATH.to_owned());
    let mut values: Values = [("title", shown.title.to_owned()), ("text", shown.text.into_owned()), ("path", path)]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
    if policy.urgency == Urgency::Immediate {
        // `render` only checks whether the value is present.
        values.insert("hurries".to_owned(), String::new());
    }
    values
}

pub struct Message<'a> {
    pub id: Uuid,
    pub channel: DeliveryChannel,
    pub recipient: &'a str,
    pub template: Template,
    pub language: Language,
    pub values: &'a Values,
    pub account_id: i64,
    pub topic: &'static str,
    pub rank: i16,
    pub due_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub traceparent: Option<String>,
}

pub fn seal(context: &WorkerContext, message: &Message<'_>) -> Result<NewDelivery> {
    let sealed_values =
        values::seal(&context.sender.seal, message.id, message.values, &mut OsRng).map_err(Error::Internal)?;
    Ok(NewDelivery {
        delivery_id: message.id,
        channel: message.channel.key(),
        recipient: message.recipient.to_owned(),
        template: message.template.key(),
        language: message.language.code(),
        sealed_values,
        expires_at: message.expires_at,
        due_at: message.due_at,
        taken_at: context.app.clock.now(),
        rank: message.rank,
        owner: Some(Owner { account_id: message.account_id, topic: message.topic }),
        traceparent: message.traceparent.clone(),
    })
}

/// Derived from the occasion of the message, so that a repeated insert is ignored.
pub fn stable_id(occasion: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(occasion.as_bytes())[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
