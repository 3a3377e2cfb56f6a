//! The gRPC service of the audit log.

use std::{pin::Pin, time::Duration};

use futures::{Stream, StreamExt as _, stream};
use kit::{Error, identity::Identity};
use proto::{
    audit::{
        AuditEntry, AuditPage, SearchAuditRequest, StaffChanged, WatchChangesRequest,
        audit_server::{Audit, AuditServer},
    },
    json::to_timestamp,
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::{
    changes::Changes,
    db::{self, EntryRow},
    filter::Filter,
};

/// Changes within this time become one announcement.
const ANNOUNCEMENT_INTERVAL: Duration = Duration::from_secs(1);

pub struct AuditService {
    name: &'static str,
    pool: PgPool,
    identity: Identity,
    changes: Changes,
    stop: CancellationToken,
}

/// Its streams end when `stop` is cancelled.
pub fn service(
    name: &'static str,
    pool: &PgPool,
    identity: &Identity,
    stop: CancellationToken,
) -> AuditServer<AuditService> {
    let (pool, identity) = (pool.clone(), identity.clone());
    AuditServer::new(AuditService { name, changes: Changes::new(pool.clone()), pool, identity, stop })
}

#[tonic::async_trait]
impl Audit for AuditService {
    type WatchChangesStream = Pin<Box<dyn Stream<Item = Result<StaffChanged, Status>> + Send>>;

    async fn search(&self, request: Request<SearchAuditRequest>) -> Result<Response<AuditPage>, Status> {
        self.identity.staff(&request).await?;
        let filter = Filter::parse(request.get_ref())?;
        let mut connection = self.pool.acquire().await.map_err(Error::from)?;
        let rows = db::search(&mut connection, &filter).await.map_err(Error::from)?;
        let entries = rows.into_iter().map(|row| into_entry(self.name, row)).collect();
        Ok(Response::new(AuditPage { entries }))
    }

    async fn watch_changes(
        &self,
        _: Request<WatchChangesRequest>,
    ) -> Result<Response<Self::WatchChangesStream>, Status> {
        let announcements =
            stream::unfold((self.changes.subscribe(), Duration::ZERO), |(mut changes, pause)| async move {
                tokio::time::sleep(pause).await;
                changes.changed().await.ok()?;
                Some((Ok(StaffChanged {}), (changes, ANNOUNCEMENT_INTERVAL)))
            });
        Ok(Response::new(Box::pin(announcements.take_until(self.stop.clone().cancelled_owned()))))
    }
}

fn into_entry(service: &str, row: EntryRow) -> AuditEntry {
    AuditEntry {
        id: row.audit_id,
        service: service.to_owned(),
        at: Some(to_timestamp(row.acted_at)),
        account_id: row.account_id,
        action: row.action,
        subject_kind: row.subject_kind,
        subject: row.subject,
        before: row.before,
        after: row.after,
        address: row.address.unwrap_or_default(),
        browser: row.browser,
        system: row.system,
    }
}
