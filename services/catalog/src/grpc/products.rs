//! Lists, pages and offers of products.

use std::collections::{HashMap, HashSet};

use kit::{Error, Language, Result as KitResult, db::reads::Reads, page::Page};
use proto::catalog::{
    GetProductRequest, ListProductsRequest, LookupRequest, LookupResponse, Offer, Product, ProductPage, products_server,
};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use super::{parse, reply};
use crate::{
    App,
    db::{
        self,
        card::Row,
        shelf::{Place, Shelf},
    },
    domain::{
        discount,
        listing::{Filters, Sort},
    },
};

const CATEGORY_NOT_FOUND: &str = "category_not_found";
const STORE_NOT_FOUND: &str = "store_not_found";
const NOT_FOUND: Error = Error::NotFound("product_not_found");

pub struct Products {
    app: App,
    reads: Reads,
}

impl Products {
    pub fn new(app: App) -> Self {
        let reads = Reads::new(app.pool.clone());
        Self { app, reads }
    }
}

#[tonic::async_trait]
impl products_server::Products for Products {
    async fn list(&self, request: Request<ListProductsRequest>) -> Result<Response<ProductPage>, Status> {
        let visitor = self.app.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::of(request.metadata());
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let mut filters = parse::filters(&request)?;
        let sort = parse::sort(request.sort(), filters.words.is_some());
        let mut connection = self.reads.lend().await.map_err(Error::from)?;
        let place = choose_place(&mut connection, &request, &mut filters).await?;
        let (rows, total) = listed(&mut connection, language, place, &filters, sort, page).await?;
        let products = into_cards(&mut connection, visitor, rows).await.map_err(Error::from)?;
        connection.done();
        Ok(Response::new(ProductPage { products, meta: Some(page.meta(total)), ..ProductPage::default() }))
    }

    async fn get(&self, request: Request<GetProductRequest>) -> Result<Response<Product>, Status> {
        let visitor = self.app.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::of(request.metadata());
        let slug = parse::slug_or_id(&request.get_ref().product, "product_not_found")?;
        let mut connection = self.reads.lend().await.map_err(Error::from)?;
        let product = whole(&mut connection, language, slug, visitor).await.map_err(Error::from)?;
        let is_withdrawn =
            product.is_none() && db::product::is_withdrawn(&mut connection, slug).await.map_err(Error::from)?;
        connection.done();
        let missing = if is_withdrawn { Error::NotFound("product_withdrawn") } else { NOT_FOUND };
        Ok(Response::new(product.ok_or(missing)?))
    }

    async fn lookup(&self, request: Request<LookupRequest>) -> Result<Response<LookupResponse>, Status> {
        let visitor = self.app.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::of(request.metadata());
        parse::lines(&request.get_ref().lines)?;
        let mut connection = self.reads.lend().await.map_err(Error::from)?;
        let offers = offers(&mut connection, language, request.get_ref(), visitor).await.map_err(Error::from)?;
        connection.done();
        Ok(Response::new(LookupResponse { offers }))
    }
}

/// A category and a store together are the category's shelf, filtered by store.
async fn choose_place<'a>(
    tx: &mut PgConnection,
    request: &'a ListProductsRequest,
    filters: &mut Filters,
) -> KitResult<Place<'a>> {
    let store = request.store.as_deref().map(|store| parse::slug_or_id(store, STORE_NOT_FOUND)).transpose()?;
    let category = request.category.as_deref();
    let category = category.map(|category| parse::slug_or_id(category, CATEGORY_NOT_FOUND)).transpose()?;
    Ok(match (category, store) {
        (None, None) => Place::Shop,
        (None, Some(store)) => Place::Store(store),
        (Some(category), None) => Place::Category(category),
        (Some(category), Some(store)) => {
            let found = db::store::find(tx, store).await?;
            filters.store = Some(found.ok_or(Error::NotFound(STORE_NOT_FOUND))?);
            Place::Category(category)
        }
    })
}

async fn listed(
    tx: &mut PgConnection,
    language: Language,
    place: Place<'_>,
    filters: &Filters,
    sort: Sort,
    page: Page,
) -> KitResult<(Vec<Row>, i64)> {
    if filters.is_empty() {
        let rows = db::page::page(tx, language, place, sort, page).await?;
        if let Some(total) = rows.first().and_then(|row| row.total) {
            return Ok((rows, total));
        }
        return Ok((rows, find_shelf(tx, place).await?.product_count));
    }
    let shelf = find_shelf(tx, place).await?;
    let (products, total) = db::filter::page(tx, shelf.shelf_id, filters, sort, page).await?;
    Ok((db::card::of(tx, language, &products).await?, total))
}

async fn find_shelf(tx: &mut PgConnection, place: Place<'_>) -> KitResult<Shelf> {
    let not_found = match place {
        Place::Store(_) => STORE_NOT_FOUND,
        Place::Shop | Place::Category(_) => CATEGORY_NOT_FOUND,
    };
    db::shelf::find(tx, place).await?.ok_or(Error::NotFound(not_found))
}

/// With the visitor's hearts, for which alone a signed-in visitor costs one more statement.
pub async fn into_cards(
    tx: &mut PgConnection,
    visitor: Option<i64>,
    rows: Vec<Row>,
) -> sqlx::Result<Vec<proto::catalog::ProductCard>> {
    let products: Vec<_> = rows.iter().map(|row| row.product_id).collect();
    let liked = liked_among(tx, visitor, &products).await?;
    let cards = rows.into_iter().map(|row| {
        let is_liked = liked.contains(&row.product_id);
        reply::card(row, is_liked)
    });
    Ok(cards.collect())
}

async fn liked_among(tx: &mut PgConnection, visitor: Option<i64>, products: &[i64]) -> sqlx::Result<HashSet<i64>> {
    match visitor {
        Some(account) if !products.is_empty() => {
            Ok(db::like::among_for(tx, account, products).await?.into_iter().collect())
        }
        _ => Ok(HashSet::new()),
    }
}

async fn whole(
    tx: &mut PgConnection,
    language: Language,
    slug_or_id: &str,
    visitor: Option<i64>,
) -> sqlx::Result<Option<Product>> {
    let Some(row) = db::detail::find(tx, language, slug_or_id).await? else { return Ok(None) };
    let liked = liked_among(tx, visitor, &[row.product_id]).await?;
    let is_liked = liked.contains(&row.product_id);
    Ok(Some(reply::product(row, language, is_liked)))
}

/// One offer a line that can be had, in the order of the lines. A size that is not the product's has none; a product
/// with sizes asked for without one has an offer of the whole, and whoever sells it asks for the size (`has_sizes`).
async fn offers(
    tx: &mut PgConnection,
    language: Language,
    request: &LookupRequest,
    visitor: Option<i64>,
) -> sqlx::Result<Vec<Offer>> {
    let products: HashSet<_> = request.lines.iter().map(|line| line.product_id).collect();
    let products: Vec<_> = products.into_iter().collect();
    let rows = db::card::of(tx, language, &products).await?;
    let prices: HashMap<_, _> =
        rows.iter().map(|row| (row.product_id, (row.price, row.price_now, row.available))).collect();
    let cards = into_cards(tx, visitor, rows).await?;
    let cards: HashMap<_, _> = cards.into_iter().map(|card| (card.id, card)).collect();
    let wanted: Vec<_> = request.lines.iter().filter_map(|line| line.size_id).collect();
    let sizes = if wanted.is_empty() { Vec::new() } else { db::size::by_id(tx, language, &wanted).await? };
    let sizes: HashMap<_, _> = sizes.into_iter().map(|size| (size.size_id, size)).collect();
    let offers = request.lines.iter().filter_map(|line| {
        let product = cards.get(&line.product_id)?.clone();
        let (price, price_now, available) = *prices.get(&line.product_id)?;
        let Some(size_id) = line.size_id else {
            return Some(Offer {
                product_id: line.product_id,
                size_id: None,
                product: Some(product),
                size: None,
                unit_price: price_now,
                full_price: price,
                available,
            });
        };
        let size = sizes.get(&size_id).filter(|size| size.product_id == line.product_id)?;
        Some(Offer {
            product_id: line.product_id,
            size_id: Some(size_id),
            product: Some(product),
            unit_price: discount::of_size(size.price, price, price_now),
            full_price: size.price,
            available: size.available,
            size: Some(reply::size(size.clone(), price, price_now)),
        })
    });
    Ok(offers.collect())
}
