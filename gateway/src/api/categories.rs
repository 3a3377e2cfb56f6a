use axum::extract::State;
use kit::client::retry;
use proto::catalog::{
    AllCategoriesRequest, AncestorsRequest, Category, ChildrenRequest, Field, FieldsRequest, GetCategoryRequest,
    TopCategoriesRequest, TreeRequest,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Query, Segment, Visitor},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(tree))
        .routes(routes!(all))
        .routes(routes!(top))
        .routes(routes!(children))
        .routes(routes!(ancestors))
        .routes(routes!(get))
        .routes(routes!(fields))
}

/// The whole tree
#[utoipa::path(get, path = "/category/all/tree", operation_id = "getCategoryTree", tag = "categories",
    responses((status = OK, description = "The top-level categories with all their descendants", body = Data<Vec<Category>>)))]
async fn tree(State(services): State<Services>, visitor: Visitor) -> Reply<Vec<Category>> {
    let response = retry(async || services.categories().tree(visitor.request(TreeRequest {})).await).await;
    reply_with(response, |list| list.categories)
}

/// All categories as a flat list
#[utoipa::path(get, path = "/category/all", operation_id = "listCategories", tag = "categories",
    responses((status = OK, description = "The categories without their children", body = Data<Vec<Category>>)))]
async fn all(State(services): State<Services>, visitor: Visitor) -> Reply<Vec<Category>> {
    let response = retry(async || services.categories().all(visitor.request(AllCategoriesRequest {})).await).await;
    reply_with(response, |list| list.categories)
}

/// The top-level categories
#[utoipa::path(get, path = "/category/parent/all", operation_id = "listTopCategories", tag = "categories",
    responses((status = OK, description = "The top-level categories without their children", body = Data<Vec<Category>>)))]
async fn top(State(services): State<Services>, visitor: Visitor) -> Reply<Vec<Category>> {
    let response = retry(async || services.categories().top(visitor.request(TopCategoriesRequest {})).await).await;
    reply_with(response, |list| list.categories)
}

/// The direct children of a category
#[utoipa::path(get, path = "/category/child/{id}", operation_id = "listCategoryChildren",
    tag = "categories", params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The direct children", body = Data<Vec<Category>>)))]
async fn children(State(services): State<Services>, visitor: Visitor, segment: Segment) -> Reply<Vec<Category>> {
    let request = ChildrenRequest { category_id: segment.id("category_not_found")? };
    let response = retry(async || services.categories().children(visitor.request(request)).await).await;
    reply_with(response, |list| list.categories)
}

/// The ancestors of a category, from the top level down to itself
#[utoipa::path(get, path = "/category/parent/{slug}", operation_id = "listCategoryAncestors",
    tag = "categories", params(("slug" = String, Path)),
    responses((status = OK, description = "The ancestors from the top level, and the category itself", body = Data<Vec<Category>>)))]
async fn ancestors(State(services): State<Services>, visitor: Visitor, Segment(slug): Segment) -> Reply<Vec<Category>> {
    let request = AncestorsRequest { slug };
    let response = retry(async || services.categories().ancestors(visitor.request(request.clone())).await).await;
    reply_with(response, |list| list.categories)
}

/// A category with its direct children
#[utoipa::path(get, path = "/category/{category}", operation_id = "getCategory", tag = "categories",
    params(("category" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The category with its direct children", body = Data<Category>)))]
async fn get(State(services): State<Services>, visitor: Visitor, Segment(category): Segment) -> Reply<Category> {
    let request = GetCategoryRequest { category };
    reply(retry(async || services.categories().get(visitor.request(request.clone())).await).await)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FieldsQuery {
    /// Omit fields that cannot be used as a filter
    #[serde(default)]
    #[param(required = false)]
    only_filterable: bool,
}

/// The fields of a category's products, with the number of products per value
#[utoipa::path(get, path = "/category/fields/{slug}", operation_id = "listCategoryFields",
    tag = "categories", params(("slug" = String, Path), FieldsQuery),
    responses((status = OK, description = "The category's own and inherited fields", body = Data<Vec<Field>>)))]
async fn fields(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(slug): Segment,
    Query(query): Query<FieldsQuery>,
) -> Reply<Vec<Field>> {
    let request = FieldsRequest { slug, only_filterable: query.only_filterable };
    let response = retry(async || services.categories().fields(visitor.request(request.clone())).await).await;
    reply_with(response, |list| list.fields)
}
