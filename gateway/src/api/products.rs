//! Lists of products, and single products.

use std::{collections::BTreeMap, time::Instant};

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue},
};
use kit::{client::retry, telemetry::names};
use proto::{
    catalog::{
        Field, FieldFilter, GetProductRequest, ListProductsRequest, Product, ProductCard, ProductPage, ProductSort,
        SimilarProductsRequest,
    },
    common::PageMeta,
    json::enumeration,
};
use serde::{Deserialize, Deserializer, Serialize};
use tonic::Code;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{HOME_SHELF_SIZE, PRIVATE};
use crate::{
    extract::{Query, Segment, Visitor},
    problem::Problem,
    reply::{Data, Json, Paged, Reply, reply, reply_paged, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(get)).routes(routes!(similar))
}

/// A page of products, with filters for the whole list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListing {
    pub products: Vec<ProductCard>,
    /// Counted over the whole list; the counts of a field ignore the filter on that field.
    pub facets: Vec<Field>,
    /// The corrected search text. Present if the words as typed found nothing or almost nothing and the results are for the corrected text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<String>,
    /// Identifies this list. Send it to get the next page, and to report that a product of the search was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_id: Option<String>,
}

impl ProductListing {
    pub fn from(page: ProductPage) -> (Self, Option<PageMeta>) {
        let ProductPage { products, facets, meta, corrected, search_id } = page;
        (Self { products, facets, corrected, search_id }, meta)
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
#[derive(Default)]
struct ProductQuery {
    search: Option<String>,
    /// A slug or an id; includes the products of all descendants
    category: Option<String>,
    /// A slug or an id
    store: Option<String>,
    /// In qəpik, inclusive
    min_price: Option<i64>,
    /// In qəpik, inclusive
    max_price: Option<i64>,
    discounted: Option<bool>,
    in_stock: Option<bool>,
    /// Only bestsellers: the 200 most sold products of the shop
    bestseller: Option<bool>,
    /// Only products that are ready on the day of the order
    ready_today: Option<bool>,
    /// The minimum rating in stars
    rating: Option<f64>,
    /// Filters by field key: one of the values `a,b`, or a range `min..max`, `min..` or `..max`
    #[param(style = DeepObject, explode, required = false)]
    fields: BTreeMap<String, String>,
    #[serde(deserialize_with = "enumeration::deserialize::<ProductSort, _>")]
    #[param(value_type = Option<ProductSort>)]
    sort: i32,
    /// From 1
    #[param(required = false)]
    page: i64,
    /// 24 if absent, at most 100
    #[param(required = false)]
    per_page: i64,
    /// Only these products, for example `1,2,3`, in this order unless `sort` is given; at most 100
    #[serde(deserialize_with = "parse_ids")]
    #[param(value_type = Option<String>)]
    ids: Vec<i64>,
    /// Whether to return facets
    #[param(required = false)]
    facets: bool,
    /// A short selection instead of a full list: products in stock, those with a picture first, and of similar-looking products only one
    #[param(required = false)]
    shelf: bool,
    /// The `searchId` of the first page; later pages then come from the same snapshot
    search_id: Option<String>,
}

impl From<ProductQuery> for ListProductsRequest {
    fn from(query: ProductQuery) -> Self {
        Self {
            search: query.search,
            category: query.category,
            store: query.store,
            min_price: query.min_price,
            max_price: query.max_price,
            discounted: query.discounted,
            in_stock: query.in_stock,
            ready_today: query.ready_today,
            bestseller: query.bestseller,
            shelf: query.shelf,
            rating: query.rating,
            fields: query.fields.into_iter().map(|(key, text)| parse_filter(key, &text)).collect(),
            sort: query.sort,
            page: query.page,
            per_page: query.per_page,
            ids: query.ids,
            with_facets: query.facets,
            search_id: query.search_id,
        }
    }
}

/// Parses ids separated by commas. Text that is not an id becomes 0, which no product has.
fn parse_ids<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<i64>, D::Error> {
    let text = String::deserialize(from)?;
    Ok(text.split(',').map(|id| id.trim().parse().unwrap_or(0)).collect())
}

/// Parses `10..20`, `10..` and `..20` as ranges, and anything else as a list of values.
fn parse_filter(key: String, text: &str) -> FieldFilter {
    if let Some((low, high)) = text.split_once("..") {
        let (min, max) = (low.trim().parse().ok(), high.trim().parse().ok());
        let is_bound = |text: &str, bound: Option<f64>| text.trim().is_empty() || bound.is_some_and(f64::is_finite);
        if is_bound(low, min) && is_bound(high, max) {
            return FieldFilter { key, values: Vec::new(), min, max };
        }
    }
    let values = text.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect();
    FieldFilter { key, values, min: None, max: None }
}

/// Products
#[utoipa::path(get, path = "/product/all", operation_id = "listProducts", tag = "products", params(ProductQuery),
    responses((status = OK, description = "A page of products, with facets", body = Paged<ProductListing>)))]
async fn list(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<ProductQuery>,
) -> Result<(Option<[(HeaderName, HeaderValue); 1]>, Json<Paged<ProductListing>>), Problem> {
    // No other shopper requests a page of this snapshot, or these products, unless they are a shelf of the home page.
    let is_home_shelf = query.ids.len() <= HOME_SHELF_SIZE && query.per_page == HOME_SHELF_SIZE as i64;
    let is_private = query.search_id.is_some() || !query.ids.is_empty() && !is_home_shelf;
    let is_search = query.search.as_deref().is_some_and(|text| !text.trim().is_empty());
    let (request, started) = (ListProductsRequest::from(query), Instant::now());
    let response = retry(async || services.products().list(visitor.request(request.clone())).await).await;
    if is_search {
        let outcome = match &response {
            Ok(page) if page.get_ref().meta.as_ref().is_some_and(|meta| meta.total == 0) => "empty",
            Ok(_) => "found",
            // The caller has to correct the search.
            Err(status) if status.code() == Code::InvalidArgument => "refused",
            Err(_) => "failed",
        };
        metrics::histogram!(names::SEARCH_DURATION, "outcome" => outcome).record(started.elapsed().as_secs_f64());
    }
    Ok((is_private.then_some(PRIVATE), reply_paged(response, ProductListing::from)?))
}

/// A product
#[utoipa::path(get, path = "/product/{product}", operation_id = "getProduct", tag = "products",
    params(("product" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The product", body = Data<Product>)))]
async fn get(State(services): State<Services>, visitor: Visitor, Segment(product): Segment) -> Reply<Product> {
    let request = GetProductRequest { product };
    reply(retry(async || services.products().get(visitor.request(request.clone())).await).await)
}

/// Products that are similar to a product
///
/// At most 12 products in stock, most similar first: same category, then common fields, then a close price.
#[utoipa::path(get, path = "/product/{product}/similar", operation_id = "listSimilarProducts", tag = "products",
    params(("product" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "Cards of the similar products", body = Data<Vec<ProductCard>>)))]
async fn similar(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(product): Segment,
) -> Reply<Vec<ProductCard>> {
    let request = SimilarProductsRequest { product };
    let response = retry(async || services.products().similar(visitor.request(request.clone())).await).await;
    reply_with(response, |similar| similar.products)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_id_becomes_0() {
        let read = |text: &str| serde_json::from_value::<ProductQuery>(serde_json::json!({"ids": text})).unwrap().ids;
        assert_eq!(read("7, 8,x,-1"), [7, 8, 0, -1]);
        assert_eq!(read("x"), [0], "the filter is not dropped");
    }

    #[test]
    fn a_field_filter_is_a_list_of_values_or_a_range() {
        let read = |text: &str| {
            let filter = parse_filter("size".into(), text);
            format!("{:?} {:?} {:?}", filter.values, filter.min, filter.max)
        };
        assert_eq!(read("red, white,"), r#"["red", "white"] None None"#);
        assert_eq!(read("10..20.5"), "[] Some(10.0) Some(20.5)");
        assert_eq!(read("..20"), "[] None Some(20.0)");
        assert_eq!(read("10.."), "[] Some(10.0) None");
        assert_eq!(read("a..b"), r#"["a..b"] None None"#);
        assert_eq!(read("nan..inf"), r#"["nan..inf"] None None"#);
    }
}
