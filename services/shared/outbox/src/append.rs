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

/// The same for many events at once, in their order.
pub async fn append_all<E: Event>(tx: &mut PgConnection, events: impl IntoIterator<Item = E>) -> sqlx::Result<()> {
    let payloads = events.into_iter().map(|event| serde_json::to_value(event));
    let payloads = payloads.collect::<Result<Vec<_>, _>>().map_err(|error| sqlx::Error::Encode(error.into()))?;
    if payloads.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "with appended as (
             insert into outbox (kind, payload, traceparent)
             select $1, payload, $3
             from unnest($2::jsonb[]) with ordinality as new (payload, place)
             order by place
         )
         select pg_notify('outbox_appended', '')",
    )
    .bind(E::KIND)
    .bind(payloads)
    .bind(trace_context::current())
    .execute(tx)
    .await?;
    Ok(())
}
