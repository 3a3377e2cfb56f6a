//! Operators' changes of promo codes; `grpc/promos.rs` checks the role.

use audit::Entry;
use kit::{Error, Result, error::FieldError, identity::Caller};
use serde_json::{Map, Value, json};
use sqlx::{PgConnection, Postgres, Transaction};

use crate::{
    App,
    db::{
        self,
        promo_admin::{PromoChange, PromoRecord},
    },
    domain::promo::{Code, Rules},
};

const NOT_FOUND: Error = Error::NotFound("promo_not_found");

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
enum Action {
    Created,
    Changed,
    Paused,
    Resumed,
}

impl Action {
    fn key(self) -> &'static str {
        self.into()
    }

    fn audited(self) -> &'static str {
        match self {
            Self::Created => "promo_created",
            Self::Changed => "promo_changed",
            Self::Paused => "promo_paused",
            Self::Resumed => "promo_resumed",
        }
    }
}

/// `code` is the form in which codes are compared.
pub async fn create(app: &App, operator: &Caller, code: &Code, rules: &Rules) -> Result<PromoRecord> {
    let now = app.clock.now();
    if rules.ends_at.is_some_and(|ends| ends <= now) {
        return Err(Error::invalid("endsAt", "in_the_past"));
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    let created_by_at = Some((operator.account, now));
    let id = db::promo_admin::insert(&mut tx, code, rules, created_by_at).await?;
    let id = id.ok_or_else(|| Error::invalid("code", "duplicate"))?;
    finish(app, tx, operator, id, Action::Created, changed_fields(None, rules)).await
}

/// Fails if the code has changed since `version`.
pub async fn update(
    app: &App,
    operator: &Caller,
    promo: i64,
    version: i64,
    code: &Code,
    rules: &Rules,
) -> Result<PromoRecord> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, promo).await?;
    let old = &before.promo.rules;
    if old == rules {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("promo_changed"));
    }
    old.check_change(rules, before.used).map_err(invalid)?;
    db::promo_admin::update(&mut tx, promo, code, rules).await?;
    finish(app, tx, operator, promo, Action::Changed, changed_fields(Some(old), rules)).await
}

/// Waits for orders that are being placed with the code.
pub async fn pause(app: &App, operator: &Caller, promo: i64) -> Result<PromoRecord> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, promo).await?;
    if before.promo.is_paused {
        return Ok(before);
    }
    db::promo_admin::set_paused(&mut tx, promo, Some(app.clock.now())).await?;
    finish(app, tx, operator, promo, Action::Paused, Map::new()).await
}

pub async fn resume(app: &App, operator: &Caller, promo: i64) -> Result<PromoRecord> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, promo).await?;
    if !before.promo.is_paused {
        return Ok(before);
    }
    db::promo_admin::set_paused(&mut tx, promo, None).await?;
    finish(app, tx, operator, promo, Action::Resumed, Map::new()).await
}

async fn lock(tx: &mut PgConnection, promo: i64) -> Result<PromoRecord> {
    db::promo_admin::lock(tx, promo).await?.ok_or(NOT_FOUND)
}

async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    promo: i64,
    action: Action,
    fields: Map<String, Value>,
) -> Result<PromoRecord> {
    let now = app.clock.now();
    let record = db::promo_admin::find(&mut tx, promo).await?.ok_or(NOT_FOUND)?;
    let change = PromoChange {
        version: record.version,
        action: action.key().to_owned(),
        operator: operator.account,
        changed_at: now,
        fields: Value::Object(fields),
    };
    db::promo_admin::insert_change(&mut tx, promo, &change).await?;
    let (before, after) = match action {
        Action::Created => (Value::Null, Value::Object(fields_of(&record.promo.rules))),
        Action::Changed => (values_at(&change.fields, OLD), values_at(&change.fields, NEW)),
        Action::Paused | Action::Resumed => {
            (json!({"isPaused": !record.promo.is_paused}), json!({"isPaused": record.promo.is_paused}))
        }
    };
    let entry = Entry::new(action.audited(), "promo", promo).changed(before, after);
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    tracing::info!(
        promo.id = promo,
        "Promo code {} {} by operator {}",
        record.promo.rules.code,
        action.key(),
        operator.account
    );
    Ok(record)
}

const OLD: usize = 0;
const NEW: usize = 1;

/// Returns each field that differs, as `[old, new]`.
fn changed_fields(old: Option<&Rules>, new: &Rules) -> Map<String, Value> {
    let before = old.map(fields_of).unwrap_or_default();
    let changed = fields_of(new).into_iter().filter_map(|(field, new)| {
        let old = before.get(&field).cloned().unwrap_or_default();
        (old != new).then(|| (field, json!([old, new])))
    });
    changed.collect()
}

fn values_at(fields: &Value, index: usize) -> Value {
    let fields = fields.as_object().into_iter().flatten();
    Value::Object(fields.map(|(field, values)| (field.clone(), values[index].clone())).collect())
}

/// Keyed by the API's field names.
fn fields_of(rules: &Rules) -> Map<String, Value> {
    let fields = [
        ("code", json!(rules.code)),
        ("kind", json!(rules.benefit.kind())),
        ("value", json!(rules.benefit.value())),
        ("atMost", json!(rules.benefit.at_most())),
        ("minimum", json!(rules.minimum)),
        ("isForReduced", json!(rules.is_for_reduced)),
        ("categoryIds", json!(rules.scope.categories)),
        ("storeIds", json!(rules.scope.stores)),
        ("startsAt", json!(rules.starts_at)),
        ("endsAt", json!(rules.ends_at)),
        ("totalLimit", json!(rules.total_limit)),
        ("userLimit", json!(rules.user_limit)),
    ];
    fields.into_iter().map(|(field, value)| (field.to_owned(), value)).collect()
}

fn invalid(broken: Vec<(&'static str, &'static str)>) -> Error {
    Error::Invalid(broken.into_iter().map(|(field, code)| FieldError { field: field.into(), code }).collect())
}
