//! Publishes a snapshot, from which programs outside the shop start over.

use kit::telemetry::names;
use tokio::sync::mpsc;

use crate::{head::Head, state};

use super::{
    Publisher, batch, cursor,
    failure::Failure,
    message::{Message, Snapshot},
    plan::REQUESTED,
    session::Session,
};

impl Publisher {
    /// Publishes a snapshot. The caller goes on with the events after `after`. If this fails, the next run begins
    /// another snapshot.
    pub(super) async fn start_over(
        &self,
        session: &mut Session,
        head: &Head,
        reason: &'static str,
        after: i64,
    ) -> Result<(), Failure> {
        let name = &self.settings.stream;
        if reason == REQUESTED {
            tracing::info!(stream = name, after, "A snapshot was requested for stream {name}; publishing it");
        } else {
            tracing::error!(
                stream = name,
                reason,
                after,
                "The publisher cannot continue after the last message of stream {name}; publishing a snapshot"
            );
        }
        metrics::counter!(names::NATS_RESYNCS, "reason" => reason).increment(1);
        // Holds back the deletion of the events that will follow.
        cursor::pass(&self.pool, after).await?;

        let kinds = self.snapshot_kinds();
        let mut snapshot = Snapshot::new(self, head.epoch);
        send(session, &[snapshot.begin(reason, &kinds)]).await?;
        if !kinds.is_empty() {
            self.send_state(session, &kinds, &mut snapshot).await?;
        }
        send(session, &[snapshot.end(after)]).await?;
        cursor::store(&self.pool, after, head.epoch, after).await?;
        session.after = after;
        Ok(())
    }

    fn snapshot_kinds(&self) -> Vec<String> {
        let kinds = self.state.iter().flat_map(|state| state.kinds());
        kinds.filter(|kind| self.kinds().contains(kind)).map(ToString::to_string).collect()
    }

    async fn send_state(
        &self,
        session: &mut Session,
        kinds: &[String],
        snapshot: &mut Snapshot<'_>,
    ) -> Result<(), Failure> {
        let failure = |status: tonic::Status| Failure::new("database", status, "the snapshot cannot be read");
        let (sender, mut receiver) = mpsc::channel(batch::SIZE as usize);
        let read = async move { state::send(&self.pool, self.state.as_deref(), kinds, &sender).await.map_err(failure) };
        let publish = async {
            let mut items = Vec::new();
            while receiver.recv_many(&mut items, batch::SIZE as usize).await > 0 {
                let mut messages = Vec::with_capacity(items.len());
                for item in items.drain(..) {
                    let Some(entity) = item.map_err(failure)?.entity else { continue };
                    messages.extend(snapshot.entity(&entity.kind, entity.subject, &entity.payload));
                }
                send(session, &messages).await?;
            }
            Ok::<(), Failure>(())
        };
        tokio::try_join!(read, publish).map(|_| ())
    }
}

/// Ignores how many messages were confirmed: after a failure, the next snapshot sends all again with new ids.
async fn send(session: &mut Session, messages: &[Message]) -> Result<(), Failure> {
    session.send(messages).await.outcome
}
