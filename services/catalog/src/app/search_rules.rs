//! Staff's rules for search texts. Every process keeps all rules in memory, and sees others' changes within
//! `READ_INTERVAL`.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use audit::Entry;
use kit::{
    Error, Result,
    identity::Caller,
    worker::{Next, Worker},
};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::sync::Mutex;

use crate::{
    App,
    db::search_rule,
    domain::search_rule::{Content, Effect, SearchRule, key},
};

/// The gateway empties its caches twice after a change. All processes must have read the rules before the second time.
const READ_INTERVAL: Duration = Duration::from_millis(500);
const MAX_RULES: i64 = 1_000;
const NOT_FOUND: Error = Error::NotFound("search_rule_not_found");

#[derive(Clone, Default)]
pub struct SearchRules {
    /// Effects by the [`key`] of the text.
    effects: Arc<RwLock<Arc<HashMap<String, Effect>>>>,
    reading: Arc<Mutex<()>>,
}

impl SearchRules {
    pub fn find(&self, typed: &str) -> Option<Effect> {
        let effects = self.effects.read().unwrap_or_else(PoisonError::into_inner).clone();
        if effects.is_empty() {
            return None;
        }
        effects.get(&key(typed)).cloned()
    }

    fn replace(&self, effects: HashMap<String, Effect>) {
        *self.effects.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(effects);
    }
}

pub fn worker(app: &App) -> Worker {
    Worker::new("search_rules", READ_INTERVAL, app.clone(), |app| async move {
        read(&app).await?;
        Ok(Next::AfterInterval)
    })
}

pub async fn read(app: &App) -> Result<()> {
    // One at a time, so that an older reading never replaces a newer one.
    let _reading = app.search_rules.reading.lock().await;
    let effects = search_rule::effects(&mut *app.pool.acquire().await?).await?;
    app.search_rules.replace(effects.into_iter().collect());
    Ok(())
}

/// After a failure, the worker reads again soon.
async fn read_after_change(app: &App) {
    if let Err(error) = read(app).await {
        tracing::warn!(%error, "Reading the search rules failed; retrying in {READ_INTERVAL:?}");
    }
}

pub async fn create(app: &App, operator: &Caller, content: &Content) -> Result<SearchRule> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let any_text = "";
    if search_rule::count(&mut tx, any_text).await? >= MAX_RULES {
        return Err(Error::conflict("too_many_search_rules"));
    }
    check_products(&mut tx, content).await?;
    let created = search_rule::insert(&mut tx, content, now).await?;
    let entry = Entry::new("search_rule_created", "search_rule", created.id).changed(Value::Null, audited(content));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    read_after_change(app).await;
    Ok(created)
}

/// Fails if `version` is outdated.
pub async fn update(app: &App, operator: &Caller, rule: i64, version: i64, content: &Content) -> Result<SearchRule> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = search_rule::lock(&mut tx, rule).await?.ok_or(NOT_FOUND)?;
    if before.content == *content {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("search_rule_changed"));
    }
    check_products(&mut tx, content).await?;
    let updated = search_rule::update(&mut tx, rule, content, now).await?;
    let entry = Entry::new("search_rule_updated", "search_rule", rule);
    let entry = entry.changed(audited(&before.content), audited(content));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    read_after_change(app).await;
    Ok(updated)
}

pub async fn delete(app: &App, operator: &Caller, rule: i64) -> Result<SearchRule> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = search_rule::lock(&mut tx, rule).await?.ok_or(NOT_FOUND)?;
    search_rule::delete(&mut tx, rule).await?;
    let entry = Entry::new("search_rule_deleted", "search_rule", rule).changed(audited(&before.content), Value::Null);
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    read_after_change(app).await;
    Ok(before)
}

async fn check_products(tx: &mut PgConnection, content: &Content) -> Result<()> {
    let ids = &content.effect.first_products;
    let known = search_rule::products(tx, ids).await?;
    let is_known = |id: &i64| known.iter().any(|product| product.product_id == *id);
    if ids.iter().all(is_known) { Ok(()) } else { Err(Error::invalid("firstProductIds", "unknown_value")) }
}

fn audited(content: &Content) -> Value {
    let Content { text, effect } = content;
    json!({"text": text, "instead": effect.instead, "firstProductIds": effect.first_products})
}
