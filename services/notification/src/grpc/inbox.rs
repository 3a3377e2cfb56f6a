//! What was sent in local mode. Elsewhere this service is not there at all.

use kit::Error;
use proto::{
    json::to_timestamp,
    notification::{Channel as Way, InboxMessage, InboxPage, ListInboxRequest, inbox_server},
};
use tonic::{Request, Response, Status};

use crate::{App, db, db::inbox::Row, domain::Channel};

const MOST: i64 = 200;

pub struct Inbox(pub App);

#[tonic::async_trait]
impl inbox_server::Inbox for Inbox {
    async fn list(&self, request: Request<ListInboxRequest>) -> Result<Response<InboxPage>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = match &request.get_ref().to {
            Some(to) => db::inbox::newest_of(&mut connection, &to.to_ascii_lowercase(), MOST).await,
            None => db::inbox::newest(&mut connection, MOST).await,
        };
        let messages = rows.map_err(Error::from)?.into_iter().map(into_message).collect();
        Ok(Response::new(InboxPage { messages }))
    }
}

fn into_message(row: Row) -> InboxMessage {
    let channel = match Channel::from_key(&row.channel) {
        Some(Channel::Sms) => Way::Sms,
        Some(Channel::Email) => Way::Email,
        Some(Channel::Push) | None => Way::Unspecified,
    };
    InboxMessage {
        to: row.recipient,
        channel: channel.into(),
        subject: row.subject,
        text: row.body_text,
        html: row.body_html,
        at: Some(to_timestamp(row.received_at)),
    }
}
