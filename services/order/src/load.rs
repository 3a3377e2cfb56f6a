//! The demo's promo codes and bonus rules, from `promos.json` and `bonus-rules.json`. Loading twice is loading once, and a file with one bad code loads nothing.
//! Carts and orders are people's own doing: the demo has none.

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use kit::config::LoadArgs;
use serde::Deserialize;
use sqlx::PgPool;

use crate::{
    db,
    domain::{
        bonus::{Rule, Title},
        promo::{Code, Gift, Promo, Scope},
    },
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoPromo {
    code: String,
    kind: String,
    value: Option<i64>,
    at_most: Option<i64>,
    minimum: i64,
    is_for_reduced: bool,
    #[serde(default)]
    categories: Vec<i64>,
    #[serde(default)]
    stores: Vec<i64>,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    total_limit: Option<i64>,
    user_limit: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoBonusRule {
    title: Title,
    basis_points: i64,
    #[serde(default)]
    categories: Vec<i64>,
    #[serde(default)]
    stores: Vec<i64>,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
}

impl DemoBonusRule {
    fn into_rule(self) -> Rule {
        Rule {
            basis_points: self.basis_points,
            scope: Scope { categories: self.categories, stores: self.stores },
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            title: self.title,
        }
    }
}

pub async fn load(pool: &PgPool, args: &LoadArgs) -> anyhow::Result<()> {
    let promos: Vec<DemoPromo> = args.read("promos.json")?;
    let rules: Vec<DemoBonusRule> = args.read("bonus-rules.json")?;
    let rules: Vec<_> = rules.into_iter().map(DemoBonusRule::into_rule).collect();
    let mut tx = pool.begin().await?;
    db::bonus::save_rules(&mut tx, &rules).await?;
    for promo in &promos {
        let (code, rules) = parse(promo).map_err(|what| anyhow::anyhow!("{}: {what}", promo.code))?;
        db::promo::save(&mut tx, &code, &rules).await.with_context(|| promo.code.clone())?;
    }
    tx.commit().await?;
    tracing::info!("{} promo codes and {} bonus rules are loaded", promos.len(), rules.len());
    Ok(())
}

fn parse(promo: &DemoPromo) -> Result<(Code, Promo), &'static str> {
    let gift = match (promo.kind.as_str(), promo.value) {
        ("percent", Some(percent)) => Gift::Percent { percent, at_most: promo.at_most },
        ("fixed", Some(amount)) => Gift::Fixed { amount },
        ("free_delivery", None) => Gift::FreeDelivery,
        _ => return Err("its kind and its value do not go together"),
    };
    let rules = Promo {
        id: 0,
        code: promo.code.clone(),
        gift,
        minimum: promo.minimum,
        is_for_reduced: promo.is_for_reduced,
        scope: Scope { categories: promo.categories.clone(), stores: promo.stores.clone() },
        starts_at: promo.starts_at,
        ends_at: promo.ends_at,
        total_limit: promo.total_limit,
        user_limit: promo.user_limit,
    };
    Ok((Code::parse(&promo.code)?, rules))
}
