//! Snapshots, for consumers that cannot continue from their cursor.

use proto::{
    event::Event,
    feed::{SnapshotEntity, SnapshotHead, SnapshotItem},
};
use sqlx::{PgConnection, PgPool};
use tokio::sync::mpsc;
use tonic::Status;

use crate::head;

const PAGE: i64 = 500;

#[async_trait::async_trait]
pub trait State: Send + Sync + 'static {
    /// Kinds of events that describe an entity's state, not only that something happened.
    fn kinds(&self) -> &'static [&'static str];

    /// Returns entities with an id above `after`, in order.
    async fn page(&self, connection: &mut PgConnection, kind: &str, after: i64, limit: i64)
    -> kit::Result<Vec<Entity>>;
}

pub struct Entity {
    /// The entity's id.
    subject: i64,
    payload: Vec<u8>,
}

impl Entity {
    pub fn new(subject: i64, event: &impl Event) -> kit::Result<Self> {
        Ok(Self { subject, payload: serde_json::to_vec(event).map_err(kit::Error::internal)? })
    }
}

type Sender = mpsc::Sender<Result<SnapshotItem, Status>>;

/// Sends the head, then the entities. The state may contain changes after the head; the consumer gets their events,
/// too.
pub(crate) async fn send(
    pool: &PgPool,
    state: Option<&dyn State>,
    kinds: &[String],
    sender: &Sender,
) -> Result<(), Status> {
    let head = head::read(pool).await.map_err(kit::Error::from)?;
    let first = SnapshotHead { position: head.position, epoch: head.epoch.to_string() };
    let first = SnapshotItem { head: Some(first), entity: None };
    if sender.send(Ok(first)).await.is_err() || kinds.is_empty() {
        return Ok(());
    }
    let state = state.ok_or_else(|| Status::unimplemented("this service has no snapshot"))?;
    for kind in state.kinds().iter().filter(|kind| kinds.iter().any(|requested| requested == *kind)) {
        let is_receiving = send_entities(pool, state, kind, sender).await?;
        if !is_receiving {
            break;
        }
    }
    Ok(())
}

/// Returns `false` if the receiver is gone.
async fn send_entities(pool: &PgPool, state: &dyn State, kind: &str, sender: &Sender) -> Result<bool, Status> {
    let mut after = i64::MIN;
    loop {
        let page = read_page(pool, state, kind, after).await?;
        if page.is_empty() {
            return Ok(true);
        }
        for Entity { subject, payload } in page {
            after = subject;
            let entity = SnapshotEntity { subject, kind: kind.to_owned(), payload };
            if sender.send(Ok(SnapshotItem { head: None, entity: Some(entity) })).await.is_err() {
                return Ok(false);
            }
        }
    }
}

async fn read_page(pool: &PgPool, state: &dyn State, kind: &str, after: i64) -> Result<Vec<Entity>, Status> {
    let mut connection = pool.acquire().await.map_err(kit::Error::from)?;
    Ok(state.page(&mut connection, kind, after, PAGE).await?)
}
