//! Staff plan, change and cancel campaigns; a worker starts and ends them on time.
//!
//! Only this module changes a campaign's status. Each change locks the campaign's row and publishes its event in the
//! same transaction, so replicas start and end a campaign once.

use std::{sync::Arc, time::Duration};

use audit::Entry;
use kit::{
    Error, Result,
    error::FieldError,
    identity::Caller,
    permission::Scope as StaffScope,
    security,
    worker::{Next, Worker},
};
use proto::store::{CampaignChanged, CampaignEnded, CampaignStarted};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::sync::Notify;

use crate::{
    App, db,
    domain::campaign::{Campaign, Plan, Scope, Status},
};

/// Only changes in this process wake the worker at once.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
const NOT_FOUND: Error = Error::NotFound("campaign_not_found");

/// Wakes the campaign worker of this process.
#[derive(Clone, Default)]
pub struct CampaignNotifier(Arc<Notify>);

/// Plans a campaign. `scope` limits the operator to some stores; the caller has checked the permission.
pub async fn create(app: &App, operator: &Caller, scope: &StaffScope, plan: &Plan) -> Result<Campaign> {
    require_scope(scope, plan)?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    check_plan(&mut tx, app, plan).await?;
    let id = db::campaign::insert(&mut tx, plan, now).await?;
    let entry = Entry::new("campaign_created", "campaign", id).changed(Value::Null, audit_fields(plan));
    audit::insert(&mut tx, operator, entry, now).await?;
    commit_and_notify(app, tx, id).await
}

/// An identical plan changes nothing.
pub async fn update(
    app: &App,
    operator: &Caller,
    scope: &StaffScope,
    campaign_id: i64,
    plan: &Plan,
) -> Result<Campaign> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, scope, campaign_id).await?;
    require_scope(scope, plan)?;
    if current.plan == *plan {
        return Ok(current);
    }
    current.check_change(plan).map_err(Error::conflict)?;
    check_plan(&mut tx, app, plan).await?;
    db::campaign::set_plan(&mut tx, campaign_id, plan).await?;
    if current.status == Status::Running && current.plan.ends_at != plan.ends_at {
        let event = CampaignChanged { campaign_id, ends_at: plan.ends_at.to_rfc3339() };
        outbox::append(&mut tx, &event).await?;
    }
    let entry = Entry::new("campaign_updated", "campaign", campaign_id)
        .changed(audit_fields(&current.plan), audit_fields(plan));
    audit::insert(&mut tx, operator, entry, now).await?;
    commit_and_notify(app, tx, campaign_id).await
}

/// Cancelling again changes nothing.
pub async fn cancel(app: &App, operator: &Caller, scope: &StaffScope, campaign_id: i64) -> Result<Campaign> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, scope, campaign_id).await?;
    match current.status {
        Status::Cancelled => return Ok(current),
        Status::Ended => return Err(Error::conflict("campaign_over")),
        Status::Planned | Status::Running => {}
    }
    change_status(&mut tx, &current, Status::Cancelled).await?;
    let audited_status = |status: Status| json!({"status": status.key()});
    let entry = Entry::new("campaign_cancelled", "campaign", campaign_id)
        .changed(audited_status(current.status), audited_status(Status::Cancelled));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    commit_and_notify(app, tx, campaign_id).await
}

/// Staff of one store get "not found" for campaigns of other stores.
async fn lock(tx: &mut PgConnection, scope: &StaffScope, campaign_id: i64) -> Result<Campaign> {
    let campaign = db::campaign::lock(tx, campaign_id).await?;
    campaign.filter(|campaign| scope.includes(campaign.plan.store)).ok_or(NOT_FOUND)
}

fn require_scope(scope: &StaffScope, plan: &Plan) -> Result<()> {
    if scope.includes(plan.store) {
        return Ok(());
    }
    security::refused("store_scope");
    Err(Error::Forbidden)
}

async fn commit_and_notify(
    app: &App,
    mut tx: sqlx::Transaction<'_, sqlx::Postgres>,
    campaign_id: i64,
) -> Result<Campaign> {
    let campaign = db::campaign::find(&mut tx, campaign_id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    app.campaign_notifier.0.notify_one();
    Ok(campaign)
}

fn audit_fields(plan: &Plan) -> Value {
    let Plan { store, words, image_url, focus, percent, starts_at, ends_at, scope } = plan;
    json!({
        "storeId": store,
        "words": words,
        "imageUrl": image_url,
        "focus": [focus.x, focus.y],
        "percent": percent,
        "startsAt": starts_at,
        "endsAt": ends_at,
        "productIds": if let Scope::Products(products) = scope { json!(products) } else { Value::Null },
    })
}

/// Checks the rules that need the database or the clock; `grpc/parse.rs` checks the others.
async fn check_plan(tx: &mut PgConnection, app: &App, plan: &Plan) -> Result<()> {
    let mut errors = Vec::new();
    if plan.ends_at <= app.clock.now() {
        errors.push(FieldError { field: "endsAt".into(), code: "in_the_past" });
    }
    if !db::store::is_open(tx, plan.store).await? {
        errors.push(FieldError { field: "storeId".into(), code: "store_not_found" });
    } else if let Scope::Products(products) = &plan.scope
        && !db::product::not_sold_by(tx, plan.store, products).await?.is_empty()
    {
        errors.push(FieldError { field: "productIds".into(), code: "not_of_store" });
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// Starts and ends all due campaigns. Returns the number of status changes.
pub async fn advance_campaigns(app: &App) -> Result<usize> {
    let mut count = 0;
    while advance_next(app).await? {
        count += 1;
    }
    Ok(count)
}

/// Returns `false` if no campaign is due.
async fn advance_next(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(campaign) = db::campaign::lock_due(&mut tx, now).await? else { return Ok(false) };
    let Some(status) = campaign.due_status(now) else { return Ok(false) };
    change_status(&mut tx, &campaign, status).await?;
    tx.commit().await?;
    tracing::info!(campaign.id = campaign.id, "Campaign {} is now {}", campaign.id, status.key());
    Ok(true)
}

/// Publishes an event if the campaign starts or stops running. Other services do not know campaigns that have not run.
async fn change_status(tx: &mut PgConnection, campaign: &Campaign, status: Status) -> Result<()> {
    db::campaign::set_status(tx, campaign.id, status).await?;
    if status == Status::Running {
        let event = started_event(tx, campaign).await?;
        outbox::append(tx, &event).await?;
    } else if campaign.status == Status::Running {
        let event = CampaignEnded { campaign_id: campaign.id, store_id: campaign.plan.store };
        outbox::append(tx, &event).await?;
    }
    Ok(())
}

/// The catalogue lowers prices when it reads this event.
pub(crate) async fn started_event(tx: &mut PgConnection, campaign: &Campaign) -> Result<CampaignStarted> {
    let plan = &campaign.plan;
    let store = db::store::name_and_slug(tx, plan.store).await?;
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

pub fn worker(app: &App) -> Worker {
    Worker::new("campaigns", POLL_INTERVAL, app.clone(), run).notified_by(app.campaign_notifier.0.clone())
}

async fn run(app: App) -> Result<Next> {
    if advance_next(&app).await? {
        return Ok(Next::Now);
    }
    let next_due = db::campaign::next_due(&mut *app.pool.acquire().await?).await?;
    Ok(Next::at(next_due, app.clock.now()))
}
