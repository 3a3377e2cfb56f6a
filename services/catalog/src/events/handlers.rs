//! Applies the events of stores, accounts and orders.

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::{Handler, Start, parse};
use proto::{
    auth::AccountErased,
    catalog::ProductLiked,
    event::Event as _,
    feed,
    order::OrderDelivered,
    store::{CampaignChanged, CampaignEnded, CampaignStarted, StoreChanged},
};
use sqlx::PgConnection;

use super::StoreProductsChanged;
use crate::db;

pub const STORES: &str = "store";
pub const ACCOUNTS: &str = "auth";
pub const ORDERS: &str = "order";

pub struct Stores;

pub struct Accounts;

pub struct Orders;

pub fn handler(feed: &str) -> &'static dyn Handler {
    match feed {
        STORES => &Stores,
        ORDERS => &Orders,
        _ => &Accounts,
    }
}

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &[StoreChanged::KIND, CampaignStarted::KIND, CampaignChanged::KIND, CampaignEnded::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        match event.kind.as_str() {
            CampaignStarted::KIND => start_campaign(tx, &parse(event)?).await?,
            CampaignChanged::KIND => change_campaign(tx, &parse(event)?).await?,
            CampaignEnded::KIND => end_campaign(tx, &parse(event)?).await?,
            _ => save_store(tx, &parse(event)?).await?,
        }
        Ok(audit::announce(tx).await?)
    }

    /// Closes the stores and ends the campaigns that a complete snapshot did not contain.
    async fn sweep(&self, tx: &mut PgConnection) -> kit::Result<()> {
        for store_id in db::store_snapshot::close_missing_stores(tx).await? {
            outbox::append(tx, &StoreProductsChanged { store_id }).await?;
        }
        Ok(db::store_snapshot::sync_campaigns(tx).await?)
    }
}

#[async_trait::async_trait]
impl Handler for Accounts {
    fn kinds(&self) -> &'static [&'static str] {
        &[AccountErased::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        erase_account(tx, &parse(event)?).await
    }
}

#[async_trait::async_trait]
impl Handler for Orders {
    fn kinds(&self) -> &'static [&'static str] {
        &[OrderDelivered::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        count_delivery(tx, &parse(event)?).await
    }
}

async fn save_store(tx: &mut PgConnection, store: &StoreChanged) -> kit::Result<()> {
    db::store::save(tx, store.store_id, &store.name, &store.slug, store.is_open).await?;
    outbox::append(tx, &StoreProductsChanged { store_id: store.store_id }).await?;
    Ok(())
}

async fn start_campaign(tx: &mut PgConnection, campaign: &CampaignStarted) -> kit::Result<()> {
    let new = db::campaign::NewCampaign {
        campaign_id: campaign.campaign_id,
        store_id: campaign.store_id,
        percent: i16::try_from(campaign.percent).map_err(Error::internal)?,
        ends_at: time(&campaign.ends_at)?,
        products: &campaign.product_ids,
    };
    // Waits for an import that is writing products of this store; a later import sees the campaign.
    db::store::lock(tx, campaign.store_id).await?;
    Ok(db::campaign::start(tx, &new).await?)
}

async fn change_campaign(tx: &mut PgConnection, campaign: &CampaignChanged) -> kit::Result<()> {
    Ok(db::campaign::set_end(tx, campaign.campaign_id, time(&campaign.ends_at)?).await?)
}

async fn end_campaign(tx: &mut PgConnection, campaign: &CampaignEnded) -> kit::Result<()> {
    Ok(db::campaign::end(tx, campaign.campaign_id, campaign.store_id).await?)
}

fn time(rfc3339: &str) -> kit::Result<DateTime<Utc>> {
    Ok(DateTime::parse_from_rfc3339(rfc3339).map_err(Error::internal)?.to_utc())
}

/// Stores deliveries for the popularity of products and for verified reviews. Each order counts once, because snapshots
/// repeat old orders. `account_id` is 0 for an erased account.
async fn count_delivery(tx: &mut PgConnection, order: &OrderDelivered) -> kit::Result<()> {
    if !db::delivered::record_order(tx, &order.order).await? {
        return Ok(());
    }
    let (products, counts): (Vec<_>, Vec<_>) =
        order.lines.iter().filter(|line| line.count > 0).map(|line| (line.product_id, line.count)).unzip();
    db::delivered::insert(tx, &products, &counts).await?;
    if order.account_id == 0 {
        return Ok(());
    }
    Ok(db::purchase::insert_for(tx, order.account_id, &products).await?)
}

async fn erase_account(tx: &mut PgConnection, &AccountErased { account_id }: &AccountErased) -> kit::Result<()> {
    for product_id in db::like::delete_all_for(tx, account_id).await? {
        outbox::append(tx, &ProductLiked { product_id, account_id, is_liked: false }).await?;
    }
    // The writers' lock order, to avoid deadlock.
    db::daily_quota::delete_all_for(tx, account_id).await?;
    db::review::anonymise_all_for(tx, account_id).await?;
    db::reply::anonymise_all_for(tx, account_id).await?;
    db::list::delete_all_for(tx, account_id).await?;
    db::purchase::delete_all_for(tx, account_id).await?;
    Ok(())
}
