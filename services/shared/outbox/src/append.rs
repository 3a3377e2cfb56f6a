//! Writing an event, in the caller's transaction.

use kit::telemetry::trace_context;
use serde::Serialize;
use sqlx::PgConnection;

/// A fact that other services may care about. The message is one of the service's `events.proto`; the kind is its name.
pub trait Event: Serialize {
    const KIND: &'static str;
}

/// Announces `event` if, and only if, the caller's transaction commits.
pub async fn append<E: Event>(tx: &mut PgConnection, event: &E) -> sqlx::Result<()> {
    let payload = serde_json::to_value(event).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query(
        "with appended as (
             insert into outbox (kind, payload, traceparent)
             values ($1, $2, $3)
         )
         select pg_notify('outbox_appended', '')",
    )
    .bind(E::KIND)
    .bind(payload)
    .bind(trace_context::current())
    .execute(tx)
    .await?;
    Ok(())
}
