//! Changes of many products at once.

use std::time::Duration;

use axum::extract::State;
use proto::{
    catalog::{
        ChangeProductsRequest, MissingPart, ProductRowsRequest, ProductState, ProductsChange, ProductsValue,
        StockFilter, UndoProductsChangeRequest,
    },
    json::enumeration,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment},
    reply::{Data, Reply, reply},
    services::Services,
};

/// Longer than for other routes: a change of ten thousand products takes a few seconds.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(change)).routes(routes!(undo))
}

/// A change of one value of many products.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductsChangeForm {
    /// If empty, the products of the list.
    #[serde(default)]
    #[schema(required = false)]
    ids: Vec<i64>,
    /// The filter of the list.
    #[schema(required = false, value_type = ProductsFilter)]
    filter: Option<ProductsFilter>,
    change: ProductsValueForm,
    /// Returns what would change, and changes nothing.
    dry_run: bool,
    /// A UUID of the client's choice. Required unless `dryRun` is set; a repetition returns the first result.
    #[schema(required = false, value_type = String)]
    key: Option<String>,
}

/// The new value: exactly one member.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductsValueForm {
    /// Changes prices, including those of sizes and discounts, by this percentage.
    #[schema(required = false, value_type = i64)]
    price_percent: Option<i64>,
    /// In qəpik. Refused for products with sizes.
    #[schema(required = false, value_type = i64)]
    price: Option<i64>,
    /// The main category.
    #[schema(required = false, value_type = i64)]
    category_id: Option<i64>,
    /// Published or withdrawn.
    #[serde(default, deserialize_with = "enumeration::deserialize::<ProductState, _>")]
    #[schema(required = false, value_type = ProductState)]
    state: i32,
}

impl ProductsValueForm {
    fn into_value(self) -> ProductsValue {
        let Self { price_percent, price, category_id, state } = self;
        ProductsValue { price_percent, price, category_id, state }
    }
}

/// All products that match each given value.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductsFilter {
    #[serde(default, deserialize_with = "enumeration::deserialize::<ProductState, _>")]
    #[schema(required = false, value_type = ProductState)]
    state: i32,
    /// A part of a name in any language, a slug or an id.
    #[schema(required = false, value_type = String)]
    text: Option<String>,
    /// Products of this category and its descendants.
    #[schema(required = false, value_type = i64)]
    category_id: Option<i64>,
    #[schema(required = false, value_type = i64)]
    store_id: Option<i64>,
    #[serde(default, deserialize_with = "enumeration::deserialize::<StockFilter, _>")]
    #[schema(required = false, value_type = StockFilter)]
    stock: i32,
    #[serde(default, deserialize_with = "enumeration::deserialize::<MissingPart, _>")]
    #[schema(required = false, value_type = MissingPart)]
    missing: i32,
}

impl ProductsFilter {
    fn into_request(self) -> ProductRowsRequest {
        let Self { state, text, category_id, store_id, stock, missing } = self;
        ProductRowsRequest { state, text, category_id, store_id, stock, missing, ..ProductRowsRequest::default() }
    }
}

/// For staff: change the price, the category or the state of many products
///
/// Changes up to 10,000 products in one transaction. Products that cannot be changed are `refused`; the others are changed.
#[utoipa::path(post, path = "/admin/products/bulk", operation_id = "changeProducts",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/ChangeMany"))),
    tag = "desk", request_body = ProductsChangeForm, security(("bearer" = [])),
    responses((status = OK, description = "What was or would be changed", body = Data<ProductsChange>)))]
async fn change(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<ProductsChangeForm>,
) -> Reply<ProductsChange> {
    let ProductsChangeForm { ids, filter, change, dry_run, key } = form;
    let filter = filter.map(ProductsFilter::into_request);
    let mut call =
        caller.request(ChangeProductsRequest { ids, filter, change: Some(change.into_value()), dry_run, key });
    call.set_timeout(TIMEOUT);
    reply(services.product_desk().change_many(call).await)
}

/// For staff: undo a change of many products
///
/// Products that changed since are `refused` and stay as they are.
#[utoipa::path(post, path = "/admin/products/bulk/{id}/undo", operation_id = "undoProductsChange",
    extensions(("x-rpc" = json!("catalog.v1.ProductDesk/UndoChangeMany"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The id of a change")),
    responses((status = OK, description = "What was restored", body = Data<ProductsChange>)))]
async fn undo(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductsChange> {
    let mut call = caller.request(UndoProductsChangeRequest { id: segment.id("products_change_not_found")? });
    call.set_timeout(TIMEOUT);
    reply(services.product_desk().undo_change_many(call).await)
}
