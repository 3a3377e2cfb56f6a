//! For staff: products in every state.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{
        CreateProductRequest, GetProductDetailsRequest, MissingPart, ProductDetails, ProductForm, ProductRow,
        ProductRowSort, ProductRowsRequest, ProductState, SortDirection, StockFilter, UpdateProductRequest,
    },
    json::enumeration,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

pub const NO_SUCH_PRODUCT: &str = "product_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get, update))
        .routes(routes!(publish))
        .routes(routes!(withdraw))
        .routes(routes!(duplicate))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ProductRowQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<ProductState, _>")]
    #[param(value_type = Option<ProductState>)]
    state: i32,
    /// A part of a name in any language, a slug or an id
    text: Option<String>,
    /// Products of this category and its descendants
    category_id: Option<i64>,
    store_id: Option<i64>,
    /// `low`: 1 to 5 available units; `none`: sold out
    #[serde(deserialize_with = "enumeration::deserialize::<StockFilter, _>")]
    #[param(value_type = Option<StockFilter>)]
    stock: i32,
    /// Products without a Russian or English text, or without a picture
    #[serde(deserialize_with = "enumeration::deserialize::<MissingPart, _>")]
    #[param(value_type = Option<MissingPart>)]
    missing: i32,
    /// `newest` if absent; `stock` only with the parameter `stock`
    #[serde(deserialize_with = "enumeration::deserialize::<ProductRowSort, _>")]
    #[param(value_type = Option<ProductRowSort>)]
    sort: i32,
    /// If absent, descending for `newest` and `changed`, ascending for the others
    #[serde(deserialize_with = "enumeration::deserialize::<SortDirection, _>")]
    #[param(value_type = Option<SortDirection>)]
    direction: i32,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Products of the page; 50 if absent
    limit: Option<i64>,
}

/// For staff: products in every state
#[utoipa::path(get, path = "/admin/products", operation_id = "listProductRows",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/List"))),
    tag = "desk", params(ProductRowQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of products", body = CursorPaged<Vec<ProductRow>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<ProductRowQuery>,
) -> CursorReply<Vec<ProductRow>> {
    let request = ProductRowsRequest {
        state: query.state,
        text: query.text,
        category_id: query.category_id,
        store_id: query.store_id,
        stock: query.stock,
        missing: query.missing,
        sort: query.sort,
        direction: query.direction,
        cursor: query.cursor,
        limit: query.limit,
    };
    let response = retry(async || services.product_desk().list(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.products, page.next_cursor))
}

/// For staff: everything about a product, with its latest changes
#[utoipa::path(get, path = "/admin/products/{id}", operation_id = "getProductDetails",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The product with its latest changes", body = Data<ProductDetails>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductDetails> {
    let request = GetProductDetailsRequest { id: segment.id(NO_SUCH_PRODUCT)? };
    reply(retry(async || services.product_desk().get(caller.request(request)).await).await)
}

/// For staff: create a draft
///
/// Shoppers see it after it is published.
#[utoipa::path(post, path = "/admin/products", operation_id = "createProduct",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Create"))),
    tag = "desk", request_body = ProductForm, security(("bearer" = [])),
    responses((status = OK, description = "The draft", body = Data<ProductDetails>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<ProductForm>,
) -> Reply<ProductDetails> {
    let request = CreateProductRequest { form: Some(form) };
    reply(services.product_desk().create(caller.request(request)).await)
}

/// For staff: replace all values of a product but its stock
///
/// 409 `product_changed` if the product is not at the given `version`. 409 `size_in_use` or `product_has_stock` if stock would be lost: a
/// removed size must have neither stock nor reserved units, and so must a product without sizes that gets some.
#[utoipa::path(put, path = "/admin/products/{id}", operation_id = "updateProduct",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Update"))),
    tag = "desk", request_body = ProductForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The product", body = Data<ProductDetails>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<ProductForm>,
) -> Reply<ProductDetails> {
    let request = UpdateProductRequest { id: segment.id(NO_SUCH_PRODUCT)?, form: Some(form) };
    reply(services.product_desk().update(caller.request(request)).await)
}

/// For staff: show a product to shoppers
#[utoipa::path(post, path = "/admin/products/{id}/publish", operation_id = "publishProduct",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Publish"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The published product", body = Data<ProductDetails>)))]
async fn publish(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductDetails> {
    let request = GetProductDetailsRequest { id: segment.id(NO_SUCH_PRODUCT)? };
    reply(services.product_desk().publish(caller.request(request)).await)
}

/// For staff: end the sale of a product
///
/// Its page says that it is no longer sold. Existing orders keep it.
#[utoipa::path(post, path = "/admin/products/{id}/withdraw", operation_id = "withdrawProduct",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Withdraw"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The withdrawn product", body = Data<ProductDetails>)))]
async fn withdraw(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductDetails> {
    let request = GetProductDetailsRequest { id: segment.id(NO_SUCH_PRODUCT)? };
    reply(services.product_desk().withdraw(caller.request(request)).await)
}

/// For staff: copy a product to a new draft without stock
#[utoipa::path(post, path = "/admin/products/{id}/duplicate", operation_id = "duplicateProduct",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Duplicate"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The new draft", body = Data<ProductDetails>)))]
async fn duplicate(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductDetails> {
    let request = GetProductDetailsRequest { id: segment.id(NO_SUCH_PRODUCT)? };
    reply(services.product_desk().duplicate(caller.request(request)).await)
}
