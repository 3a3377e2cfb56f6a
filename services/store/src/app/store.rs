//! Stores as staff of the shop create, change, open and close them. `grpc/store_desk.rs` has checked the permission.
//!
//! Each change locks the store's row. The entry of the audit log and the event are written in the same transaction. The
//! catalogue reads the event, because it keeps copies of each store's name, slug and state.

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
/// The slug of a store whose name has no letters: "store" in Azerbaijani.
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

/// Replaces the profile of a store. Fails if the store has changed since `version`, which the operator has read. An
/// unchanged profile is not written.
pub async fn update(app: &App, operator: &Caller, store_id: i64, version: i64, profile: &Profile) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, store_id).await?;
    let old_profile = &current.profile;
    if old_profile == profile {
        return Ok(current);
    }
    if current.version != version {
        return Err(Error::conflict("store_changed"));
    }
    store_admin::update(&mut tx, store_id, profile, app.clock.now()).await?;
    // Other services have no copy of texts and pictures.
    if (&old_profile.name, &old_profile.slug) != (&profile.name, &profile.slug) {
        publish(&mut tx, store_id).await?;
    }
    finish(app, tx, operator, "store_updated", store_id, audited(&current)).await
}

/// Opens a store, so that shoppers see it and its products. Writes nothing if the store is open already.
pub async fn open(app: &App, operator: &Caller, store_id: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, store_id).await?;
    if current.is_open {
        return Ok(current);
    }
    store_admin::open(&mut tx, store_id, app.clock.now()).await?;
    publish(&mut tx, store_id).await?;
    finish(app, tx, operator, "store_opened", store_id, audited(&current)).await
}

/// Closes a store, so that shoppers no longer see it and its products. Writes nothing if the store is closed already.
pub async fn close(app: &App, operator: &Caller, store_id: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, store_id).await?;
    if !current.is_open {
        return Ok(current);
    }
    store_admin::close(&mut tx, store_id, app.clock.now()).await?;
    publish(&mut tx, store_id).await?;
    finish(app, tx, operator, "store_closed", store_id, audited(&current)).await
}

async fn lock(tx: &mut PgConnection, store_id: i64) -> Result<Store> {
    store_admin::lock(tx, store_id).await?.ok_or(NOT_FOUND)
}

/// Inserts a store with a slug made from its name, as `gul-evi`, or `gul-evi-2` if that is taken.
///
/// The insert waits for a concurrent transaction with the same slug. If that one commits, the loop starts again and
/// finds its slug among those taken.
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

/// Publishes the store as it is now in the transaction.
async fn publish(tx: &mut PgConnection, store_id: i64) -> Result<()> {
    let store = store_admin::find(tx, store_id).await?.ok_or(NOT_FOUND)?;
    let Store { profile: Profile { name, slug, .. }, is_open, .. } = store;
    outbox::append(tx, &StoreChanged { store_id, name, slug, is_open }).await?;
    Ok(())
}

/// Writes the audit log's entry of the change, commits, and returns the store as stored.
async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    action: &'static str,
    store_id: i64,
    old_fields: Value,
) -> Result<Store> {
    let after = store_admin::find(&mut tx, store_id).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new(action, "store", store_id).changed(old_fields, audited(&after));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    let slug = &after.profile.slug;
    tracing::info!(store.id = store_id, "Store {slug}: {action} by operator {}", operator.account);
    Ok(after)
}

/// Returns the fields of a store that the audit log compares before and after a change.
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
