//! Loads the demo's promo codes, earning rules and return exceptions. Existing codes and non-empty tables stay
//! unchanged.

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use kit::{config::LoadArgs, input::Checks};
use serde::Deserialize;
use sqlx::{PgConnection, PgPool};

use crate::{
    db::{self, rate_rule::Earner},
    domain::{
        bonus::{Rule, Title},
        promo::{Code, Draft, Kind, Rules, Scope},
        returns::{Exception, Reason},
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
struct DemoRule {
    title: Title,
    basis_points: i64,
    #[serde(default)]
    categories: Vec<i64>,
    #[serde(default)]
    stores: Vec<i64>,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoException {
    title: Title,
    reason: Reason,
    categories: Vec<i64>,
}

impl DemoException {
    fn into_exception(self) -> Exception {
        Exception { title: self.title, reason: self.reason, categories: self.categories }
    }
}

impl DemoRule {
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
    let bonus_rules = rules(args, "bonus-rules.json")?;
    let influencer_rules = rules(args, "influencer-rules.json")?;
    let exceptions: Vec<DemoException> = args.read("return-exceptions.json")?;
    let exceptions: Vec<_> = exceptions.into_iter().map(DemoException::into_exception).collect();
    let mut tx = kit::db::begin(pool).await?;
    if db::return_exception::all(&mut tx).await?.is_empty() {
        db::return_exception::replace(&mut tx, &exceptions).await?;
    }
    let bonus_count = load_rules(&mut tx, Earner::Shopper, &bonus_rules).await?;
    let influencer_count = load_rules(&mut tx, Earner::Blogger, &influencer_rules).await?;
    let promo_count = promos.len();
    for promo in promos {
        let name = promo.code.clone();
        let (code, rules) = parse(promo).with_context(|| name.clone())?;
        let created_by_at = None;
        db::promo_admin::insert(&mut tx, &code, &rules, created_by_at).await.context(name)?;
    }
    tx.commit().await?;
    tracing::info!(
        "Loaded {promo_count} promo codes, {bonus_count} bonus rules and {influencer_count} rules for bloggers"
    );
    Ok(())
}

fn rules(args: &LoadArgs, file: &str) -> anyhow::Result<Vec<Rule>> {
    let rules: Vec<DemoRule> = args.read(file)?;
    Ok(rules.into_iter().map(DemoRule::into_rule).collect())
}

async fn load_rules(tx: &mut PgConnection, earner: Earner, rules: &[Rule]) -> sqlx::Result<usize> {
    if !db::rate_rule::all(tx, earner).await?.is_empty() {
        return Ok(0);
    }
    for rule in rules {
        db::rate_rule::insert(tx, earner, rule).await?;
    }
    Ok(rules.len())
}

fn parse(promo: DemoPromo) -> anyhow::Result<(Code, Rules)> {
    let kind = match promo.kind.as_str() {
        "percent" => Some(Kind::Percent),
        "fixed" => Some(Kind::Fixed),
        "free_delivery" => Some(Kind::FreeDelivery),
        _ => None,
    };
    let draft = Draft {
        code: Some(promo.code),
        kind,
        value: promo.value,
        at_most: promo.at_most,
        minimum: Some(promo.minimum),
        is_for_reduced: Some(promo.is_for_reduced),
        categories: Some(promo.categories),
        stores: Some(promo.stores),
        starts_at: promo.starts_at,
        ends_at: promo.ends_at,
        total_limit: promo.total_limit,
        user_limit: promo.user_limit,
    };
    let mut checks = Checks::default();
    let parsed = draft.check(&mut checks);
    checks.finish()?;
    parsed.context("the rules cannot be read")
}
