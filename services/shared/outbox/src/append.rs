//! Appends events to the outbox, in the transaction of the change that they report.

use kit::telemetry::trace_context;
use proto::event::Event;
use sqlx::PgConnection;

/// The event is published if and only if the transaction commits.
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

pub async fn append_all<E: Event>(tx: &mut PgConnection, events: impl IntoIterator<Item = E>) -> sqlx::Result<()> {
    let trace = trace_context::current();
    append_traced(tx, events.into_iter().map(|event| (event, trace.clone()))).await
}

/// Each event comes with the trace context of the request that caused it.
pub async fn append_traced<E: Event>(
    tx: &mut PgConnection,
    events: impl IntoIterator<Item = (E, Option<String>)>,
) -> sqlx::Result<()> {
    let (mut payloads, mut traces) = (Vec::new(), Vec::new());
    for (event, trace) in events {
        payloads.push(serde_json::to_value(event).map_err(|error| sqlx::Error::Encode(error.into()))?);
        traces.push(trace);
    }
    if payloads.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "with appended as (
             insert into outbox (kind, payload, traceparent)
             select $1, payload, traceparent
             from unnest((select $2::jsonb[]), (select $3::text[])) with ordinality as new (payload, traceparent, place)
             order by place
         )
         select pg_notify('outbox_appended', '')",
    )
    .bind(E::KIND)
    .bind(payloads)
    .bind(traces)
    .execute(tx)
    .await?;
    Ok(())
}
