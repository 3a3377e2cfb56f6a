//! A fixture that serves an audit log.

use audit::Entry;
use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    client::{Channel, ClientInfo},
    identity::Caller,
    serve::Routes,
};
use proto::audit::{AuditEntry, AuditPosition, SearchAuditRequest, audit_client::AuditClient};
use sqlx::PgPool;
use testkit::{clock::TestClock, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status};

pub struct TestLog {
    pub pool: PgPool,
    pub clock: TestClock,
    pub keys: TestKeys,
    pub stop: CancellationToken,
    server: TestServer,
}

pub fn caller(account: i64) -> Caller {
    let agent = b"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
    Caller { account, origin: ClientInfo::new(Some([203, 0, 113, 7].into()), agent), ..Caller::default() }
}

impl TestLog {
    pub async fn open(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let stop = CancellationToken::new();
        let mut routes = Routes::builder();
        routes.add_service(audit::service("order", &pool, &keys.identity(), stop.clone()));
        let server = TestServer::start(routes.routes()).await;
        Self { pool, clock, keys, stop, server }
    }

    pub fn channel(&self) -> Channel {
        self.server.channel()
    }

    pub fn minute(&self, minutes: i64) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::minutes(minutes)
    }

    pub async fn insert(&self, account: i64, entry: Entry, at: DateTime<Utc>) {
        let mut connection = self.pool.acquire().await.unwrap();
        audit::insert(&mut connection, &caller(account), entry, at).await.unwrap();
    }

    pub async fn search(&self, message: SearchAuditRequest) -> Result<Vec<AuditEntry>, Status> {
        let mut request = Request::new(message);
        let token = format!("Bearer {}", self.keys.token_with_roles(1, &["owner"]));
        request.metadata_mut().insert("authorization", token.parse().unwrap());
        Ok(AuditClient::new(self.channel()).search(request).await?.into_inner().entries)
    }

    pub async fn subjects(&self, message: SearchAuditRequest) -> Vec<String> {
        self.search(message).await.unwrap().into_iter().map(|entry| entry.subject).collect()
    }
}

pub fn all() -> SearchAuditRequest {
    SearchAuditRequest { limit: 200, ..SearchAuditRequest::default() }
}

pub fn position(entry: &AuditEntry) -> AuditPosition {
    AuditPosition { at: entry.at, id: entry.id }
}
