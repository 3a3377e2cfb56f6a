//! Finds a page of a product list in a snapshot.

use std::sync::Arc;

use super::{
    facet::Facets,
    facets, fallback,
    hits::{Hits, Lookup, count},
    list_request::ListRequest,
    snapshot::{FirstProducts, Snapshot},
};
use crate::listing::Sort;

/// Length of a cached list. Only lists without filters are cached.
const MAX_CACHED_PRODUCTS: usize = 480;

#[derive(Debug, Default)]
pub struct ListPage {
    pub products: Vec<i64>,
    pub total: u64,
    pub facets: Option<Arc<Facets>>,
    /// The text that was searched for instead.
    pub corrected: Option<String>,
}

pub fn find(snapshot: &Snapshot, request: &ListRequest) -> tantivy::Result<ListPage> {
    let Some(text) = &request.filters.text else { return Ok(browse(snapshot, request)) };
    let lookup = Lookup::new(snapshot, request);
    let (mut hits, corrected) = fallback::find(&lookup, text)?.unwrap_or_else(|| (lookup.first_hits(), None));
    if request.sort == Sort::Relevance {
        // Products that a search rule shows first.
        let first = lookup.first_products();
        hits.products.retain(|product| !first.contains(product));
        hits.products.splice(0..0, first);
    }
    Ok(page(&lookup, hits, corrected))
}

/// Caches the first products, at which most visitors look.
fn browse(snapshot: &Snapshot, request: &ListRequest) -> ListPage {
    let end = request.offset + request.limit;
    if !request.filters.is_unfiltered() || end > MAX_CACHED_PRODUCTS {
        let lookup = Lookup::new(snapshot, request);
        return page(&lookup, lookup.all(end), None);
    }
    let first = cached_start(snapshot, request);
    let products = first.products.iter().skip(request.offset).take(request.limit).copied().collect();
    let facets = request.with_facets.then(|| {
        snapshot.facets.get_with((request.category, request.filters.store, request.language), || {
            let lookup = Lookup::new(snapshot, request);
            let hits = lookup.all(0);
            Arc::new(facets::count(&lookup, &hits))
        })
    });
    ListPage { products, total: first.total, facets, corrected: None }
}

fn cached_start(snapshot: &Snapshot, request: &ListRequest) -> Arc<FirstProducts> {
    snapshot.first_products.get_with((request.category, request.filters.store, request.sort), || {
        let lookup = Lookup::new(snapshot, request);
        let hits = lookup.all(MAX_CACHED_PRODUCTS);
        Arc::new(FirstProducts { total: count(hits.filtered()), products: hits.products })
    })
}

/// Also searches the category's ancestors. Returns each product with the number of levels up to where it was found.
pub fn popular_near(snapshot: &Snapshot, category: i64, limit: usize) -> Vec<(i64, i64)> {
    let self_and_ancestors = snapshot.taxonomy.self_and_ancestors(category).zip(0..);
    let products = self_and_ancestors.flat_map(|(category, levels)| {
        let request = ListRequest { category: Some(category.id), ..ListRequest::everything() };
        let first = cached_start(snapshot, &request);
        first.products.iter().take(limit).map(|product| (*product, levels)).collect::<Vec<_>>()
    });
    products.collect()
}

fn page(lookup: &Lookup<'_>, hits: Hits, corrected: Option<String>) -> ListPage {
    let request = lookup.request;
    let facets = request.with_facets.then(|| Arc::new(facets::count(lookup, &hits)));
    let total = count(hits.filtered());
    let products = hits.products.into_iter().skip(request.offset).take(request.limit).collect();
    ListPage { products, total, facets, corrected }
}
