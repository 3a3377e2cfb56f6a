//! Reads and changes the rules behind the shop's promises: what pages say about delivery, returns and bonuses.
//! Operators change the delivery tariffs with the zones (`app/zone_desk.rs`).

use audit::Entry;
use kit::{Result, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, rate_rule::Earner},
    domain::{bonus::Rule, returns::Exception, tariff::ZoneTariff},
};

pub struct Rules {
    pub zones: Vec<ZoneTariff>,
    /// Shares of the price that shoppers earn as bonuses.
    pub bonus: Vec<Rule>,
    /// Part of the goods that bonuses can pay for, in hundredths of a per cent.
    pub spend_share: i64,
    /// Goods that can be returned only when they are faulty.
    pub exceptions: Vec<Exception>,
    /// Shares of the price that bloggers earn.
    pub blogger: Vec<Rule>,
}

/// Reads all rules in one snapshot.
pub async fn read(app: &App) -> Result<Rules> {
    let mut tx = kit::db::begin_with(&app.pool, "begin isolation level repeatable read read only").await?;
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

/// Replaces the bonus rules and the share that bonuses can pay for. Writes nothing if they are unchanged.
pub async fn save_bonus_rules(app: &App, operator: &Caller, rules: &[Rule], spend_share: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // Serialises concurrent operators: the second operator waits, and replaces what the first has saved.
    db::bonus::lock_setting(&mut tx).await?;
    let before =
        rules_json(&db::rate_rule::all(&mut tx, Earner::Shopper).await?, db::bonus::spend_share(&mut tx).await?);
    let after = rules_json(rules, spend_share);
    if before == after {
        return Ok(());
    }
    db::rate_rule::replace(&mut tx, Earner::Shopper, rules).await?;
    db::bonus::save_spend_share(&mut tx, spend_share).await?;
    let change = Change { rule: "bonus", before, after };
    record(app, &mut tx, operator, change).await?;
    tx.commit().await?;
    app.bonus_rules.forget();
    Ok(())
}

/// Replaces the return exceptions. Writes nothing if they are unchanged.
pub async fn save_exceptions(app: &App, operator: &Caller, exceptions: &[Exception]) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // Exceptions have no row of their own to lock, so the row of the bonus setting serialises operators.
    db::bonus::lock_setting(&mut tx).await?;
    let before = json!(db::return_exception::all(&mut tx).await?);
    let after = json!(exceptions);
    if before == after {
        return Ok(());
    }
    db::return_exception::replace(&mut tx, exceptions).await?;
    let change = Change { rule: "return_exceptions", before, after };
    record(app, &mut tx, operator, change).await?;
    tx.commit().await?;
    app.returns.forget();
    Ok(())
}

/// An operator's change of a rule.
struct Change {
    rule: &'static str,
    before: Value,
    after: Value,
}

/// Adds the change to the history of rules and to the audit log.
async fn record(app: &App, tx: &mut PgConnection, operator: &Caller, change: Change) -> Result<()> {
    let (at, account) = (app.clock.now(), operator.account);
    let Change { rule, before, after } = change;
    let row = db::rule_change::NewRuleChange { rule, operator: account, at, before: &before, after: &after };
    db::rule_change::insert(tx, &row).await?;
    let entry = Entry::new(format!("{rule}_changed"), rule, "shop").changed(before, after);
    audit::insert(tx, operator, entry, at).await?;
    tracing::info!(rule, "Rule {rule} changed by operator {account}");
    Ok(())
}

/// Returns the rules as the audit log stores them.
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
