//! The client of the catalog, except for its stock service (`stock.rs`).

use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
};

use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::catalog::{
    ListOwnerRequest, LookupLine, LookupRequest, MyListsRequest, ProductCard, Size, lists_client::ListsClient,
    products_client::ProductsClient,
};
use tonic::{Code, Status};

use crate::domain::cart::{LineKey, Offer};

/// The catalog refuses more lines.
const MAX_LINES: usize = 200;
/// Equals the catalog's constraint `product_preparation_check`.
pub const PREPARATION_DAYS: RangeInclusive<i64> = 0..=10;

#[derive(Clone)]
pub struct Catalog {
    products: ProductsClient<Channel>,
    lists: ListsClient<Channel>,
}

pub struct ListName {
    pub id: i64,
    pub name: String,
    pub slug: String,
}

pub struct ListOwner {
    pub list: i64,
    pub account: i64,
}

/// A requested line that was not found is not for sale.
#[derive(Default)]
pub struct Offers {
    requested: HashSet<LineKey>,
    found: HashMap<LineKey, Offered>,
}

pub struct Offered {
    pub offer: Offer,
    pub product: ProductCard,
    pub size: Option<Size>,
    /// With parent categories.
    pub categories: Vec<i64>,
    /// Keyed by language.
    pub names: HashMap<String, String>,
    /// Keyed by language.
    pub size_names: HashMap<String, String>,
}

impl Offered {
    pub fn preparation_days(&self) -> u64 {
        self.product.preparation_days.unsigned_abs()
    }

    /// Returns 0, which is no store's id, for a product without a store.
    pub fn store_id(&self) -> i64 {
        self.product.store.as_ref().map_or(0, |store| store.id)
    }
}

impl Offers {
    /// Returns price and stock.
    pub fn of(&self, key: LineKey) -> Option<Offer> {
        self.found.get(&key).map(|offered| offered.offer)
    }

    pub fn get(&self, key: LineKey) -> Option<&Offered> {
        self.found.get(&key)
    }

    pub fn take(&mut self, key: LineKey) -> Option<Offered> {
        self.found.remove(&key)
    }
}

impl Catalog {
    pub fn new(channel: Channel) -> Self {
        Self { products: ProductsClient::new(channel.clone()), lists: ListsClient::new(channel) }
    }

    /// Skips offers that were requested before.
    pub async fn fetch_offers(
        &self,
        offers: &mut Offers,
        shopper: &CallContext,
        keys: impl IntoIterator<Item = LineKey>,
    ) -> Result<()> {
        let new_keys: HashSet<LineKey> = keys.into_iter().filter(|key| !offers.requested.contains(key)).collect();
        if new_keys.is_empty() {
            return Ok(());
        }
        let lines: Vec<_> =
            new_keys.iter().map(|key| LookupLine { product_id: key.product, size_id: key.size }).collect();
        for lines in lines.chunks(MAX_LINES) {
            let request = LookupRequest { lines: lines.to_vec() };
            let answer = client::retry(|| {
                let mut catalog = self.products.clone();
                let request = shopper.sign(request.clone());
                async move { catalog.lookup(request).await }
            });
            for offer in answer.await.map_err(into_error)?.into_inner().offers {
                let (key, offered) = parse(offer)?;
                offers.found.insert(key, offered);
            }
        }
        offers.requested.extend(new_keys);
        Ok(())
    }

    pub async fn list_owner(&self, visitor: &CallContext, slug: &str) -> Result<Option<ListOwner>> {
        let answer = client::retry(|| {
            let mut lists = self.lists.clone();
            let request = visitor.sign(ListOwnerRequest { slug: slug.to_owned() });
            async move { lists.owner(request).await }
        });
        let owner = answer.await.map_err(into_error)?.into_inner();
        Ok(owner.list_id.map(|list| ListOwner { list, account: owner.account_id }))
    }

    pub async fn lists_of(&self, caller: &CallContext) -> Result<Vec<ListName>> {
        let answer = client::retry(|| {
            let mut lists = self.lists.clone();
            let request = caller.sign(MyListsRequest::default());
            async move { lists.mine(request).await }
        });
        let lists = answer.await.map_err(into_error)?.into_inner().lists;
        Ok(lists.into_iter().map(|list| ListName { id: list.id, name: list.name, slug: list.slug }).collect())
    }
}

fn parse(offer: proto::catalog::Offer) -> Result<(LineKey, Offered)> {
    let key = LineKey { product: offer.product_id, size: offer.size_id };
    let product = offer.product.ok_or_else(|| invalid_answer("an offer without a product"))?;
    if offer.unit_price < 0 || offer.full_price < 0 {
        return Err(invalid_answer("a negative price"));
    }
    if !PREPARATION_DAYS.contains(&product.preparation_days) {
        return Err(invalid_answer("a preparation time out of range"));
    }
    let price_and_stock = Offer {
        unit_price: offer.unit_price,
        full_price: offer.full_price,
        available: offer.available,
        has_sizes: product.has_sizes,
    };
    let offered = Offered {
        offer: price_and_stock,
        product,
        size: offer.size,
        categories: offer.category_ids,
        names: offer.names,
        size_names: offer.size_names,
    };
    Ok((key, offered))
}

fn invalid_answer(defect: &'static str) -> Error {
    Error::internal(anyhow::anyhow!("invalid answer of the catalog: {defect}"))
}

fn into_error(status: Status) -> Error {
    match status.code() {
        Code::Unauthenticated => Error::Unauthenticated("token_expired"),
        Code::InvalidArgument => {
            Error::internal(anyhow::Error::new(status).context("the catalog does not understand the request"))
        }
        _ => Error::unavailable(anyhow::Error::new(status).context("the catalog is unavailable")),
    }
}
