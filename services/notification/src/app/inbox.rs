//! Local mode's letterbox.

use kit::Result;

use crate::{
    App,
    carriers::Parcel,
    db::inbox::Row,
    domain::{Channel, Content},
};

pub async fn keep(app: &App, parcel: &Parcel) -> Result<()> {
    let (channel, subject, html) = match &parcel.content {
        Content::Sms(_) => (Channel::Sms, "", ""),
        Content::Letter { subject, html, .. } => (Channel::Email, subject.as_str(), html.as_str()),
        Content::Push { title, .. } => (Channel::Push, title.as_str(), ""),
    };
    let row = Row {
        recipient: parcel.to.clone(),
        channel: channel.key().to_owned(),
        subject: subject.to_owned(),
        body_text: parcel.text().to_owned(),
        body_html: html.to_owned(),
        received_at: parcel.at,
    };
    app.crowd.letters.ask(row).await
}
