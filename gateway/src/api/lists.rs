//! Lists of products that bloggers recommend.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{
        CreateListRequest, DeleteListRequest, GetListRequest, ListProductRequest, MyListsRequest, ProductCard,
        ProductList, UpdateListRequest,
    },
    common::Done,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, Json, Query, Segment, SegmentPair, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged, reply_with},
    services::Services,
};

const NO_SUCH_LIST: &str = "list_not_found";
const NO_SUCH_PRODUCT: &str = "product_not_found";

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(get))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(mine))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(delete))
        .routes(routes!(add))
        .routes(routes!(remove))
}

/// A list as shown to the public.
#[derive(Serialize, ToSchema)]
pub struct PublicListing {
    pub list: ProductList,
    /// The blogger's first name and initial, for example `Aysel M.`
    pub author: String,
    pub products: Vec<ProductCard>,
}

/// A list with a page of its products, most recently added first
#[utoipa::path(get, path = "/list/{list}", operation_id = "getProductList",
    tag = "lists", params(("list" = String, Path, description = "A list's slug"), PageQuery),
    responses((status = OK, description = "The list with a page of its products", body = Paged<PublicListing>)))]
async fn get(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(slug): Segment,
    Query(query): Query<PageQuery>,
) -> PagedReply<PublicListing> {
    let request = GetListRequest { slug, page: query.page, per_page: query.per_page };
    let response = retry(async || services.lists().get(visitor.request(request.clone())).await).await;
    reply_paged(response, |page| {
        let list = page.list.unwrap_or_default();
        (PublicListing { list, author: page.author, products: page.products }, page.meta)
    })
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct MineQuery {
    /// If given, `hasProduct` of each list tells whether it contains this product
    product_id: Option<i64>,
}

/// The caller's lists, newest first
#[utoipa::path(get, path = "/list/all", operation_id = "listProductLists",
    tag = "lists", params(MineQuery), security(("bearer" = [])),
    responses((status = OK, description = "All lists", body = Data<Vec<ProductList>>)))]
async fn mine(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<MineQuery>,
) -> Reply<Vec<ProductList>> {
    let request = MyListsRequest { product_id: query.product_id };
    let response = retry(async || services.lists().mine(caller.request(request)).await).await;
    reply_with(response, |list| list.lists)
}

/// For bloggers: create a list
#[utoipa::path(post, path = "/list", operation_id = "createProductList",
    tag = "lists", request_body = CreateListRequest, security(("bearer" = [])),
    responses((status = OK, description = "The new, empty list", body = Data<ProductList>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<CreateListRequest>,
) -> Reply<ProductList> {
    reply(services.lists().create(caller.request(body)).await)
}

#[derive(Deserialize, ToSchema)]
pub struct ListChange {
    /// Unchanged if absent.
    #[schema(value_type = String, required = false)]
    name: Option<String>,
    /// Unchanged if absent.
    #[schema(value_type = String, required = false)]
    description: Option<String>,
}

/// Change the name or description of a list
///
/// The slug stays the same.
#[utoipa::path(put, path = "/list/{list}", operation_id = "updateProductList",
    tag = "lists", request_body = ListChange, security(("bearer" = [])),
    params(("list" = i64, Path, description = "A list's id")),
    responses((status = OK, description = "The list", body = Data<ProductList>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(ListChange { name, description }): Json<ListChange>,
) -> Reply<ProductList> {
    let request = UpdateListRequest { id: segment.id(NO_SUCH_LIST)?, name, description };
    reply(services.lists().update(caller.request(request)).await)
}

/// Delete a list
#[utoipa::path(delete, path = "/list/{list}", operation_id = "deleteProductList",
    tag = "lists", security(("bearer" = [])),
    params(("list" = i64, Path, description = "A list's id")),
    responses((status = OK, description = "The list is deleted", body = Data<Done>)))]
async fn delete(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = DeleteListRequest { id: segment.id(NO_SUCH_LIST)? };
    reply(services.lists().delete(caller.request(request)).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Addition {
    #[serde(default)]
    #[schema(required = true)]
    product_id: i64,
}

/// Add a product to a list
#[utoipa::path(post, path = "/list/{id}/products", operation_id = "addToProductList",
    tag = "lists", request_body = Addition, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A list's id")),
    responses((status = OK, description = "The list with the product", body = Data<ProductList>)))]
async fn add(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Addition { product_id }): Json<Addition>,
) -> Reply<ProductList> {
    let request = ListProductRequest { list_id: segment.id(NO_SUCH_LIST)?, product_id };
    reply(services.lists().add_product(caller.request(request)).await)
}

/// Remove a product from a list
#[utoipa::path(delete, path = "/list/{id}/products/{productId}", operation_id = "removeFromProductList",
    tag = "lists", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A list's id"), ("productId" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The list without the product", body = Data<ProductList>)))]
async fn remove(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(list, product): SegmentPair,
) -> Reply<ProductList> {
    let request = ListProductRequest { list_id: list.id(NO_SUCH_LIST)?, product_id: product.id(NO_SUCH_PRODUCT)? };
    reply(services.lists().remove_product(caller.request(request)).await)
}
