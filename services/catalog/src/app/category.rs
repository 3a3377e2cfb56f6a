//! Staff's changes of categories and their fields.
//!
//! A transaction locks the products whose copies of name and slug change, then the tree. Writers of products also lock
//! them first, so all checks stay true until the commit: a move forms no cycle, and nothing in use is removed.

use audit::Entry;
use kit::{
    Error, Result,
    error::FieldError,
    identity::Caller,
    picture::hash_of,
    slug::{first_free, from_name},
};
use serde_json::{Value, json};
use sqlx::{PgConnection, Postgres, Transaction};

use crate::{
    App,
    db::{self, category_add_on, category_admin, category_fields, category_tree},
    domain::category::{Category, Content, Field, MAX_DEPTH, NewCategory, Place, check_changed_fields},
    events::TreeChanged,
};

const NOT_FOUND: Error = Error::NotFound("category_not_found");
const FALLBACK_SLUG: &str = "kateqoriya";

pub async fn create(app: &App, operator: &Caller, new: &NewCategory) -> Result<Category> {
    let mut tx = kit::db::begin(&app.pool).await?;
    category_tree::lock(&mut tx).await?;
    check_depth(&mut tx, new.parent, 1).await?;
    check_picture(&mut tx, &new.image_url).await?;

    let slug = match &new.slug {
        Some(slug) => slug.clone(),
        None => free_slug(&mut tx, &new.name.az).await?,
    };

    let position = category_tree::children(&mut tx, new.parent).await?.len();
    let id = category_admin::insert(&mut tx, new, &slug, position).await?;

    category_tree::recompute_paths(&mut tx).await?;
    outbox::append(&mut tx, &TreeChanged {}).await?;
    finish(app, tx, operator, "category_created", id, Value::Null).await
}

/// Fails if `version` is outdated. Unchanged content is not written.
pub async fn update(app: &App, operator: &Caller, category: i64, version: i64, content: &Content) -> Result<Category> {
    let mut tx = kit::db::begin(&app.pool).await?;
    category_tree::lock_cards(&mut tx, category, &content.name, &content.slug).await?;
    let before = lock(&mut tx, category).await?;
    let old = &before.content;
    if old == content {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("category_changed"));
    }

    check_changed_fields(&old.fields, &content.fields)?;
    if old.image_url != content.image_url {
        check_picture(&mut tx, &content.image_url).await?;
    }
    if old.add_ons != content.add_ons {
        check_add_ons(&mut tx, &content.add_ons).await?;
    }

    category_admin::update(&mut tx, category, content).await?;
    if old.fields != content.fields {
        category_fields::replace(&mut tx, category, &content.fields).await?;
    }
    if old.add_ons != content.add_ons {
        category_add_on::replace(&mut tx, category, &content.add_ons).await?;
    }
    if (&old.name, &old.slug, &old.fields) != (&content.name, &content.slug, &content.fields) {
        outbox::append(&mut tx, &TreeChanged {}).await?;
    }
    finish(app, tx, operator, "category_updated", category, audited(&before)).await
}

/// Fails if `version` is outdated.
pub async fn move_to(app: &App, operator: &Caller, category: i64, version: i64, to: Place) -> Result<Category> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, category).await?;

    let from = before.place;
    let mut siblings = category_tree::children(&mut tx, to.parent).await?;
    siblings.retain(|sibling| *sibling != category);
    let position = to.position.min(siblings.len());
    if from == (Place { position, ..to }) {
        return Ok(before);
    }

    if before.version != version {
        return Err(Error::conflict("category_changed"));
    }
    if let Some(parent) = to.parent
        && category_tree::is_below(&mut tx, parent, category).await?
    {
        return Err(Error::conflict("category_under_itself"));
    }

    let height = category_tree::height(&mut tx, category).await?;
    check_depth(&mut tx, to.parent, height).await?;

    siblings.insert(position, category);
    category_tree::set_parent(&mut tx, category, to.parent).await?;
    category_tree::number(&mut tx, &siblings).await?;
    if from.parent != to.parent {
        let former_siblings = category_tree::children(&mut tx, from.parent).await?;
        category_tree::number(&mut tx, &former_siblings).await?;
        category_tree::recompute_paths(&mut tx).await?;
    }

    outbox::append(&mut tx, &TreeChanged {}).await?;
    finish(app, tx, operator, "category_moved", category, audited(&before)).await
}

/// Fails with `category_in_use` if the category has children or products.
pub async fn delete(app: &App, operator: &Caller, category: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, category).await?;

    category_admin::delete(&mut tx, category).await?;
    let siblings = category_tree::children(&mut tx, before.place.parent).await?;
    category_tree::number(&mut tx, &siblings).await?;
    outbox::append(&mut tx, &TreeChanged {}).await?;

    let entry = Entry::new("category_deleted", "category", category).changed(audited(&before), Value::Null);
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;

    let slug = &before.content.slug;
    tracing::info!(category.id = category, "Category {slug} deleted by operator {}", operator.account);
    Ok(())
}

async fn lock(tx: &mut PgConnection, category: i64) -> Result<Category> {
    category_tree::lock(tx).await?;
    category_admin::find(tx, category).await?.ok_or(NOT_FOUND)
}

async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    action: &'static str,
    category: i64,
    before: Value,
) -> Result<Category> {
    let after = category_admin::find(&mut tx, category).await?.ok_or(NOT_FOUND)?;

    let entry = Entry::new(action, "category", category).changed(before, audited(&after));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;

    let slug = &after.content.slug;
    tracing::info!(category.id = category, "Category {slug}: {action} by operator {}", operator.account);
    Ok(after)
}

/// `levels` is the height of the subtree that is placed under `parent`.
async fn check_depth(tx: &mut PgConnection, parent: Option<i64>, levels: i32) -> Result<()> {
    let levels_above = match parent {
        Some(parent) => category_tree::depth(tx, parent).await?,
        None => Some(0),
    };
    let levels_above = levels_above.ok_or_else(|| Error::invalid("parentId", "category_not_found"))?;
    if (levels_above + levels) as usize > MAX_DEPTH {
        return Err(Error::invalid("parentId", "too_deep"));
    }
    Ok(())
}

async fn check_picture(tx: &mut PgConnection, url: &str) -> Result<()> {
    if url.is_empty() {
        return Ok(());
    }
    let hash = hash_of(url).ok_or_else(|| Error::invalid("imageUrl", "invalid_link"))?;
    if db::picture::uploaded(tx, &[hash]).await?.is_empty() {
        return Err(Error::invalid("imageUrl", "unknown_picture"));
    }
    Ok(())
}

async fn check_add_ons(tx: &mut PgConnection, products: &[i64]) -> Result<()> {
    let existing = category_add_on::existing(tx, products).await?;
    let unknown = products.iter().enumerate().filter(|(_, product)| !existing.contains(product));
    let errors: Vec<_> = unknown
        .map(|(index, _)| FieldError { field: format!("addOns[{index}]").into(), code: "product_not_found" })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

async fn free_slug(tx: &mut PgConnection, name: &str) -> Result<String> {
    let slug = from_name(name, FALLBACK_SLUG);
    let taken = category_admin::slugs_like(tx, &slug).await?;
    Ok(first_free(&slug, &taken))
}

fn audited(category: &Category) -> Value {
    let Category { place, content, .. } = category;
    json!({
        "parentId": place.parent,
        "position": place.position,
        "name": content.name,
        "slug": content.slug,
        "imageUrl": content.image_url,
        "fields": content.fields.iter().map(audited_field).collect::<Vec<_>>(),
        "addOns": content.add_ons,
    })
}

fn audited_field(field: &Field) -> Value {
    let values = field.values.iter().map(|chosen| json!({"value": chosen.value, "label": chosen.label}));
    json!({
        "key": field.key,
        "type": field.r#type.name(),
        "name": field.name,
        "unit": field.unit,
        "isFilterable": field.is_filterable,
        "values": values.collect::<Vec<_>>(),
    })
}
