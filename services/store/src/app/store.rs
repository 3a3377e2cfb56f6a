//! Staff create, change, open and close stores; the caller has checked the permission.
//!
//! Each change locks the row, and writes its audit entry and its event in the same transaction.

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
/// Used for names without letters; Azerbaijani for "store".
const FALLBACK_SLUG: &str = "magaza";

/// An empty slug is derived from the name.
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

/// Fails if the store has changed since `version`. An unchanged profile is not written.
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
    finish(app, tx, operator, "store_updated", store_id, audit_fields(&current)).await
}

/// An open store does not change.
pub async fn open(app: &App, operator: &Caller, store_id: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, store_id).await?;
    if current.is_open {
        return Ok(current);
    }
    store_admin::open(&mut tx, store_id, app.clock.now()).await?;
    publish(&mut tx, store_id).await?;
    finish(app, tx, operator, "store_opened", store_id, audit_fields(&current)).await
}

/// A closed store does not change.
pub async fn close(app: &App, operator: &Caller, store_id: i64) -> Result<Store> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = lock(&mut tx, store_id).await?;
    if !current.is_open {
        return Ok(current);
    }
    store_admin::close(&mut tx, store_id, app.clock.now()).await?;
    publish(&mut tx, store_id).await?;
    finish(app, tx, operator, "store_closed", store_id, audit_fields(&current)).await
}

async fn lock(tx: &mut PgConnection, store_id: i64) -> Result<Store> {
    store_admin::lock(tx, store_id).await?.ok_or(NOT_FOUND)
}

/// Inserts a store with a slug such as `gul-evi`, or `gul-evi-2` if that is taken.
///
/// If a concurrent transaction commits the same slug first, the insert returns `None` and the loop retries.
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

async fn publish(tx: &mut PgConnection, store_id: i64) -> Result<()> {
    let store = store_admin::find(tx, store_id).await?.ok_or(NOT_FOUND)?;
    let Store { profile: Profile { name, slug, .. }, is_open, .. } = store;
    outbox::append(tx, &StoreChanged { store_id, name, slug, is_open }).await?;
    Ok(())
}

async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    action: &'static str,
    store_id: i64,
    old_fields: Value,
) -> Result<Store> {
    let after = store_admin::find(&mut tx, store_id).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new(action, "store", store_id).changed(old_fields, audit_fields(&after));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    let slug = &after.profile.slug;
    tracing::info!(store.id = store_id, "Store {slug}: {action} by operator {}", operator.account);
    Ok(after)
}

fn audit_fields(store: &Store) -> Value {
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
