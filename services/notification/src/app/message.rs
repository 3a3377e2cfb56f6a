//! Writing messages for the post. Its id is made of what it tells, so the same thing is never two messages.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::{Error, Language, Result};
use rand::rngs::OsRng;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{
    auth::Contact,
    db::{
        delivery::{New, Owner},
        telling::Row,
    },
    domain::{Channel, Nature, Template, Urgency, Way, gsm, words},
    herald::Herald,
    unsubscribe::Ending,
    values::{self, Values},
};

pub struct Occurrence<'a> {
    pub telling: &'a Row,
    pub nature: &'a Nature,
    pub way: Way,
    pub language: Language,
    pub at: DateTime<Utc>,
}

/// The messages that tell it: none, where the account cannot be reached that way. `browsers` are those of the account that agreed.
pub fn messages(herald: &Herald, occurrence: &Occurrence<'_>, contact: &Contact, browsers: &[i64]) -> Result<Vec<New>> {
    let Occurrence { telling, nature, way, .. } = occurrence;
    let (channel, recipients): (_, Vec<String>) = match way {
        Way::InApp => return Ok(Vec::new()),
        Way::Email => (Channel::Email, contact.email.iter().cloned().collect()),
        Way::Sms => (Channel::Sms, contact.phone.iter().cloned().collect()),
        Way::Push => (Channel::Push, browsers.iter().map(ToString::to_string).collect()),
    };
    if recipients.is_empty() {
        return Ok(Vec::new());
    }
    let (template, values) = filled(herald, occurrence);
    let messages = recipients.iter().map(|recipient| {
        let which = if *way == Way::Push { recipient.as_str() } else { "" };
        let message = Message {
            id: id_of(&format!("telling:{}:{}:{which}", telling.telling_id, way.key())),
            channel,
            recipient,
            template,
            language: occurrence.language,
            values: &values,
            account_id: telling.account_id,
            topic: nature.topic.key(),
            rank: nature.urgency.rank(),
            due_at: occurrence.at,
            expires_at: occurrence.at + nature.urgency.worth(),
        };
        sealed(herald, &message)
    });
    messages.collect()
}

fn filled(herald: &Herald, occurrence: &Occurrence<'_>) -> (Template, Values) {
    let Occurrence { telling, nature, way, language, .. } = occurrence;
    let words = words(&telling.kind, &telling.subject, *language);
    if *way == Way::Push {
        return (Template::Push, pushed(occurrence));
    }
    let link = herald.page(telling.link.as_deref().unwrap_or("/profil/bildirisler"), *language);
    let mut values: Values = BTreeMap::from([("link".to_owned(), link)]);
    let mut say = |name: &str, value: String| values.insert(name.to_owned(), value);
    if *way == Way::Sms {
        say("text", gsm::in_plain_letters(words.title));
    } else {
        say("title", words.title.to_owned());
        say("text", words.text.into_owned());
    }
    if nature.topic.is_fixed() {
        return (Template::AccountNotice, values);
    }
    let ending = Ending { account: telling.account_id, topic: Some(nature.topic), way: *way };
    say("unsubscribe", herald.unsubscribe_page(&ending, *language));
    say("one_click", herald.one_click(&ending));
    (if *way == Way::Sms { Template::NoticeSms } else { Template::Notice }, values)
}

/// The browser opens the page in the language it was told in.
fn pushed(Occurrence { telling, nature, language, .. }: &Occurrence<'_>) -> Values {
    let words = words(&telling.kind, &telling.subject, *language);
    let path = telling.link.clone().unwrap_or_else(|| "/profil/bildirisler".to_owned());
    let mut values: Values = [("title", words.title.to_owned()), ("text", words.text.into_owned()), ("path", path)]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
    if nature.urgency == Urgency::AtOnce {
        values.insert("hurries".to_owned(), String::new());
    }
    values
}

pub struct Message<'a> {
    pub id: Uuid,
    pub channel: Channel,
    pub recipient: &'a str,
    pub template: Template,
    pub language: Language,
    pub values: &'a Values,
    pub account_id: i64,
    pub topic: &'static str,
    pub rank: i16,
    pub due_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub fn sealed(herald: &Herald, message: &Message<'_>) -> Result<New> {
    let sealed_values =
        values::close(&herald.post.seal, message.id, message.values, &mut OsRng).map_err(Error::Internal)?;
    Ok(New {
        delivery_id: message.id,
        channel: message.channel.key(),
        recipient: message.recipient.to_owned(),
        template: message.template.key(),
        language: message.language.code(),
        sealed_values,
        expires_at: message.expires_at,
        due_at: message.due_at,
        taken_at: herald.app.clock.now(),
        rank: message.rank,
        owner: Some(Owner { account_id: message.account_id, topic: message.topic }),
    })
}

/// The same for the same words, for ever.
pub fn id_of(occasion: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(occasion.as_bytes())[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
