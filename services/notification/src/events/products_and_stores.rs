//! Notifications and fan-outs from events of the catalogue and the store service.

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

/// How long a price or stock is news.
const MAX_AGE: TimeDelta = TimeDelta::days(1);

pub struct Stores;

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &[CampaignStarted::KIND, CampaignEnded::KIND]
    }

    /// After a gap in the feed, notifications of missed events are not raised later.
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

/// The date limits fan-outs to one for each product, kind and day.
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

struct EventFanout {
    /// A repeated event with the same occasion starts no second fan-out.
    occasion: String,
    audience: Audience,
    audience_id: i64,
    topic: Topic,
    kind: Kind,
    link: String,
    /// The fan-out ends then, even if unfinished.
    worth_until: DateTime<Utc>,
}

impl EventFanout {
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
