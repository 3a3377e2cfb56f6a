//! The carrier of local mode, which stores messages instead of sending them.

use crate::{
    App, app,
    carriers::{Carrier, Outcome, OutgoingMessage},
};

pub struct Inbox(pub App);

#[async_trait::async_trait]
impl Carrier for Inbox {
    fn name(&self) -> &'static str {
        "inbox"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        match app::inbox::store(&self.0, outgoing).await {
            Ok(()) => Outcome::Sent { id: None },
            Err(error) => {
                tracing::warn!(
                    error = format!("{:#}", anyhow::Error::from(error)),
                    "A message could not be stored in the inbox; its delivery will be retried"
                );
                Outcome::failed("database")
            }
        }
    }
}
