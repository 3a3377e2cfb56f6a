//! What is worth a visit: campaigns of followed stores, lower prices and new stock of favourites, answers to reviews.

use chrono::{DateTime, TimeDelta, Utc};
use kit::Error;
use outbox::{Handler, Start, parse};
use proto::{catalog, feed, store};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::{News, occurred_at, tell};
use crate::{
    audience::Audience,
    db::{self, fanout::New},
    domain::{Campaign, Cheaper, Kind, Returned, Topic, quiet},
};

/// How long a price or a stock is news.
const FRESH: TimeDelta = TimeDelta::days(1);

/// What is heard of stores.
pub struct Stores;

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &["campaign_started", "campaign_ended"]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        if event.kind == "campaign_ended" {
            let ended = parse::<store::CampaignEnded>(event)?;
            let at = occurred_at(event)?;
            return Ok(db::fanout::end_occasion(tx, &campaign(ended.campaign_id), at).await?);
        }
        let started = parse::<store::CampaignStarted>(event)?;
        let ends_at: DateTime<Utc> = started.ends_at.parse().map_err(Error::internal)?;
        let subject = Campaign {
            store: started.store_name,
            names: started.names.into_iter().collect(),
            percent: started.percent,
            ends_at,
        };
        let many = Many {
            occasion: campaign(started.campaign_id),
            audience: Audience::Followers,
            of: started.store_id,
            topic: Topic::Stores,
            kind: Kind::CampaignStarted,
            link: format!("/kampaniya/{}", started.campaign_id),
            worth_until: ends_at,
        };
        many.are_told(tx, &subject, occurred_at(event)?).await
    }
}

/// What is heard of products and reviews.
pub struct Products;

#[async_trait::async_trait]
impl Handler for Products {
    fn kinds(&self) -> &'static [&'static str] {
        &["price_dropped", "back_in_stock", "review_decided", "review_answered"]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let at = occurred_at(event)?;
        match event.kind.as_str() {
            "price_dropped" => {
                let dropped = parse::<catalog::PriceDropped>(event)?;
                let names = dropped.names.into_iter().collect();
                let many = likers(Kind::PriceDropped, dropped.product_id, &dropped.slug, at);
                many.are_told(tx, &Cheaper { names, from: dropped.from, to: dropped.to }, at).await
            }
            "back_in_stock" => {
                let back = parse::<catalog::BackInStock>(event)?;
                let many = likers(Kind::BackInStock, back.product_id, &back.slug, at);
                many.are_told(tx, &Returned { names: back.names.into_iter().collect() }, at).await
            }
            "review_decided" => {
                let decided = parse::<catalog::ReviewDecided>(event)?;
                let kind = if decided.is_published { Kind::ReviewPublished } else { Kind::ReviewRejected };
                tell(tx, &[of_review(decided.account_id, kind, at)]).await
            }
            "review_answered" => {
                let answered = parse::<catalog::ReviewAnswered>(event)?;
                tell(tx, &[of_review(answered.account_id, Kind::ReviewAnswered, at)]).await
            }
            _ => Ok(()),
        }
    }
}

fn of_review(account_id: i64, kind: Kind, at: DateTime<Utc>) -> News {
    News { account_id, kind: kind.key(), subject: json!({}), link: kind.link().to_owned(), at }
}

fn campaign(id: i64) -> String {
    format!("campaign:{id}")
}

/// A product is news to its likers once a day, however often its price moves.
fn likers(kind: Kind, product: i64, slug: &str, at: DateTime<Utc>) -> Many {
    Many {
        occasion: format!("{}:{product}:{}", kind.key(), quiet::today(at)),
        audience: Audience::Likers,
        of: product,
        topic: Topic::Favourites,
        kind,
        link: format!("/mehsullar/{slug}"),
        worth_until: at + FRESH,
    }
}

/// Something that many are to be told.
struct Many {
    occasion: String,
    audience: Audience,
    of: i64,
    topic: Topic,
    kind: Kind,
    link: String,
    worth_until: DateTime<Utc>,
}

impl Many {
    /// Written down with the event; who they are is asked later, page by page.
    async fn are_told(self, tx: &mut PgConnection, subject: &impl Serialize, at: DateTime<Utc>) -> kit::Result<()> {
        let new = New {
            occasion: &self.occasion,
            audience: self.audience.key(),
            audience_id: self.of,
            topic: self.topic.key(),
            kind: self.kind.key(),
            subject: &serde_json::to_value(subject).map_err(Error::internal)?,
            link: &self.link,
            occurred_at: at,
            worth_until: self.worth_until,
        };
        Ok(db::fanout::insert(tx, &new).await?)
    }
}
