//! Handles the events of the store service (campaigns) and of the catalogue (prices, stock, reviews). A campaign, a
//! lower price or new stock starts a fan-out: the notification of a whole audience, which a worker writes page by page.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, telemetry::trace_context};
use outbox::{Handler, Start, parse};
use proto::{
    catalog::{self, PriceDropped, ReviewAnswered, ReviewDecided},
    event::Event as _,
    feed,
    store::{CampaignEnded, CampaignStarted},
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::{EventNotification, notify, occurred_at};
use crate::{
    audience::Audience,
    db,
    domain::{BackInStock, Campaign, Kind, PriceDrop, Topic, quiet_hours},
};

/// How long a price or stock is news. A fan-out about it ends after this time, even if unfinished.
const MAX_AGE: TimeDelta = TimeDelta::days(1);

/// The handler of the store service's events.
pub struct Stores;

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &[CampaignStarted::KIND, CampaignEnded::KIND]
    }

    /// After a gap in the feed, consumption continues at its end: notifications of missed events are not raised later.
    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        if event.kind == CampaignEnded::KIND {
            let ended = parse::<CampaignEnded>(event)?;
            let at = occurred_at(event)?;
            return Ok(db::fanout::end_occasion(tx, &campaign_occasion(ended.campaign_id), at).await?);
        }
        let started = parse::<CampaignStarted>(event)?;
        let ends_at: DateTime<Utc> = started.ends_at.parse().map_err(Error::internal)?;
        let subject = Campaign {
            store: started.store_name,
            names: started.names.into_iter().collect(),
            percent: started.percent,
            ends_at,
        };
        let fanout = EventFanout {
            occasion: campaign_occasion(started.campaign_id),
            audience: Audience::Followers,
            audience_id: started.store_id,
            topic: Topic::Stores,
            kind: Kind::CampaignStarted,
            link: format!("/kampaniya/{}", started.campaign_id),
            worth_until: ends_at,
        };
        fanout.start(tx, &subject, occurred_at(event)?).await
    }
}

/// The handler of the catalogue's events.
pub struct Products;

#[async_trait::async_trait]
impl Handler for Products {
    fn kinds(&self) -> &'static [&'static str] {
        &[PriceDropped::KIND, catalog::BackInStock::KIND, ReviewDecided::KIND, ReviewAnswered::KIND]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let at = occurred_at(event)?;
        match event.kind.as_str() {
            PriceDropped::KIND => {
                let dropped = parse::<PriceDropped>(event)?;
                let names = dropped.names.into_iter().collect();
                let fanout = likers_fanout(Kind::PriceDropped, dropped.product_id, &dropped.slug, at);
                fanout.start(tx, &PriceDrop { names, from: dropped.from, to: dropped.to }, at).await
            }
            catalog::BackInStock::KIND => {
                let back = parse::<catalog::BackInStock>(event)?;
                let fanout = likers_fanout(Kind::BackInStock, back.product_id, &back.slug, at);
                fanout.start(tx, &BackInStock { names: back.names.into_iter().collect() }, at).await
            }
            ReviewDecided::KIND => {
                let decided = parse::<ReviewDecided>(event)?;
                let kind = if decided.is_published { Kind::ReviewPublished } else { Kind::ReviewRejected };
                notify(tx, &[review_notification(decided.account_id, kind, at)]).await
            }
            ReviewAnswered::KIND => {
                let answered = parse::<ReviewAnswered>(event)?;
                notify(tx, &[review_notification(answered.account_id, Kind::ReviewAnswered, at)]).await
            }
            _ => Ok(()),
        }
    }
}

fn review_notification(account_id: i64, kind: Kind, at: DateTime<Utc>) -> EventNotification {
    let (link, trace) = (kind.link().to_owned(), trace_context::current());
    EventNotification { account_id, kind: kind.key(), subject: json!({}), link, at, trace }
}

fn campaign_occasion(id: i64) -> String {
    format!("campaign:{id}")
}

/// Returns a fan-out to the accounts that marked the product as a favourite. Its occasion contains the date, so that
/// there is at most one fan-out for each product, kind and day.
fn likers_fanout(kind: Kind, product: i64, slug: &str, at: DateTime<Utc>) -> EventFanout {
    EventFanout {
        occasion: format!("{}:{product}:{}", kind.key(), quiet_hours::baku_date(at)),
        audience: Audience::Likers,
        audience_id: product,
        topic: Topic::Favourites,
        kind,
        link: format!("/mehsullar/{slug}"),
        worth_until: at + MAX_AGE,
    }
}

/// A fan-out that an event starts.
struct EventFanout {
    /// Identifies the fan-out: a repeated event with the same occasion starts no second one.
    occasion: String,
    audience: Audience,
    audience_id: i64,
    topic: Topic,
    kind: Kind,
    link: String,
    /// When the fan-out ends, even if unfinished.
    worth_until: DateTime<Utc>,
}

impl EventFanout {
    /// Inserts the fan-out. The worker loads its audience later, page by page.
    async fn start(self, tx: &mut PgConnection, subject: &impl Serialize, at: DateTime<Utc>) -> kit::Result<()> {
        let trace = trace_context::current();
        let new = db::fanout::NewFanout {
            occasion: &self.occasion,
            audience: self.audience.key(),
            audience_id: self.audience_id,
            topic: self.topic.key(),
            kind: self.kind.key(),
            subject: &serde_json::to_value(subject).map_err(Error::internal)?,
            link: &self.link,
            occurred_at: at,
            worth_until: self.worth_until,
            traceparent: trace.as_deref(),
        };
        Ok(db::fanout::insert(tx, &new).await?)
    }
}
