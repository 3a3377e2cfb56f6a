//! Local mode: the message stays on the machine, where its developer reads it.

use crate::{
    App, app,
    carriers::{Carrier, Outcome, Parcel},
};

pub struct Inbox(pub App);

#[async_trait::async_trait]
impl Carrier for Inbox {
    fn name(&self) -> &'static str {
        "inbox"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        match app::inbox::keep(&self.0, parcel).await {
            Ok(()) => Outcome::Sent { id: None },
            Err(error) => {
                tracing::warn!(
                    error = format!("{:#}", anyhow::Error::from(error)),
                    "A message could not be put into the inbox"
                );
                Outcome::failed("database")
            }
        }
    }
}
