//! Reads the rules behind the shop's promises, and lets operators change them.

use kit::{Error, Result, error::FieldError, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, rate_rule::Earner},
    domain::{
        bonus::Rule,
        returns::Exception,
        tariff::{Draft, ZoneTariff},
    },
};

pub struct Rules {
    pub zones: Vec<ZoneTariff>,
    pub bonus: Vec<Rule>,
    /// Hundredths of a per cent of the goods that bonuses can pay for.
    pub spend_share: i64,
    pub exceptions: Vec<Exception>,
    pub blogger: Vec<Rule>,
}

/// Reads all rules in one snapshot.
pub async fn read(app: &App) -> Result<Rules> {
    let mut tx = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    let rules = Rules {
        zones: db::tariff::all(&mut tx).await?,
        bonus: db::rate_rule::all(&mut tx, Earner::Shopper).await?,
        spend_share: db::bonus::spend_share(&mut tx).await?,
        exceptions: db::return_exception::all(&mut tx).await?,
        blogger: db::rate_rule::all(&mut tx, Earner::Blogger).await?,
    };
    tx.commit().await?;
    Ok(rules)
}

/// Changes the tariff of a zone.
pub async fn save_tariff(app: &App, operator: &Caller, code: &str, draft: Draft) -> Result<()> {
    let tariff = draft.check().map_err(invalid)?;
    let mut tx = app.pool.begin().await?;
    let (zone, before) = db::tariff::lock(&mut tx, code).await?.ok_or(Error::NotFound("zone_not_found"))?;
    if before == tariff {
        return Ok(());
    }
    db::tariff::update(&mut tx, zone, &tariff).await?;
    let change = Change { rule: "tariff", zone: Some(zone), before: json!(before), after: json!(tariff) };
    record(app, &mut tx, operator, change).await?;
    tx.commit().await?;
    app.zones.forget();
    Ok(())
}

/// Replaces the rules by which bonuses are earned and spent.
pub async fn save_bonus_rules(app: &App, operator: &Caller, rules: &[Rule], spend_share: i64) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    // Serialises concurrent operators: the second replaces what the first saved.
    db::bonus::lock_setting(&mut tx).await?;
    let before =
        rules_json(&db::rate_rule::all(&mut tx, Earner::Shopper).await?, db::bonus::spend_share(&mut tx).await?);
    let after = rules_json(rules, spend_share);
    if before == after {
        return Ok(());
    }
    db::rate_rule::replace(&mut tx, Earner::Shopper, rules).await?;
    db::bonus::save_spend_share(&mut tx, spend_share).await?;
    let change = Change { rule: "bonus", zone: None, before, after };
    record(app, &mut tx, operator, change).await?;
    tx.commit().await?;
    app.bonus_rules.forget();
    Ok(())
}

pub async fn save_exceptions(app: &App, operator: &Caller, exceptions: &[Exception]) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    // Exceptions have no row of their own to lock.
    db::bonus::lock_setting(&mut tx).await?;
    let before = json!(db::return_exception::all(&mut tx).await?);
    let after = json!(exceptions);
    if before == after {
        return Ok(());
    }
    db::return_exception::replace(&mut tx, exceptions).await?;
    let change = Change { rule: "return_exceptions", zone: None, before, after };
    record(app, &mut tx, operator, change).await?;
    tx.commit().await?;
    app.returns.forget();
    Ok(())
}

struct Change {
    rule: &'static str,
    zone: Option<i64>,
    before: Value,
    after: Value,
}

async fn record(app: &App, tx: &mut PgConnection, operator: &Caller, change: Change) -> Result<()> {
    let (at, operator) = (app.clock.now(), operator.account);
    let Change { rule, zone, before, after } = change;
    let row = db::rule_change::New { rule, zone, operator, at, before: &before, after: &after };
    db::rule_change::insert(tx, &row).await?;
    // Subject 0 is the whole shop.
    db::audit::insert(tx, operator, &format!("{rule}_changed"), zone.unwrap_or_default(), at).await?;
    tracing::info!(rule, zone, "Rule {rule} changed by operator {operator}");
    Ok(())
}

fn rules_json(rules: &[Rule], spend_share: i64) -> Value {
    let rules = rules.iter().map(|rule| {
        json!({
            "title": rule.title,
            "basisPoints": rule.basis_points,
            "categoryIds": rule.scope.categories,
            "storeIds": rule.scope.stores,
            "startsAt": rule.starts_at,
            "endsAt": rule.ends_at,
        })
    });
    json!({"rules": rules.collect::<Vec<_>>(), "spendShare": spend_share})
}

fn invalid(broken: Vec<(&'static str, &'static str)>) -> Error {
    Error::Invalid(broken.into_iter().map(|(field, code)| FieldError { field: field.into(), code }).collect())
}
