//! Lets operators read and change the bonus rules and the return exceptions.

use std::collections::HashSet;

use kit::{
    Result,
    identity::Identity,
    input::{self, Checks},
};
use proto::{
    json::{from_name, to_name, to_timestamp},
    order::{
        BonusRules, PromiseRules, PromiseRulesRequest, RateRule, ReturnExceptionReason, ReturnExceptionRule,
        ReturnExceptionRules, Titles, promise_desk_server,
    },
};
use tonic::{Request, Response, Status};

use super::parse::{moment, positive};
use crate::{
    App,
    app::promises,
    domain::{
        bonus::{Rule, Title},
        promo::Scope,
        returns::{Exception, Reason},
    },
};

/// In characters.
const TITLE_LENGTH: std::ops::RangeInclusive<usize> = 1..=100;
/// Limits the rules, and the exceptions.
const MAX_RULES: usize = 50;
/// Limits the categories, and the stores, of one rule.
const MAX_IDS: usize = 100;
/// Basis points. At least a tenth must be paid in money, as in the table's constraint.
const SPEND_SHARE: std::ops::RangeInclusive<i64> = 0..=9_000;
const BASIS_POINTS: std::ops::RangeInclusive<i64> = 1..=10_000;

pub struct PromiseDesk {
    pub app: App,
    pub identity: Identity,
}

impl PromiseDesk {
    async fn reply(&self) -> Result<Response<PromiseRules>, Status> {
        let rules = promises::read(&self.app).await?;
        Ok(Response::new(PromiseRules {
            bonus: Some(BonusRules {
                rules: rules.bonus.into_iter().map(rate_rule).collect(),
                spend_share: Some(rules.spend_share),
            }),
            returns: Some(ReturnExceptionRules {
                exceptions: rules.exceptions.into_iter().map(exception_rule).collect(),
            }),
        }))
    }
}

#[tonic::async_trait]
impl promise_desk_server::PromiseDesk for PromiseDesk {
    async fn get(&self, request: Request<PromiseRulesRequest>) -> Result<Response<PromiseRules>, Status> {
        self.identity.staff(&request).await?;
        self.reply().await
    }

    async fn save_bonus_rules(&self, request: Request<BonusRules>) -> Result<Response<PromiseRules>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let mut checks = Checks::default();
        let share = checks.take("spendShare", within(request.spend_share, SPEND_SHARE));
        checks.take("rules", check_count(request.rules.len()));
        let raw_rules = request.rules.into_iter().enumerate();
        let rules: Vec<_> = raw_rules.filter_map(|(index, raw)| parse_rule(&mut checks, index, raw)).collect();
        checks.finish()?;
        promises::save_bonus_rules(&self.app, &operator, &rules, share.unwrap_or_default()).await?;
        self.reply().await
    }

    async fn save_return_exceptions(
        &self,
        request: Request<ReturnExceptionRules>,
    ) -> Result<Response<PromiseRules>, Status> {
        let operator = self.identity.staff(&request).await?;
        let raw_exceptions = request.into_inner().exceptions;
        let mut checks = Checks::default();
        checks.take("exceptions", check_count(raw_exceptions.len()));
        let raw_exceptions = raw_exceptions.into_iter().enumerate();
        let exceptions: Vec<_> =
            raw_exceptions.filter_map(|(index, raw)| parse_exception(&mut checks, index, raw)).collect();
        checks.finish()?;
        promises::save_exceptions(&self.app, &operator, &exceptions).await?;
        self.reply().await
    }
}

fn parse_rule(checks: &mut Checks, index: usize, raw: RateRule) -> Option<Rule> {
    let path = |field: &str| format!("rules[{index}].{field}");
    let title = titles(checks, &path("title"), raw.title);
    let basis_points = checks.take(path("basisPoints"), within(raw.basis_points, BASIS_POINTS));
    let categories = checks.take(path("categoryIds"), ids(raw.category_ids));
    let stores = checks.take(path("storeIds"), ids(raw.store_ids));
    let starts_at = checks.take(path("startsAt"), raw.starts_at.map(moment).transpose())?;
    let ends_at = checks.take(path("endsAt"), raw.ends_at.map(moment).transpose())?;
    if starts_at.zip(ends_at).is_some_and(|(starts, ends)| starts >= ends) {
        checks.fail(path("endsAt"), "invalid_period");
    }
    let scope = Scope { categories: categories?, stores: stores? };
    Some(Rule { basis_points: basis_points?, scope, starts_at, ends_at, title: title? })
}

fn parse_exception(checks: &mut Checks, index: usize, raw: ReturnExceptionRule) -> Option<Exception> {
    let path = |field: &str| format!("exceptions[{index}].{field}");
    let title = titles(checks, &path("title"), raw.title);
    let reason = checks.take(path("reason"), reason(raw.reason));
    let nonempty_ids = ids(raw.category_ids).and_then(|ids| if ids.is_empty() { Err("required") } else { Ok(ids) });
    let categories = checks.take(path("categoryIds"), nonempty_ids);
    Some(Exception { title: title?, reason: reason?, categories: categories? })
}

/// Requires a title in each language.
pub(super) fn titles(checks: &mut Checks, field: &str, raw: Option<Titles>) -> Option<Title> {
    let Some(Titles { az, ru, en }) = raw else {
        checks.fail(field.to_owned(), "required");
        return None;
    };
    let mut take =
        |language: &str, raw: &str| checks.take(format!("{field}.{language}"), input::single_line(raw, TITLE_LENGTH));
    let (az, ru, en) = (take("az", &az), take("ru", &ru), take("en", &en));
    Some(Title { az: az?, ru: ru?, en: en? })
}

fn reason(raw: i32) -> Result<Reason, &'static str> {
    match ReturnExceptionReason::try_from(raw) {
        Ok(ReturnExceptionReason::Unspecified) => Err("required"),
        Ok(reason) => Reason::of_key(&to_name(reason)).ok_or("unknown_value"),
        Err(_) => Err("unknown_value"),
    }
}

fn within(raw: Option<i64>, range: std::ops::RangeInclusive<i64>) -> Result<i64, &'static str> {
    let value = raw.ok_or("required")?;
    if range.contains(&value) { Ok(value) } else { Err("out_of_range") }
}

fn check_count(count: usize) -> Result<(), &'static str> {
    if count <= MAX_RULES { Ok(()) } else { Err("too_many") }
}

fn ids(raw: Vec<i64>) -> Result<Vec<i64>, &'static str> {
    if raw.len() > MAX_IDS {
        return Err("too_many");
    }
    let mut seen = HashSet::new();
    let ids = raw.into_iter().filter(|id| seen.insert(*id)).map(positive);
    ids.collect()
}

fn rate_rule(rule: Rule) -> RateRule {
    RateRule {
        title: Some(into_titles(rule.title)),
        basis_points: Some(rule.basis_points),
        category_ids: rule.scope.categories,
        store_ids: rule.scope.stores,
        starts_at: rule.starts_at.map(to_timestamp),
        ends_at: rule.ends_at.map(to_timestamp),
    }
}

fn exception_rule(exception: Exception) -> ReturnExceptionRule {
    ReturnExceptionRule {
        title: Some(into_titles(exception.title)),
        reason: from_name::<ReturnExceptionReason>(exception.reason.key()).unwrap_or_default().into(),
        category_ids: exception.categories,
    }
}

pub(super) fn into_titles(title: Title) -> Titles {
    let Title { az, ru, en } = title;
    Titles { az, ru, en }
}
