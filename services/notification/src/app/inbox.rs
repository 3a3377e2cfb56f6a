//! Stores messages of local mode.

use kit::Result;

use crate::{
    App,
    carriers::OutgoingMessage,
    db::inbox::InboxRow,
    domain::{Content, DeliveryChannel},
};

pub async fn store(app: &App, outgoing: &OutgoingMessage) -> Result<()> {
    let (channel, subject, html) = match &outgoing.content {
        Content::Sms(_) => (DeliveryChannel::Sms, "", ""),
        Content::Email { subject, html, .. } => (DeliveryChannel::Email, subject.as_str(), html.as_str()),
        // Unreachable: pushes are sent also in local mode.
        Content::Push { title, .. } => (DeliveryChannel::Push, title.as_str(), ""),
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
