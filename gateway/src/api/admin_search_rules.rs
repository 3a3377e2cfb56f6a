//! Search rules, as staff edits them. A rule searches for another text instead, or shows chosen products first.

use axum::extract::State;
use kit::client::retry;
use proto::catalog::{
    CreateSearchRuleRequest, DeleteSearchRuleRequest, SearchRule, SearchRuleDraft, SearchRuleListRequest,
    UpdateSearchRuleRequest,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

const NO_SUCH_RULE: &str = "search_rule_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(create)).routes(routes!(update)).routes(routes!(delete))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct SearchRuleQuery {
    /// A part of the text. Case and diacritics are ignored
    search: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// A new rule. It needs `instead`, products, or both.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewSearchRuleForm {
    /// The whole search text to which the rule applies, in any case and also without diacritics.
    #[schema(value_type = String, required = true)]
    text: Option<String>,
    /// The text that is searched for instead.
    #[schema(value_type = String, required = false)]
    instead: Option<String>,
    /// Products shown first, in this order.
    #[serde(default)]
    #[schema(required = false)]
    first_product_ids: Vec<i64>,
}

/// A rule as edited by operators. It needs `instead`, products, or both.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SearchRuleForm {
    /// The version of the rule that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    /// The whole search text to which the rule applies, in any case and also without diacritics.
    #[schema(value_type = String, required = true)]
    text: Option<String>,
    /// The text that is searched for instead.
    #[schema(value_type = String, required = false)]
    instead: Option<String>,
    /// Products shown first, in this order.
    #[serde(default)]
    #[schema(required = false)]
    first_product_ids: Vec<i64>,
}

/// For operators: rules for search texts, by text
#[utoipa::path(get, path = "/admin/search/rules", operation_id = "listSearchRules",
    extensions(("x-rpc" = json!("catalog.v1.SearchRuleDesk/List"))),
    tag = "search", params(SearchRuleQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of rules", body = Paged<Vec<SearchRule>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(SearchRuleQuery { search, page, per_page }): Query<SearchRuleQuery>,
) -> PagedReply<Vec<SearchRule>> {
    let request = SearchRuleListRequest { search, page, per_page };
    let response = retry(async || services.search_rule_desk().list(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.rules, page.meta))
}

/// For operators: add a rule for a search text
///
/// A text that another rule has, in any case and also without diacritics, is 422 `duplicate`.
#[utoipa::path(post, path = "/admin/search/rules", operation_id = "createSearchRule",
    extensions(("x-rpc" = json!("catalog.v1.SearchRuleDesk/Create"))),
    tag = "search", request_body = NewSearchRuleForm, security(("bearer" = [])),
    responses((status = OK, description = "The new rule", body = Data<SearchRule>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<NewSearchRuleForm>,
) -> Reply<SearchRule> {
    let NewSearchRuleForm { text, instead, first_product_ids } = form;
    let request = CreateSearchRuleRequest { rule: Some(SearchRuleDraft { text, instead, first_product_ids }) };
    reply(services.search_rule_desk().create(caller.request(request)).await)
}

/// For operators: change a rule for a search text
///
/// 409 `search_rule_changed` if the rule is not at the given `version`.
#[utoipa::path(put, path = "/admin/search/rules/{id}", operation_id = "updateSearchRule",
    extensions(("x-rpc" = json!("catalog.v1.SearchRuleDesk/Update"))),
    tag = "search", request_body = SearchRuleForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A rule's id")),
    responses((status = OK, description = "The rule", body = Data<SearchRule>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<SearchRuleForm>,
) -> Reply<SearchRule> {
    let SearchRuleForm { version, text, instead, first_product_ids } = form;
    let rule = Some(SearchRuleDraft { text, instead, first_product_ids });
    let request = UpdateSearchRuleRequest { id: segment.id(NO_SUCH_RULE)?, version, rule };
    reply(services.search_rule_desk().update(caller.request(request)).await)
}

/// For operators: remove a rule for a search text
#[utoipa::path(delete, path = "/admin/search/rules/{id}", operation_id = "deleteSearchRule",
    extensions(("x-rpc" = json!("catalog.v1.SearchRuleDesk/Delete"))), tag = "search", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A rule's id")),
    responses((status = OK, description = "The rule as it was", body = Data<SearchRule>)))]
async fn delete(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<SearchRule> {
    let request = DeleteSearchRuleRequest { id: segment.id(NO_SUCH_RULE)? };
    reply(services.search_rule_desk().delete(caller.request(request)).await)
}
