//! Staff's changes of single products. Stock changes only by movements (`app/stock_desk.rs`); the stock of a new
//! product is its first movement.

use audit::Entry;
use kit::{Error, Result, db::OnConstraint as _, error::FieldError, identity::Caller, picture::hash_of};
use proto::catalog::ProductChanged;
use serde_json::{Map, Value, json};
use sqlx::{PgConnection, Postgres, Transaction};

use super::{alerts::ProductsBefore, stock_desk};
use crate::{
    App,
    db::{self, product_change::Change, product_form::Record, stock_movement::Entered},
    domain::{
        product_form::{LaterChange, ProductForm, audited_new, audited_old, form_before, slug_candidates},
        publication::State,
        stock::Item,
        stock_movement::{Level, NewMovement, Report},
    },
    import::{form::FormRows, shop::Shop},
};

const NOT_FOUND: Error = Error::NotFound("product_not_found");

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
enum Action {
    Created,
    Changed,
    Published,
    Withdrawn,
    Duplicated,
}

impl Action {
    /// The name in the history of the product.
    fn key(self) -> &'static str {
        self.into()
    }

    /// The name in the audit log.
    fn audited(self) -> &'static str {
        match self {
            Self::Created => "product_created",
            Self::Changed => "product_changed",
            Self::Published => "product_published",
            Self::Withdrawn => "product_withdrawn",
            Self::Duplicated => "product_duplicated",
        }
    }
}

/// Creates a draft.
pub async fn create(app: &App, operator: &Caller, form: &ProductForm) -> Result<Record> {
    let tx = kit::db::begin(&app.pool).await?;
    insert(app, tx, operator, form, &[], Action::Created).await
}

/// Creates a draft without stock.
pub async fn duplicate(app: &App, operator: &Caller, product: i64) -> Result<Record> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let original = db::product_form::find(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    let pictures = original.form.pictures.clone();
    insert(app, tx, operator, &original.form.copied(), &pictures, Action::Duplicated).await
}

/// Fails if `version` is outdated. A form without differences writes nothing.
pub async fn update(app: &App, operator: &Caller, product: i64, version: i64, form: &ProductForm) -> Result<Record> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = db::product_form::lock(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    if form.equals(&before.form) {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("product_changed"));
    }

    check_sizes(form, &before)?;
    check_store(&mut tx, form.store_id).await?;
    check_pictures(&mut tx, &form.pictures, &before.form.pictures).await?;

    let shop = Shop::read(&mut tx).await?;
    let slug = form.slug.as_ref().or(before.form.slug.as_ref()).map(String::as_str).unwrap_or_default();
    let rows = FormRows::find(form, slug, &shop)?;
    let batch = rows.batch(product, before.state, app.clock.now())?;
    let size_ids: Vec<_> = form.sizes.iter().map(|size| size.id).collect();

    let alerts = ProductsBefore::lock(&mut tx, &[product]).await?;
    db::product_form::update(&mut tx, &batch, &size_ids).await?;
    apply_campaigns(&mut tx, product).await?;
    alerts.publish_alerts(&mut tx).await?;

    let after = db::product_form::find(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    let changes = after.form.changes_since(Some(&before.form));
    if changes.is_empty() {
        // The form only spelled the stored values differently. Dropping the transaction undoes the new version.
        return Ok(before);
    }
    finish(app, tx, operator, after, Action::Changed, changes).await
}

pub async fn form_at(app: &App, product: i64, version: i64) -> Result<(Record, ProductForm)> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // Keeps the product at one version until its history is read.
    let record = db::product_form::lock(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    let changes = db::product_change::since(&mut tx, product, version).await?;
    let none = Map::new();
    let later: Vec<_> = changes
        .iter()
        .map(|change| LaterChange { version: change.version, fields: change.fields.as_object().unwrap_or(&none) })
        .collect();
    let form = form_before(&record.form, record.version, version, &later);
    let form = form.ok_or(Error::NotFound("product_version_unknown"))?;
    Ok((record, form))
}

/// Idempotent.
pub async fn publish(app: &App, operator: &Caller, product: i64) -> Result<Record> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = db::product_form::lock(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    if before.state != State::Published && !before.store_is_open {
        return Err(Error::conflict("store_closed"));
    }
    set_state(app, tx, operator, before, State::Published).await
}

/// Idempotent.
pub async fn withdraw(app: &App, operator: &Caller, product: i64) -> Result<Record> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = db::product_form::lock(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    if before.state == State::Draft {
        return Err(Error::conflict("product_is_draft"));
    }
    set_state(app, tx, operator, before, State::Withdrawn).await
}

async fn set_state(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    before: Record,
    state: State,
) -> Result<Record> {
    if before.state == state {
        return Ok(before);
    }
    db::product::set_state(&mut tx, before.product_id, state, app.clock.now()).await?;
    let after = db::product_form::find(&mut tx, before.product_id).await?.ok_or(NOT_FOUND)?;

    let action = if state == State::Published { Action::Published } else { Action::Withdrawn };
    let changes = Map::from_iter([("state".to_owned(), json!([before.state.name(), state.name()]))]);
    finish(app, tx, operator, after, action, changes).await
}

/// Creates a draft. `usable_pictures` need not have been uploaded.
async fn insert(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    form: &ProductForm,
    usable_pictures: &[String],
    action: Action,
) -> Result<Record> {
    let now = app.clock.now();
    check_store(&mut tx, form.store_id).await?;
    check_pictures(&mut tx, &form.pictures, usable_pictures).await?;

    let slug = match &form.slug {
        Some(slug) => slug.clone(),
        None => free_slug(&mut tx, &form.name.az).await?,
    };

    let shop = Shop::read(&mut tx).await?;
    let rows = FormRows::find(form, &slug, &shop)?;

    let ids = db::import::allocate_ids(&mut tx, 1).await?;
    let product = *ids.first().ok_or_else(|| Error::internal(sqlx::Error::RowNotFound))?;
    let batch = rows.batch(product, State::Draft, now)?;
    db::import::save_products(&mut tx, &batch, &[])
        .await
        .on_constraint("product_slug_key", || Error::invalid("slug", "duplicate"))?;
    apply_campaigns(&mut tx, product).await?;

    let created = db::product_form::find(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    let entered = Entered { operator: operator.account, at: now, key: None };
    let no_stock = Level { stock: 0, reserved: 0 };
    for (item, count) in initial_stock(form, &created) {
        let first_movement = NewMovement { item, report: Report::Received(count), note: None };
        stock_desk::apply(&mut tx, &first_movement, no_stock, entered).await?;
    }

    let after = db::product_form::find(&mut tx, product).await?.ok_or(NOT_FOUND)?;
    let changes = after.form.changes_since(None);
    finish(app, tx, operator, after, action, changes).await
}

/// The sizes of `form` and `created` are in the same order.
fn initial_stock(form: &ProductForm, created: &Record) -> Vec<(Item, i64)> {
    let product = created.product_id;
    let own_stock = (Item { product, size: None }, form.initial_stock);
    let size_stocks = created
        .form
        .sizes
        .iter()
        .zip(&form.sizes)
        .map(|(created_size, size)| (Item { product, size: created_size.id }, size.initial_stock));
    std::iter::once(own_stock).chain(size_stocks).filter(|(_, count)| *count > 0).collect()
}

fn check_sizes(form: &ProductForm, before: &Record) -> Result<()> {
    let stored_ids: Vec<_> = before.form.sizes.iter().map(|size| size.id).collect();
    for (index, size) in form.sizes.iter().enumerate() {
        if size.id.is_some() && !stored_ids.contains(&size.id) {
            return Err(Error::invalid(format!("sizes[{index}].id"), "unknown_value"));
        }
    }

    let is_used = |level: &Level| level.stock > 0 || level.reserved > 0;
    let is_removed = |id: Option<i64>| !form.sizes.iter().any(|size| size.id == id);
    let mut stored_sizes = stored_ids.iter().zip(&before.size_levels);
    if stored_sizes.any(|(id, level)| is_removed(*id) && is_used(level)) {
        return Err(Error::conflict("size_in_use"));
    }
    if before.form.sizes.is_empty() && !form.sizes.is_empty() && is_used(&before.level) {
        return Err(Error::conflict("product_has_stock"));
    }
    Ok(())
}

async fn check_store(tx: &mut PgConnection, store: i64) -> Result<()> {
    if db::store::exists(tx, store).await? { Ok(()) } else { Err(Error::invalid("storeId", "store_not_found")) }
}

async fn check_pictures(tx: &mut PgConnection, urls: &[String], usable: &[String]) -> Result<()> {
    let hashes: Vec<_> = urls.iter().filter_map(|url| hash_of(url)).collect();
    let uploaded = db::picture::uploaded(tx, &hashes).await?;
    let is_unknown = |url: &String| {
        let is_uploaded = hash_of(url).is_some_and(|hash| uploaded.iter().any(|uploaded_hash| uploaded_hash == hash));
        !is_uploaded && !usable.contains(url)
    };
    let unknown = urls.iter().enumerate().filter(|(_, url)| is_unknown(url));
    let errors: Vec<_> = unknown
        .map(|(index, _)| FieldError { field: format!("pictures[{index}]").into(), code: "unknown_picture" })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

async fn free_slug(tx: &mut PgConnection, name: &str) -> Result<String> {
    let candidates = slug_candidates(name);
    let taken = db::product_form::taken_slugs(tx, &candidates).await?;
    let free = candidates.into_iter().find(|candidate| !taken.contains(candidate));
    free.ok_or_else(|| Error::invalid("slug", "required"))
}

async fn apply_campaigns(tx: &mut PgConnection, product: i64) -> Result<()> {
    if db::campaign::any_unfinished(tx).await? {
        db::campaign::apply_best(tx, &[product]).await?;
    }
    Ok(())
}

pub(super) struct HistoryEntry {
    pub version: i64,
    pub action: &'static str,
    /// Changed values by name, each as `[old, new]`.
    pub fields: Map<String, Value>,
}

/// The product already has the new version.
pub(super) async fn insert_change(
    tx: &mut PgConnection,
    app: &App,
    operator: &Caller,
    product: i64,
    entry: HistoryEntry,
) -> Result<()> {
    let change = Change {
        version: entry.version,
        action: entry.action.to_owned(),
        operator: operator.account,
        changed_at: app.clock.now(),
        fields: Value::Object(entry.fields),
    };
    Ok(db::product_change::insert(tx, product, &change).await?)
}

async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    after: Record,
    action: Action,
    changes: Map<String, Value>,
) -> Result<Record> {
    let product_id = after.product_id;
    let before =
        if action == Action::Created || action == Action::Duplicated { Value::Null } else { audited_old(&changes) };

    let entry = Entry::new(action.audited(), "product", product_id).changed(before, audited_new(&changes));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;

    let history_entry = HistoryEntry { version: after.version, action: action.key(), fields: changes };
    insert_change(&mut tx, app, operator, product_id, history_entry).await?;

    let (store_id, is_published) = (after.form.store_id, after.is_published());
    outbox::append(&mut tx, &ProductChanged { product_id, store_id, is_published }).await?;

    tx.commit().await?;
    tracing::info!(product.id = product_id, "Product {product_id} {} by operator {}", action.key(), operator.account);
    Ok(after)
}
