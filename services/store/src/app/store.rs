//! Stores for members of staff; `grpc/store_desk.rs` checks the permission. Each change locks the store's row, and is
//! audited and published in its transaction. The catalogue copies name, slug and state to the products.

use audit::Entry;
use kit::{
    Error, Result,
    identity::Caller,
    slug::{first_free, from_name},
};
use proto::store::StoreChanged;
use serde_json::{Value, json};
use sqlx::{PgConnection, Postgres, Transaction};

use crate::{
    App,
    db::store_admin,
    domain::store::{Profile, Store},
};

const NOT_FOUND: Error = Error::NotFound("store_not_found");
/// The slug of a store whose name has no letters.
const FALLBACK_SLUG: &str = "magaza";

/// Creates an open store. A profile without a slug gets one from its name.
pub async fn create(app: &App, operator: &Caller, profile: Profile) -> Result<Store> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = if profile.slug.is_empty() {
        insert_with_free_slug(&mut tx, app, profile).await?
    } else {
        let id = store_admin::insert(&mut tx, &profile, now).await?;
        id.ok_or_else(|| Error::invalid("slug", "duplicate"))?
    };
    publish(&mut tx, id).await?;
    finish(app, tx, operator, "store_created", id, Value::Null).await
}

/// Replaces the version that the operator has read. An unchanged profile is not written.
pub async fn update(app: &App, operator: &Caller, store: i64, version: i64, profile: &Profile) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, store).await?;
    let old = &before.profile;
    if old == profile {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("store_changed"));
    }
    store_admin::update(&mut tx, store, profile, app.clock.now()).await?;
    if (&old.name, &old.slug) != (&profile.name, &profile.slug) {
        publish(&mut tx, store).await?;
    }
    finish(app, tx, operator, "store_updated", store, audited(&before)).await
}

/// Shows the store and its products. Nothing is written if it is open.
pub async fn open(app: &App, operator: &Caller, store: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, store).await?;
    if before.is_open {
        return Ok(before);
    }
    store_admin::open(&mut tx, store, app.clock.now()).await?;
    publish(&mut tx, store).await?;
    finish(app, tx, operator, "store_opened", store, audited(&before)).await
}

/// Hides the store and its products. Nothing is written if it is closed.
pub async fn close(app: &App, operator: &Caller, store: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, store).await?;
    if !before.is_open {
        return Ok(before);
    }
    store_admin::close(&mut tx, store, app.clock.now()).await?;
    publish(&mut tx, store).await?;
    finish(app, tx, operator, "store_closed", store, audited(&before)).await
}

async fn lock(tx: &mut PgConnection, store: i64) -> Result<Store> {
    store_admin::lock(tx, store).await?.ok_or(NOT_FOUND)
}

/// Tries again if another transaction takes the slug meanwhile: then that one has committed, and its slug is found.
async fn insert_with_free_slug(tx: &mut PgConnection, app: &App, mut profile: Profile) -> Result<i64> {
    let slug = from_name(&profile.name, FALLBACK_SLUG);
    loop {
        let taken = store_admin::slugs_like(tx, &slug).await?;
        profile.slug = first_free(&slug, &taken);
        if let Some(id) = store_admin::insert(tx, &profile, app.clock.now()).await? {
            return Ok(id);
        }
    }
}

async fn publish(tx: &mut PgConnection, store: i64) -> Result<()> {
    let Store { id: store_id, profile: Profile { name, slug, .. }, is_open, .. } =
        store_admin::find(tx, store).await?.ok_or(NOT_FOUND)?;
    outbox::append(tx, &StoreChanged { store_id, name, slug, is_open }).await?;
    Ok(())
}

/// Audits the change and commits it.
async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    action: &'static str,
    store: i64,
    before: Value,
) -> Result<Store> {
    let after = store_admin::find(&mut tx, store).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new(action, "store", store).changed(before, audited(&after));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    let slug = &after.profile.slug;
    tracing::info!(store.id = store, "Store {slug}: {action} by operator {}", operator.account);
    Ok(after)
}

/// Returns the fields that the audit log compares.
fn audited(store: &Store) -> Value {
    let Profile { name, slug, about, logo_url, cover_url } = &store.profile;
    json!({
        "name": name,
        "slug": slug,
        "about": about,
        "logoUrl": logo_url,
        "coverUrl": cover_url,
        "isOpen": store.is_open,
    })
}
