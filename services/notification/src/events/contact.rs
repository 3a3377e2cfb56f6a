//! The shop's contact address.

use outbox::{Handler, Start, parse};
use proto::{event::Event as _, feed, seo::ContactChanged};
use sqlx::PgConnection;

use crate::db;

/// Copies the contact address, so that tickets reach support while the seo service is down.
pub struct Contact;

#[async_trait::async_trait]
impl Handler for Contact {
    fn kinds(&self) -> &'static [&'static str] {
        &[ContactChanged::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let ContactChanged { email, .. } = parse(event)?;
        Ok(db::support_address::set(tx, &email).await?)
    }
}
