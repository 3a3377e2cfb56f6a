//! Lets a consumer that cannot continue from its cursor start over.

use anyhow::Context as _;
use futures::{Stream, StreamExt as _};
use kit::telemetry::names;
use proto::feed::{Event, SnapshotEntity, SnapshotHead, SnapshotItem, SnapshotRequest};
use sqlx::{PgConnection, types::Uuid};
use tonic::Status;

use crate::{
    consume::{BATCH, Consumer},
    cursor,
    effect::apply_prefix,
    handler::Start,
    head::Refusal,
};

impl Consumer {
    pub(crate) async fn start_over(&self, Refusal(reason): Refusal) -> anyhow::Result<()> {
        let (feed, start) = (self.feed, self.handler.start());
        metrics::gauge!(names::FEED_STOPPED, "feed" => feed).set(1.0);
        tracing::error!(feed, reason, "Feed {feed} cannot continue from the cursor; starting over from {start:?}");
        // Without kinds, a snapshot contains only the head.
        let kinds = if start == Start::Head { Vec::new() } else { self.kinds() };
        let mut items = self.client.clone().snapshot(SnapshotRequest { kinds }).await?.into_inner();
        let first = items.next().await.context("the snapshot is empty")??;
        let SnapshotHead { position, epoch } = first.head.context("the snapshot does not begin with its head")?;
        let epoch: Uuid = epoch.parse()?;
        if start == Start::Snapshot {
            self.apply_snapshot(position, items).await?;
        }
        let mut tx = kit::db::begin(&self.pool).await?;
        if start == Start::Snapshot {
            self.handler.sweep(&mut tx).await?;
            clear(&mut tx, feed).await?;
        }
        cursor::reset(&mut tx, feed, position, epoch).await?;
        tx.commit().await?;
        metrics::counter!(names::FEED_RESYNCS, "feed" => feed, "reason" => reason).increment(1);
        tracing::info!(feed, position, "Feed {feed} started over at position {position}");
        Ok(())
    }

    async fn apply_snapshot(
        &self,
        position: i64,
        items: impl Stream<Item = Result<SnapshotItem, Status>>,
    ) -> anyhow::Result<()> {
        clear(&mut *self.pool.acquire().await?, self.feed).await?;
        let mut chunks = std::pin::pin!(items.ready_chunks(BATCH));
        while let Some(chunk) = chunks.next().await {
            let mut entities = Vec::with_capacity(chunk.len());
            for item in chunk {
                entities.extend(item?.entity);
            }
            self.apply_entities(position, entities).await?;
        }
        Ok(())
    }

    /// Also lists the entities in `feed_snapshot`, for [`Handler::sweep`](crate::Handler::sweep).
    async fn apply_entities(&self, position: i64, entities: Vec<SnapshotEntity>) -> anyhow::Result<()> {
        let (kinds, subjects): (Vec<_>, Vec<_>) =
            entities.iter().map(|entity| (entity.kind.clone(), entity.subject)).unzip();
        let into_event =
            |entity: SnapshotEntity| Event { position, kind: entity.kind, payload: entity.payload, ..Event::default() };
        let events: Vec<_> = entities.into_iter().map(into_event).collect();
        let mut tx = kit::db::begin(&self.pool).await?;
        let mut remaining = &events[..];
        while !remaining.is_empty() {
            let applied = apply_prefix(self.handler.as_ref(), &mut tx, self.feed, remaining).await?;
            remaining = &remaining[applied..];
        }
        sqlx::query(
            "insert into feed_snapshot (feed, kind, subject)
             select $1, kind, subject
             from unnest($2::text[], $3::bigint[]) as named (kind, subject)
             on conflict do nothing",
        )
        .bind(self.feed)
        .bind(kinds)
        .bind(subjects)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn clear(tx: &mut PgConnection, feed: &str) -> sqlx::Result<()> {
    sqlx::query("delete from feed_snapshot where feed = $1").bind(feed).execute(tx).await?;
    Ok(())
}
