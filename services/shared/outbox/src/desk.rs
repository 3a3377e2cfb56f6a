//! The back office's view of a service's feeds: its status, and its parked events, which operators replay or discard.

mod act;
mod db;
mod reply;

use std::{ops::RangeInclusive, time::Duration};

use kit::{Clock, Error, identity::Identity, input};
use proto::system::{
    DiscardRequest, Discarded, ListParkedRequest, ParkedPage, ReplayFeedRequest, ReplayRequest, ReplayResult,
    ReplaySummary, SystemStatus, SystemStatusRequest,
    system_desk_server::{SystemDesk, SystemDeskServer},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use self::db::{Key, PageStart};
use crate::handler::Handlers;

const NOT_FOUND: Error = Error::NotFound("parked_event_not_found");
const LIMIT: RangeInclusive<i64> = 1..=100;
/// In characters.
const REASON: RangeInclusive<usize> = 3..=500;
/// In characters.
const FEED: RangeInclusive<usize> = 1..=40;
const DATABASE_TIMEOUT: Duration = Duration::from_secs(1);

pub struct SystemDeskService {
    name: &'static str,
    pool: PgPool,
    identity: Identity,
    clock: Clock,
    handlers: Handlers,
}

pub fn system_desk(
    name: &'static str,
    pool: &PgPool,
    identity: &Identity,
    clock: &Clock,
    handlers: Handlers,
) -> SystemDeskServer<SystemDeskService> {
    SystemDeskServer::new(SystemDeskService {
        name,
        pool: pool.clone(),
        identity: identity.clone(),
        clock: clock.clone(),
        handlers,
    })
}

#[tonic::async_trait]
impl SystemDesk for SystemDeskService {
    async fn status(&self, request: Request<SystemStatusRequest>) -> Result<Response<SystemStatus>, Status> {
        self.identity.staff(&request).await?;
        let database = match tokio::time::timeout(DATABASE_TIMEOUT, db::status(&self.pool)).await {
            Ok(Ok(status)) => Some(status),
            Ok(Err(error)) => {
                tracing::warn!(%error, "The database did not answer, so the status is reported without it");
                None
            }
            Err(_) => {
                tracing::warn!("The database did not answer in time, so the status is reported without it");
                None
            }
        };
        Ok(Response::new(reply::status(database)))
    }

    async fn list_parked(&self, request: Request<ListParkedRequest>) -> Result<Response<ParkedPage>, Status> {
        self.identity.staff(&request).await?;
        let ListParkedRequest { before, limit } = request.into_inner();
        if !LIMIT.contains(&limit) {
            return Err(Error::invalid("limit", "out_of_range").into());
        }
        let invalid = || Error::invalid("before", "invalid");
        let before = before.map(|before| PageStart::parse(before).ok_or_else(invalid)).transpose()?;
        let events = db::page(&self.pool, before.as_ref(), limit).await.map_err(Error::from)?;
        let events = events.into_iter().map(|event| reply::parked(self.name, event)).collect();
        Ok(Response::new(ParkedPage { events }))
    }

    async fn replay(&self, request: Request<ReplayRequest>) -> Result<Response<ReplayResult>, Status> {
        let operator = self.identity.staff(&request).await?;
        let ReplayRequest { service, id } = request.into_inner();
        let key = self.key(&service, &id)?;
        Ok(Response::new(act::replay(self, &operator, &key).await?.into()))
    }

    async fn replay_feed(&self, request: Request<ReplayFeedRequest>) -> Result<Response<ReplaySummary>, Status> {
        let operator = self.identity.staff(&request).await?;
        let ReplayFeedRequest { service, feed } = request.into_inner();
        let feed = input::single_line(&feed.unwrap_or_default(), FEED).map_err(|code| Error::invalid("feed", code))?;
        self.require_own(&service)?;
        Ok(Response::new(act::replay_feed(self, &operator, &feed).await?))
    }

    async fn discard(&self, request: Request<DiscardRequest>) -> Result<Response<Discarded>, Status> {
        let operator = self.identity.staff(&request).await?;
        let DiscardRequest { service, id, reason } = request.into_inner();
        let reason = input::text(&reason.unwrap_or_default(), REASON);
        let reason = reason.map_err(|code| Error::invalid("reason", code))?;
        let key = self.key(&service, &id)?;
        act::discard(self, &operator, &key, &reason).await?;
        Ok(Response::new(Discarded {}))
    }
}

impl SystemDeskService {
    fn require_own(&self, service: &str) -> kit::Result<()> {
        if service == self.name { Ok(()) } else { Err(NOT_FOUND) }
    }

    fn key(&self, service: &str, id: &str) -> kit::Result<Key> {
        self.require_own(service)?;
        Key::parse(id).ok_or(NOT_FOUND)
    }
}
