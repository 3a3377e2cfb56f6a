//! Stores sent messages in the inbox of local mode.

use kit::Result;

use crate::{
    App,
    carriers::OutgoingMessage,
    db::inbox::InboxRow,
    domain::{Channel, Content},
};

pub async fn store(app: &App, outgoing: &OutgoingMessage) -> Result<()> {
    let (channel, subject, html) = match &outgoing.content {
        Content::Sms(_) => (Channel::Sms, "", ""),
        Content::Email { subject, html, .. } => (Channel::Email, subject.as_str(), html.as_str()),
        Content::Push { title, .. } => (Channel::Push, title.as_str(), ""),
    };
    let row = InboxRow {
        recipient: outgoing.to.clone(),
        channel: channel.key().to_owned(),
        subject: subject.to_owned(),
        body_text: outgoing.text().to_owned(),
        body_html: html.to_owned(),
        received_at: outgoing.at,
    };
    app.batchers.inbox.load(row).await
}
