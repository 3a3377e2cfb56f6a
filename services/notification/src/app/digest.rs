//! The day's one mail with all that could wait. Each thing is in one mail: what it gathers is removed with the mail's writing, and
//! who finds something of it gone leaves the mail to whoever was first.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use kit::{
    Language, Result,
    worker::{Next, Worker},
};

use crate::{
    app::message::{self, Message},
    db::{self, telling::Row},
    domain::{Channel, DIGEST, Preferences, Template, Urgency, Way, nature, words},
    herald::Herald,
    unsubscribe::Ending,
    values::Values,
};

/// Accounts at once.
const BATCH: i64 = 200;
/// More is nobody's morning reading; the rest waits in the shop.
const MOST: usize = 20;
const PAUSE: Duration = Duration::from_secs(15);

/// Writes the digests that are due.
pub fn worker(herald: &Herald) -> Worker {
    let job = |herald| async move { Ok(Next::now_if(gather_next(&herald).await? > 0)) };
    Worker::new("digests", PAUSE, herald.clone(), job)
}

/// Every digest that is due by now.
pub async fn gather_all(herald: &Herald) -> Result<()> {
    while gather_next(herald).await? > 0 {}
    Ok(())
}

async fn gather_next(herald: &Herald) -> Result<usize> {
    let now = herald.app.clock.now();
    let (due, items, chosen) = {
        let mut connection = herald.app.pool.acquire().await?;
        let due = db::digest_item::due(&mut connection, now, BATCH).await?;
        let items = db::digest_item::of(&mut connection, &due).await?;
        let chosen = db::preference::of(&mut connection, &due).await?;
        (due, items, chosen)
    };
    let contacts = herald.auth.contacts(due.clone()).await?;
    let mut by_account: BTreeMap<i64, Vec<Row>> = BTreeMap::new();
    for item in items {
        by_account.entry(item.account_id).or_default().push(item);
    }
    for (account, items) in by_account {
        let preferences = chosen.get(&account).cloned().unwrap_or_default();
        let contact = contacts.get(&account);
        let language = preferences.language.or(contact.map(|contact| contact.language)).unwrap_or_default();
        let mailbox = contact.and_then(|contact| contact.email.as_deref());
        write(herald, account, mailbox, language, &preferences, &items).await?;
    }
    herald.post.ring();
    Ok(due.len())
}

async fn write(
    herald: &Herald,
    account: i64,
    mailbox: Option<&str>,
    language: Language,
    preferences: &Preferences,
    items: &[Row],
) -> Result<()> {
    let now = herald.app.clock.now();
    let ids: Vec<i64> = items.iter().map(|item| item.telling_id).collect();
    let wanted: Vec<&Row> = items.iter().filter(|item| is_wanted(item, preferences)).collect();
    let mut tx = herald.app.pool.begin().await?;
    db::departed::hold_the_door(&mut tx).await?;
    if db::digest_item::take(&mut tx, &ids).await? < ids.len() as u64 {
        return Ok(());
    }
    if let (Some(mailbox), Some(newest)) = (mailbox, ids.last())
        && !wanted.is_empty()
    {
        let values = values(herald, account, language, &wanted);
        let message = Message {
            id: message::id_of(&format!("digest:{account}:{newest}")),
            channel: Channel::Email,
            recipient: mailbox,
            template: Template::Digest,
            language,
            values: &values,
            account_id: account,
            topic: DIGEST,
            rank: Urgency::Calm.rank(),
            due_at: preferences.quiet.passed(now),
            expires_at: now + Urgency::Calm.worth(),
        };
        db::delivery::insert_all(&mut tx, &[message::sealed(herald, &message)?]).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn is_wanted(item: &Row, preferences: &Preferences) -> bool {
    nature(&item.kind).is_some_and(|nature| preferences.wants(nature.topic, Way::Email))
}

fn values(herald: &Herald, account: i64, language: Language, items: &[&Row]) -> Values {
    let mut text = String::new();
    for item in items.iter().take(MOST) {
        let words = words(&item.kind, &item.subject, language);
        let link = herald.page(item.link.as_deref().unwrap_or("/profil/bildirisler"), language);
        // Writing to a string does not fail.
        let _ = write!(text, "{}\n{}\n{link}\n\n", words.title, words.text);
    }
    if items.len() > MOST {
        text.push_str(&and_more(items.len() - MOST, language));
    }
    let ending = Ending { account, topic: None, way: Way::Email };
    [
        ("text", text.trim_end().to_owned()),
        ("link", herald.page("/profil/bildirisler", language)),
        ("unsubscribe", herald.unsubscribe_page(&ending, language)),
        ("one_click", herald.one_click(&ending)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn and_more(count: usize, language: Language) -> String {
    match language {
        Language::Az => format!("Və daha {count} xəbər."),
        Language::Ru => format!("И ещё новостей: {count}."),
        Language::En => format!("And {count} more."),
    }
}
