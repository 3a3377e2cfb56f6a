//! Customers' accounts for staff. `grpc/customers.rs` has checked the permission. Changes, and reads of contact data,
//! are audited.

use audit::Entry;
use kit::{Error, Result, identity::Caller, permission::Role, security};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    App,
    app::devices,
    db::{
        self,
        block::Target,
        customer::{CustomerKey, CustomerRow},
        session::{EndReason, OpenSession},
    },
    domain::{device::Device, security_event::EventKind},
};

/// Several accounts can have the same unverified e-mail address.
const MAX_FOUND: i64 = 20;

pub struct Customer {
    pub row: CustomerRow,
    pub sessions: Vec<OpenSession>,
}

pub async fn find(app: &App, operator: &Caller, key: &CustomerKey<'_>) -> Result<Vec<Customer>> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let rows = db::customer::find(&mut tx, key, MAX_FOUND).await?;
    let entry = Entry::read_list("account", &[key.name()], rows.iter().map(|row| row.account_id));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    let mut customers = Vec::new();
    for row in rows {
        customers.push(with_sessions(app, &mut tx, row).await?);
    }
    tx.commit().await?;
    Ok(customers)
}

pub async fn get(app: &App, operator: &Caller, account: i64) -> Result<Customer> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let customer = read(app, &mut tx, operator, account).await?;
    tx.commit().await?;
    Ok(customer)
}

/// Idempotent.
pub async fn block(app: &App, operator: &Caller, account: i64, reason: &str) -> Result<Customer> {
    if account == operator.account {
        return Err(Error::NotAllowed("own_account"));
    }
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if !lock(&mut tx, operator, account).await?.is_blocked {
        db::block::set(&mut tx, account, operator.account, reason, now).await?;
        db::security_event::insert(&mut tx, account, EventKind::Blocked, Device::default(), now).await?;
        let entry = Entry::new("customer_blocked", "account", account)
            .changed(json!({"isBlocked": false}), json!({"isBlocked": true}));
        audit::insert(&mut tx, operator, entry, now).await?;
    }
    let customer = read(app, &mut tx, operator, account).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, "Account {account} was blocked");
    Ok(customer)
}

/// Idempotent.
pub async fn unblock(app: &App, operator: &Caller, account: i64) -> Result<Customer> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if lock(&mut tx, operator, account).await?.is_blocked {
        db::block::clear(&mut tx, account).await?;
        db::security_event::insert(&mut tx, account, EventKind::Unblocked, Device::default(), now).await?;
        let entry = Entry::new("customer_unblocked", "account", account)
            .changed(json!({"isBlocked": true}), json!({"isBlocked": false}));
        audit::insert(&mut tx, operator, entry, now).await?;
    }
    let customer = read(app, &mut tx, operator, account).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, "Account {account} was unblocked");
    Ok(customer)
}

pub async fn end_sessions(app: &App, operator: &Caller, account: i64) -> Result<Customer> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    lock(&mut tx, operator, account).await?;
    db::session::end_all_for(&mut tx, account, None, EndReason::Staff, now).await?;
    audit::insert(&mut tx, operator, Entry::new("customer_sessions_ended", "account", account), now).await?;
    let customer = read(app, &mut tx, operator, account).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, "A member of staff ended the sessions of account {account}");
    Ok(customer)
}

/// Only owners of the shop may change accounts of staff.
async fn lock(tx: &mut PgConnection, operator: &Caller, account: i64) -> Result<Target> {
    let target = db::block::lock(tx, account).await?.ok_or(Error::NotFound("customer_not_found"))?;
    let is_owner = operator.roles.iter().any(|role| role == Role::Owner.key());
    if target.has_roles && !is_owner {
        security::refused("staff_protected");
        return Err(Error::NotAllowed("staff_protected"));
    }
    Ok(target)
}

async fn read(app: &App, tx: &mut PgConnection, operator: &Caller, account: i64) -> Result<Customer> {
    let row = db::customer::find(tx, &CustomerKey::Account(account), 1).await?.pop();
    let row = row.ok_or(Error::NotFound("customer_not_found"))?;
    audit::insert(tx, operator, Entry::read("account", account), app.clock.now()).await?;
    with_sessions(app, tx, row).await
}

async fn with_sessions(app: &App, tx: &mut PgConnection, row: CustomerRow) -> Result<Customer> {
    let sessions = devices::open_sessions(app, tx, row.account_id).await?;
    Ok(Customer { row, sessions })
}
