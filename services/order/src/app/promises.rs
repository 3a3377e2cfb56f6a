//! Rules that the shop's pages promise, such as tariffs, and their changes.

use audit::Entry;
use kit::{Result, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::{
    App,
    app::SNAPSHOT,
    db::{self, rate_rule::Earner},
    domain::{bonus::Rule, returns::Exception, tariff::ZoneTariff},
};

pub struct Rules {
    pub zones: Vec<ZoneTariff>,
    pub bonus: Vec<Rule>,
    /// Hundredths of a per cent.
    pub spend_share: i64,
    /// Goods that can be returned only when they are faulty.
    pub exceptions: Vec<Exception>,
    pub blogger: Vec<Rule>,
}

pub async fn read(app: &App) -> Result<Rules> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
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

pub async fn save_bonus_rules(app: &App, operator: &Caller, rules: &[Rule], spend_share: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // Serialises concurrent operators.
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

pub async fn save_exceptions(app: &App, operator: &Caller, exceptions: &[Exception]) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // There is no row to lock, so the bonus setting's row serialises operators.
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

struct Change {
    rule: &'static str,
    before: Value,
    after: Value,
}

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
