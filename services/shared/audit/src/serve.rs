//! Serves searches in the log of a service.

use kit::{Error, identity::Identity};
use proto::{
    audit::{
        AuditEntry, AuditPage, SearchAuditRequest,
        audit_server::{Audit, AuditServer},
    },
    json::to_timestamp,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{
    db::{self, EntryRow},
    filter::Filter,
};

pub struct AuditService {
    name: &'static str,
    pool: PgPool,
    identity: Identity,
}

pub fn service(name: &'static str, pool: &PgPool, identity: &Identity) -> AuditServer<AuditService> {
    AuditServer::new(AuditService { name, pool: pool.clone(), identity: identity.clone() })
}

#[tonic::async_trait]
impl Audit for AuditService {
    async fn search(&self, request: Request<SearchAuditRequest>) -> Result<Response<AuditPage>, Status> {
        self.identity.staff(&request).await?;
        let filter = Filter::parse(request.get_ref())?;
        let mut connection = self.pool.acquire().await.map_err(Error::from)?;
        let rows = db::search(&mut connection, &filter).await.map_err(Error::from)?;
        let entries = rows.into_iter().map(|row| into_entry(self.name, row)).collect();
        Ok(Response::new(AuditPage { entries }))
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
