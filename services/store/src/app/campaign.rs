//! Campaigns: planned, changed and called off by operators, begun and ended by time.
//!
//! A campaign's status has one writer, this module, and changes in one transaction with the announcement of it. Whoever
//! wants to change a campaign locks its row first, so an operator who cancels and the clock that starts take turns, and
//! the second sees what the first has done. Therefore a campaign starts once and ends once, however many replicas turn
//! campaigns and wherever one of them dies: nothing is held between two steps but what is committed.

use std::{sync::Arc, time::Duration};

use kit::{
    Error, Result,
    error::FieldError,
    identity::Caller,
    worker::{Next, Worker},
};
use proto::store::{CampaignChanged, CampaignEnded, CampaignStarted};
use sqlx::PgConnection;
use tokio::sync::Notify;

use crate::{
    App, db,
    domain::campaign::{Campaign, Plan, Scope, Status},
    events,
};

/// A campaign may be planned at any time by another replica: nobody sleeps past it for longer.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);
const NOT_FOUND: Error = Error::NotFound("campaign_not_found");

/// Wakes who turns campaigns.
#[derive(Clone, Default)]
pub struct Bell(Arc<Notify>);

/// Who operates is the caller's to prove; see `grpc/campaign_desk.rs`.
pub async fn create(app: &App, operator: &Caller, plan: &Plan) -> Result<Campaign> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    check(&mut tx, app, plan).await?;
    let id = db::campaign::insert(&mut tx, plan, now).await?;
    db::audit::insert(&mut tx, operator.account, "campaign_created", id, now).await?;
    finish(app, tx, id).await
}

/// Asking for what is so already changes nothing.
pub async fn update(app: &App, operator: &Caller, campaign: i64, plan: &Plan) -> Result<Campaign> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let before = db::campaign::lock(&mut tx, campaign).await?.ok_or(NOT_FOUND)?;
    if before.plan == *plan {
        return Ok(before);
    }
    before.may_become(plan).map_err(Error::conflict)?;
    check(&mut tx, app, plan).await?;
    db::campaign::set_plan(&mut tx, campaign, plan).await?;
    if before.status == Status::Running && before.plan.ends_at != plan.ends_at {
        let event = CampaignChanged { campaign_id: campaign, ends_at: plan.ends_at.to_rfc3339() };
        outbox::append(&mut tx, &events::Prolonged(event)).await?;
    }
    db::audit::insert(&mut tx, operator.account, "campaign_updated", campaign, now).await?;
    finish(app, tx, campaign).await
}

/// Cancelling twice is cancelling once.
pub async fn cancel(app: &App, operator: &Caller, campaign: i64) -> Result<Campaign> {
    let mut tx = app.pool.begin().await?;
    let before = db::campaign::lock(&mut tx, campaign).await?.ok_or(NOT_FOUND)?;
    match before.status {
        Status::Cancelled => return Ok(before),
        Status::Ended => return Err(Error::conflict("campaign_over")),
        Status::Planned | Status::Running => {}
    }
    turn_into(&mut tx, &before, Status::Cancelled).await?;
    db::audit::insert(&mut tx, operator.account, "campaign_cancelled", campaign, app.clock.now()).await?;
    finish(app, tx, campaign).await
}

async fn finish(app: &App, mut tx: sqlx::Transaction<'_, sqlx::Postgres>, campaign: i64) -> Result<Campaign> {
    let campaign = db::campaign::find(&mut tx, campaign).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    app.bell.0.notify_one();
    Ok(campaign)
}

/// What only the tables and the clock can tell of a plan.
async fn check(tx: &mut PgConnection, app: &App, plan: &Plan) -> Result<()> {
    let mut wrong = Vec::new();
    if plan.ends_at <= app.clock.now() {
        wrong.push(FieldError { field: "endsAt".into(), code: "in_the_past" });
    }
    if !db::store::is_open(tx, plan.store).await? {
        wrong.push(FieldError { field: "storeId".into(), code: "store_not_found" });
    } else if let Scope::Products(products) = &plan.scope
        && !db::product::not_of(tx, plan.store, products).await?.is_empty()
    {
        wrong.push(FieldError { field: "productIds".into(), code: "not_of_store" });
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::Invalid(wrong)) }
}

/// Starts and ends the campaigns whose time has come; returns how many there were.
pub async fn turn(app: &App) -> Result<usize> {
    let mut turned = 0;
    while turn_next(app).await? {
        turned += 1;
    }
    Ok(turned)
}

/// Starts or ends one campaign whose time has come; `false` when there is none.
async fn turn_next(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let Some(campaign) = db::campaign::lock_due(&mut tx, now).await? else { return Ok(false) };
    let Some(status) = campaign.turn(now) else { return Ok(false) };
    turn_into(&mut tx, &campaign, status).await?;
    tx.commit().await?;
    tracing::info!(campaign.id = campaign.id, "Campaign {} is {} now", campaign.id, status.key());
    Ok(true)
}

/// Told to all who care: whoever ran and runs no longer, and whoever did not and now does.
async fn turn_into(tx: &mut PgConnection, campaign: &Campaign, status: Status) -> Result<()> {
    db::campaign::set_status(tx, campaign.id, status).await?;
    match (campaign.status, status) {
        (_, Status::Running) => {
            let event = started(tx, campaign).await?;
            outbox::append(tx, &events::Started(event)).await?;
        }
        (Status::Running, _) => {
            let event = CampaignEnded { campaign_id: campaign.id, store_id: campaign.plan.store };
            outbox::append(tx, &events::Ended(event)).await?;
        }
        _ => {}
    }
    Ok(())
}

pub(crate) async fn started(tx: &mut PgConnection, campaign: &Campaign) -> Result<CampaignStarted> {
    let plan = &campaign.plan;
    let store = db::store::called(tx, plan.store).await?;
    Ok(CampaignStarted {
        campaign_id: campaign.id,
        store_id: plan.store,
        percent: plan.percent.into(),
        starts_at: plan.starts_at.to_rfc3339(),
        ends_at: plan.ends_at.to_rfc3339(),
        product_ids: if let Scope::Products(products) = &plan.scope { products.clone() } else { Vec::new() },
        names: plan.words.names().into_iter().collect(),
        store_name: store.name,
        store_slug: store.slug,
    })
}

/// Starts and ends campaigns by time, and at once when somebody here has planned one.
pub fn worker(app: &App) -> Worker {
    Worker::new("campaigns", LONGEST_SLEEP, app.clone(), run).woken_by(app.bell.0.clone())
}

async fn run(app: App) -> Result<Next> {
    if turn_next(&app).await? {
        return Ok(Next::Now);
    }
    let next = db::campaign::next_due(&mut *app.pool.acquire().await?).await?;
    Ok(Next::at(next, app.clock.now()))
}
