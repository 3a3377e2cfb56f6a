//! Products, as staff edits them.

use std::{io, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use futures::StreamExt as _;
use kit::client::retry;
use proto::{
    catalog::{
        CreateProductRequest, ExportProductsRequest, GetProductDetailsRequest, GetProductVersionRequest, MissingPart,
        ProductDetails, ProductFileFormat, ProductForm, ProductRow, ProductRowSort, ProductRowsRequest, ProductState,
        SortDirection, StockFilter, UpdateProductRequest,
    },
    json::enumeration,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment, SegmentPair},
    problem::Problem,
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

pub const NO_SUCH_PRODUCT: &str = "product_not_found";
/// Long, because the catalogue writes the whole file before it sends the first piece.
const EXPORT_TIMEOUT: Duration = Duration::from_mins(5);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get, update))
        .routes(routes!(form_at))
        .routes(routes!(publish))
        .routes(routes!(withdraw))
        .routes(routes!(duplicate))
        .routes(routes!(export))
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

/// For staff: the values that a product had after one of its changes
///
/// With the current `version`: saving them restores them. 404 `product_version_unknown` if the history since then is
/// incomplete, for example after an import.
#[utoipa::path(get, path = "/admin/products/{id}/versions/{version}", operation_id = "getProductVersion",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/FormAt"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id"),
        ("version" = i64, Path, description = "The version of a change")),
    responses((status = OK, description = "The former values", body = Data<ProductForm>)))]
async fn form_at(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(id, version): SegmentPair,
) -> Reply<ProductForm> {
    let request =
        GetProductVersionRequest { id: id.id(NO_SUCH_PRODUCT)?, version: version.id("product_version_unknown")? };
    reply(retry(async || services.product_desk().form_at(caller.request(request)).await).await)
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

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ProductExportQuery {
    #[serde(deserialize_with = "enumeration::deserialize::<ProductFileFormat, _>")]
    #[param(required = true, value_type = ProductFileFormat)]
    format: i32,
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
}

/// For staff: the products of a list as a file
///
/// The columns are those of an import, so that importing the unchanged file changes nothing. In CSV, cells that a spreadsheet would take for a
/// formula begin with an apostrophe.
#[utoipa::path(get, path = "/admin/products/export", operation_id = "exportProducts",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/Export"))),
    tag = "desk", params(ProductExportQuery), security(("bearer" = [])),
    responses((status = OK, description = "The file", body = Vec<u8>, content_type = "application/octet-stream",
        headers(("Content-Disposition" = String, description = "The file's name")))))]
async fn export(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<ProductExportQuery>,
) -> Result<([(HeaderName, HeaderValue); 2], Body), Problem> {
    let ProductExportQuery { format, state, text, category_id, store_id, stock, missing } = query;
    let filter =
        ProductRowsRequest { state, text, category_id, store_id, stock, missing, ..ProductRowsRequest::default() };
    let mut call = caller.request(ExportProductsRequest { filter: Some(filter), format });
    call.set_timeout(EXPORT_TIMEOUT);
    let pieces = services.product_desk().export(call).await?.into_inner();
    // An error aborts the download, so that the file is not taken for a complete one.
    let bytes =
        pieces.map(|piece| piece.map(|piece| piece.bytes).map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof)));
    let disposition = match ProductFileFormat::try_from(format) {
        Ok(ProductFileFormat::Xlsx) => "attachment; filename=\"products.xlsx\"",
        Ok(ProductFileFormat::Yml) => "attachment; filename=\"products.xml\"",
        _ => "attachment; filename=\"products.csv\"",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition)),
    ];
    Ok((headers, Body::from_stream(bytes)))
}
