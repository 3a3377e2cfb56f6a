//! The inbox of local mode, in which developers and tests read codes and mails.

mod page;

use axum::{Json, Router, extract::State, middleware::map_response, response::Html, routing::get};
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json,
    notification::{InboxMessage, ListInboxRequest},
};
use serde::{Deserialize, Serialize};
use tonic::Status;
use utoipa::IntoParams;

use super::mark_private;
use crate::{
    extract::{Query, Visitor},
    problem::Problem,
    services::Services,
};

/// The inbox as an HTML page, for developers.
const PAGE: &str = "/dev/inbox";
/// The inbox as JSON, for tests.
const LIST: &str = "/dev/inbox.json";

pub fn is_inbox_path(path: &str) -> bool {
    matches!(path, PAGE | LIST)
}

pub fn routes() -> Router<Services> {
    Router::new().route(PAGE, get(page)).route(LIST, get(list)).layer(map_response(mark_private))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct InboxQuery {
    /// Only messages to this recipient.
    to: Option<String>,
}

/// A message as both forms of the inbox show it.
#[derive(Serialize)]
struct Message {
    to: String,
    channel: String,
    subject: String,
    text: String,
    at: DateTime<Utc>,
}

/// Returns the messages as JSON for scripts: newest first, without the envelope of the API.
async fn list(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<InboxQuery>,
) -> Result<Json<Vec<Message>>, Problem> {
    Ok(Json(messages(&services, &visitor, query).await?))
}

async fn page(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<InboxQuery>,
) -> Result<Html<String>, Problem> {
    Ok(Html(page::render(&messages(&services, &visitor, query).await?)))
}

async fn messages(services: &Services, visitor: &Visitor, query: InboxQuery) -> Result<Vec<Message>, Status> {
    // An unencoded `+` arrives as a space.
    let request = ListInboxRequest { to: query.to.map(|to| to.replace(' ', "+")) };
    let response = retry(async || services.inbox().list(visitor.request(request.clone())).await).await?;
    Ok(response.into_inner().messages.into_iter().map(Message::from).collect())
}

impl From<InboxMessage> for Message {
    fn from(message: InboxMessage) -> Self {
        let channel = json::to_name(message.channel());
        let seconds = message.at.map_or(0, |at| at.seconds);
        let InboxMessage { to, subject, text, .. } = message;
        Self { to, channel, subject, text, at: DateTime::from_timestamp(seconds, 0).unwrap_or_default() }
    }
}
