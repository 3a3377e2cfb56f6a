//! Serves staff's rules for search texts.

use std::collections::{HashMap, HashSet};

use kit::{
    Error, Result,
    input::{self, Checks, single_line},
    page::Page,
};
use proto::{
    catalog::{
        CreateSearchRuleRequest, DeleteSearchRuleRequest, SearchRule as PbSearchRule, SearchRuleDraft,
        SearchRuleListRequest, SearchRulePage, SearchRuleProduct, UpdateSearchRuleRequest, search_rule_desk_server,
    },
    common::LocalText,
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use super::parse;
use crate::{
    App,
    app::search_rules,
    db::search_rule::{self, RuleProduct},
    domain::search_rule::{Content, Effect, SearchRule, key},
};

const NOT_FOUND: &str = "search_rule_not_found";
/// In characters, as in the table.
const TEXT_LENGTH: std::ops::RangeInclusive<usize> = 1..=60;
/// As in the table.
const MAX_PRODUCTS: usize = 12;

pub struct SearchRuleDesk(pub App);

#[tonic::async_trait]
impl search_rule_desk_server::SearchRuleDesk for SearchRuleDesk {
    async fn list(&self, request: Request<SearchRuleListRequest>) -> Result<Response<SearchRulePage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let part = parse::text(request.search.as_deref()).map_err(|code| Error::invalid("search", code))?;
        let part = part.map(|part| key(&part));
        if part.as_deref() == Some("") {
            // No rule contains a text without letters and digits.
            return Ok(Response::new(SearchRulePage { rules: Vec::new(), meta: Some(page.meta(0)) }));
        }
        let part = part.unwrap_or_default();
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = search_rule::count(&mut connection, &part).await.map_err(Error::from)?;
        let rules = search_rule::page(&mut connection, &part, page).await.map_err(Error::from)?;
        drop(connection);
        Ok(Response::new(SearchRulePage { rules: self.with_products(rules).await?, meta: Some(page.meta(total)) }))
    }

    async fn create(&self, request: Request<CreateSearchRuleRequest>) -> Result<Response<PbSearchRule>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let content = parse_draft(Checks::default(), request.into_inner().rule)?;
        let created = search_rules::create(&self.0, &operator, &content).await?;
        self.reply(created).await
    }

    async fn update(&self, request: Request<UpdateSearchRuleRequest>) -> Result<Response<PbSearchRule>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let mut checks = Checks::default();
        let version = request.version.ok_or("required");
        let version = version.and_then(|version| if version > 0 { Ok(version) } else { Err("out_of_range") });
        let version = checks.take("version", version);
        let content = parse_draft(checks, request.rule)?;
        let version = version.ok_or_else(|| Error::invalid("version", "invalid"))?;
        let updated = search_rules::update(&self.0, &operator, id, version, &content).await?;
        self.reply(updated).await
    }

    async fn delete(&self, request: Request<DeleteSearchRuleRequest>) -> Result<Response<PbSearchRule>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let deleted = search_rules::delete(&self.0, &operator, id).await?;
        self.reply(deleted).await
    }
}

impl SearchRuleDesk {
    async fn reply(&self, rule: SearchRule) -> Result<Response<PbSearchRule>, Status> {
        let rules = self.with_products(vec![rule]).await?;
        Ok(Response::new(rules.into_iter().next().unwrap_or_default()))
    }

    async fn with_products(&self, rules: Vec<SearchRule>) -> Result<Vec<PbSearchRule>> {
        let ids: HashSet<i64> = rules.iter().flat_map(|rule| &rule.content.effect.first_products).copied().collect();
        let ids: Vec<i64> = ids.into_iter().collect();
        let products = search_rule::products(&mut *self.0.pool.acquire().await?, &ids).await?;
        let products: HashMap<i64, RuleProduct> =
            products.into_iter().map(|product| (product.product_id, product)).collect();
        Ok(rules.into_iter().map(|rule| into_rule(rule, &products)).collect())
    }
}

fn into_rule(rule: SearchRule, products: &HashMap<i64, RuleProduct>) -> PbSearchRule {
    let Content { text, effect } = rule.content;
    let first_products = effect.first_products.iter().filter_map(|id| products.get(id)).map(|product| {
        let name = product.name.0.clone();
        SearchRuleProduct {
            id: product.product_id,
            name: Some(LocalText { az: name.az, ru: name.ru, en: name.en }),
            is_for_sale: product.is_for_sale,
        }
    });
    PbSearchRule {
        id: rule.id,
        version: rule.version,
        text,
        instead: effect.instead,
        first_products: first_products.collect(),
        changed_at: Some(to_timestamp(rule.changed_at)),
    }
}

fn parse_draft(mut checks: Checks, draft: Option<SearchRuleDraft>) -> Result<Content> {
    let SearchRuleDraft { text, instead, first_product_ids } = draft.unwrap_or_default();
    let text = checks.take("text", search_text(text.as_deref().unwrap_or_default()));
    // After the check, `None` means an invalid text, `Some(None)` an absent one.
    let instead = instead.filter(|raw| !raw.trim().is_empty());
    let instead = checks.take("instead", instead.as_deref().map(search_text).transpose());
    if let (Some(text), Some(Some(instead))) = (&text, &instead)
        && key(text) == key(instead)
    {
        checks.fail("instead", "duplicate");
    }
    if first_product_ids.len() > MAX_PRODUCTS {
        checks.fail("firstProductIds", "too_many");
    }
    let mut seen = HashSet::new();
    if !first_product_ids.iter().all(|id| seen.insert(*id)) {
        checks.fail("firstProductIds", "duplicate");
    }
    if instead == Some(None) && first_product_ids.is_empty() {
        checks.fail("instead", "required");
    }
    checks.finish()?;
    let content =
        || Some(Content { text: text?, effect: Effect { instead: instead?, first_products: first_product_ids } });
    content().ok_or_else(|| Error::invalid("text", "invalid"))
}

/// A text without letters and digits would find nothing.
fn search_text(raw: &str) -> Result<String, &'static str> {
    let text = single_line(raw, TEXT_LENGTH)?;
    if key(&text).is_empty() { Err("invalid") } else { Ok(text) }
}
