//! Serves products to shoppers: lists, pages, similar products, and offers for carts.

mod list;

use std::collections::{HashMap, HashSet};

use kit::{Error, Language, Result, client::ClientInfo};
use proto::catalog::{
    GetProductRequest, ListProductsRequest, LookupLine, LookupRequest, LookupResponse, Offer, Product, ProductCard,
    ProductPage, SimilarProducts, SimilarProductsRequest, products_server,
};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use self::list::{List, Visitor};
use super::{parse, reply};
use crate::{
    App,
    db::{self, card::CardRow, offer::ProductDetails, size::SizeRow},
    domain::{discount, near_duplicates},
};

const MAX_ADD_ONS: usize = 4;
const MAX_SIMILAR: usize = 12;
/// Limits the work of ranking similar products.
const MAX_CANDIDATES: usize = 100;
const NOT_FOUND: Error = Error::NotFound("product_not_found");

pub struct Products(pub App);

#[tonic::async_trait]
impl products_server::Products for Products {
    async fn list(&self, request: Request<ListProductsRequest>) -> Result<Response<ProductPage>, Status> {
        let account = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let visitor = Visitor { account, address: ClientInfo::from_request(&request).address };
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let list = List::parse(&request, language, visitor)?;
        let listed = list.read(&self.0).await?;
        let products = cards_for_visitor(&self.0, account, listed.rows).await?;
        Ok(Response::new(ProductPage { products, meta: Some(list.page.meta(listed.total)), ..listed.extras }))
    }

    async fn get(&self, request: Request<GetProductRequest>) -> Result<Response<Product>, Status> {
        let visitor = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::from_metadata(request.metadata());
        let slug = parse::slug_or_id(&request.get_ref().product, "product_not_found")?;
        let query = db::product_page::ProductPageQuery { language, slug_or_id: slug.to_owned() };
        let Some(mut row) = self.0.readers.products.load(query).await? else {
            return Err(missing_error(&self.0, slug).await?.into());
        };

        let is_liked = is_liked(&self.0, visitor, row.product_id).await?;
        let mut add_ons = cards_of(&self.0, language, std::mem::take(&mut row.add_ons)).await?;
        add_ons.retain(|card| card.available > 0);
        add_ons.truncate(MAX_ADD_ONS);
        let add_ons = cards_for_visitor(&self.0, visitor, add_ons).await?;
        Ok(Response::new(Product { add_ons, ..reply::product(row, language, is_liked) }))
    }

    async fn similar(&self, request: Request<SimilarProductsRequest>) -> Result<Response<SimilarProducts>, Status> {
        let visitor = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::from_metadata(request.metadata());
        let slug = parse::slug_or_id(&request.get_ref().product, "product_not_found")?;
        let similar = similar_to(&self.0, slug).await?;
        let rows = cards_of(&self.0, language, similar).await?;
        let rows = near_duplicates::distinct(rows, |row: &CardRow| &row.name).take(MAX_SIMILAR).collect();
        Ok(Response::new(SimilarProducts { products: cards_for_visitor(&self.0, visitor, rows).await? }))
    }

    async fn lookup(&self, request: Request<LookupRequest>) -> Result<Response<LookupResponse>, Status> {
        let visitor = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::from_metadata(request.metadata());
        parse::lines(&request.get_ref().lines)?;
        let lines = &request.get_ref().lines;
        let products: HashSet<_> = lines.iter().map(|line| line.product_id).collect();
        let query = db::offer::OfferQuery {
            language,
            account: visitor,
            products: products.into_iter().collect(),
            sizes: lines.iter().filter_map(|line| line.size_id).collect(),
        };
        let found = self.0.readers.offers.load(query).await?;
        Ok(Response::new(LookupResponse { offers: offers(lines, found) }))
    }
}

/// Ranks the most popular products of the product's category and its ancestors.
async fn similar_to(app: &App, slug: &str) -> Result<Vec<i64>> {
    let mut connection = app.warm_pool.acquire().await?;
    let product = db::product::find(&mut connection, slug).await?;
    connection.release();
    let Some(product) = product else { return Err(missing_error(app, slug).await?) };

    let candidates = app.search.popular_near(product.category_id, MAX_CANDIDATES).await?;
    let mut connection = app.warm_pool.acquire().await?;
    let similar = db::similar::rank(&mut connection, product.product_id, &candidates).await?;
    connection.release();
    Ok(similar)
}

async fn missing_error(app: &App, slug: &str) -> Result<Error> {
    let mut connection = app.warm_pool.acquire().await?;
    let is_withdrawn = db::product::is_withdrawn(&mut connection, slug).await?;
    connection.release();
    Ok(if is_withdrawn { Error::NotFound("product_withdrawn") } else { NOT_FOUND })
}

async fn is_liked(app: &App, visitor: Option<i64>, product: i64) -> Result<bool> {
    if visitor.is_none() {
        return Ok(false);
    }
    let mut connection = app.warm_pool.acquire().await?;
    let liked = liked_among(&mut connection, visitor, &[product]).await?;
    connection.release();
    Ok(liked.contains(&product))
}

/// Needs no connection for a guest.
async fn cards_for_visitor(app: &App, visitor: Option<i64>, rows: Vec<CardRow>) -> Result<Vec<ProductCard>> {
    if visitor.is_none() {
        let is_liked = false;
        return Ok(rows.into_iter().map(|row| reply::card(row, is_liked)).collect());
    }
    let mut connection = app.warm_pool.acquire().await?;
    let cards = into_cards(&mut connection, visitor, rows).await?;
    connection.release();
    Ok(cards)
}

/// Leaves out products that are no longer for sale.
pub async fn cards_of(app: &App, language: Language, products: Vec<i64>) -> Result<Vec<CardRow>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    let versions = app.readers.card_versions.load(db::card_version::CardVersionQuery(products)).await?;
    app.readers.cards.get(language, &versions).await
}

pub async fn into_cards(
    tx: &mut PgConnection,
    visitor: Option<i64>,
    rows: Vec<CardRow>,
) -> sqlx::Result<Vec<ProductCard>> {
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

/// Leaves out lines that are not for sale, or whose size belongs to another product.
fn offers(lines: &[LookupLine], found: db::offer::Offers) -> Vec<Offer> {
    let db::offer::Offers { cards, details, sizes } = found;
    let cards: HashMap<_, _> = cards.into_iter().map(|card| (card.product_id, card)).collect();
    let offers = lines.iter().filter_map(|line| {
        let card = cards.get(&line.product_id)?;
        let offer = product_offer(card, details.get(&line.product_id));
        match line.size_id {
            None => Some(offer),
            Some(size_id) => {
                let size = sizes.get(&size_id).filter(|size| size.product_id == line.product_id)?;
                Some(with_size(offer, card, size))
            }
        }
    });
    offers.collect()
}

fn product_offer(card: &CardRow, details: Option<&ProductDetails>) -> Offer {
    let is_liked = details.is_some_and(|details| details.is_liked);
    Offer {
        product_id: card.product_id,
        size_id: None,
        product: Some(reply::card(card.clone(), is_liked)),
        size: None,
        unit_price: card.price_now,
        full_price: card.price,
        available: card.available,
        category_ids: details.map(|details| details.categories.clone()).unwrap_or_default(),
        names: details.map(|details| details.names.clone()).unwrap_or_default(),
        size_names: HashMap::new(),
    }
}

fn with_size(offer: Offer, card: &CardRow, size: &SizeRow) -> Offer {
    Offer {
        size_id: Some(size.size_id),
        size: Some(reply::size(size.clone(), card.price, card.price_now)),
        unit_price: discount::of_size(size.price, card.price, card.price_now),
        full_price: size.price,
        available: size.available,
        size_names: size.names.clone(),
        ..offer
    }
}
