//! Serves product lists: the search index finds the products, the database has their cards.

use std::{net::IpAddr, sync::Arc};

use kit::{Error, Language, Result, page::Page};
use proto::catalog::{ListProductsRequest, ProductPage, ProductSort};
use search::{Filters, ListRequest, Sort};
use sqlx::PgConnection;

use super::super::{parse, reply};
use crate::{
    App,
    app::searches::NewSearch,
    db::{self, card::CardRow},
    domain::{baku, near_duplicates, search_rule::Effect},
};

/// Products from which a shelf is chosen: one row of products on a page.
const SHELF_CANDIDATES: i64 = 36;
const CATEGORY_NOT_FOUND: &str = "category_not_found";
const STORE_NOT_FOUND: &str = "store_not_found";

#[derive(Clone)]
pub struct List<'a> {
    request: &'a ListProductsRequest,
    language: Language,
    pub page: Page,
    filters: Filters,
    /// Slug or id.
    category: Option<&'a str>,
    /// Slug or id.
    store: Option<&'a str>,
    search: Option<parse::SearchId<'a>>,
    visitor: Visitor,
}

#[derive(Clone, Copy)]
pub struct Visitor {
    pub account: Option<i64>,
    pub address: Option<IpAddr>,
}

pub struct ListedPage {
    pub rows: Vec<CardRow>,
    pub total: i64,
    /// Only the facets, the correction and the search id are set.
    pub extras: ProductPage,
}

/// A page as the search index returns it, without cards.
struct FoundPage {
    products: Vec<i64>,
    total: i64,
    extras: ProductPage,
}

impl<'a> List<'a> {
    pub fn parse(request: &'a ListProductsRequest, language: Language, visitor: Visitor) -> Result<Self> {
        Ok(Self {
            page: Page::parse(request.page, request.per_page)?,
            filters: parse::filters(request)?,
            category: slug_or_id(request.category.as_deref(), CATEGORY_NOT_FOUND)?,
            store: slug_or_id(request.store.as_deref(), STORE_NOT_FOUND)?,
            search: parse::search_id(request.search_id.as_deref()),
            request,
            language,
            visitor,
        })
    }

    pub async fn read(&self, app: &App) -> Result<ListedPage> {
        if self.request.shelf {
            return self.shelf(app).await;
        }
        self.list(app).await
    }

    async fn list(&self, app: &App) -> Result<ListedPage> {
        if self.request.ids.is_empty() {
            let FoundPage { products, total, extras } = self.search(app).await?;
            let rows = super::cards_of(app, self.language, products).await?;
            return Ok(ListedPage { rows, total, extras });
        }
        let mut connection = app.warm_pool.acquire().await?;
        let listed = self.by_ids(&mut connection).await?;
        connection.release();
        Ok(listed)
    }

    /// Leaves out sold-out products and near duplicates.
    async fn shelf(&self, app: &App) -> Result<ListedPage> {
        let candidates = Self { page: Page::parse(1, SHELF_CANDIDATES)?, ..self.clone() };
        let listed = candidates.list(app).await?;
        let rows = listed.rows.into_iter().filter(|row| row.available > 0);
        let (pictured, without_picture): (Vec<_>, Vec<_>) = rows.partition(|row| !row.image_url.is_empty());

        let ranked = pictured.into_iter().chain(without_picture);
        let shown = near_duplicates::distinct_ignoring_numbers(ranked, |row: &CardRow| &row.name);
        let rows: Vec<_> = shown.take(self.page.limit() as usize).collect();
        Ok(ListedPage { total: rows.len() as i64, rows, extras: listed.extras })
    }

    fn sort(&self) -> Sort {
        parse::sort(self.request.sort(), self.filters.text.is_some())
    }

    /// Only new searches are counted in the statistics.
    fn is_new_search(&self) -> bool {
        let only_text = Filters { text: self.filters.text.clone(), ..Filters::default() };
        self.request.search_id.is_none()
            && self.category.is_none()
            && self.store.is_none()
            && self.filters == only_text
            && self.page.offset() == 0
    }

    async fn by_ids(&self, tx: &mut PgConnection) -> Result<ListedPage> {
        let mut products = parse::ids(&self.request.ids)?;
        if self.request.sort() != ProductSort::Unspecified {
            products = db::product_sort::sorted(tx, &products, self.sort()).await?;
        }
        let rows = db::card::for_products(tx, self.language, &products).await?;
        let total = rows.len() as i64;
        let page = rows.into_iter().skip(self.page.offset() as usize).take(self.page.limit() as usize);
        Ok(ListedPage { rows: page.collect(), total, extras: ProductPage::default() })
    }

    async fn search(&self, app: &App) -> Result<FoundPage> {
        let rule = self.filters.text.as_deref().and_then(|text| app.search_rules.find(text)).unwrap_or_default();
        let corrected_by_rule = rule.instead.clone();
        let request = self.list_request(app, rule).await?;
        let snapshot_name = self.search.as_ref().map(|search| search.snapshot_name);
        let (page, snapshot_name) = app.search.find(request, snapshot_name).await?;

        let search_number = self.search_number(app, page.total == 0);
        let search_id = parse::SearchId { snapshot_name: &snapshot_name, search_number };
        // Copied only if the cache of the index holds the facets, too.
        let facets = page.facets.map(Arc::unwrap_or_clone).unwrap_or_default();
        let extras = ProductPage {
            facets: facets.into_iter().map(reply::facet).collect(),
            corrected: page.corrected.or(corrected_by_rule),
            search_id: Some(search_id.to_string()),
            ..ProductPage::default()
        };
        Ok(FoundPage { products: page.products, total: page.total as i64, extras })
    }

    async fn list_request(&self, app: &App, rule: Effect) -> Result<ListRequest> {
        let taxonomy = app.search.taxonomy().await?;
        let category = match self.category {
            None => None,
            Some(slug) => Some(match taxonomy.find_category(slug) {
                Some(category) => category.id,
                None => by_former_slug(app, slug).await?,
            }),
        };
        let store = match self.store {
            None => None,
            Some(slug) => Some(taxonomy.find_store(slug).ok_or(Error::NotFound(STORE_NOT_FOUND))?.id),
        };
        let text = rule.instead.or_else(|| self.filters.text.clone());
        Ok(ListRequest {
            language: self.language,
            category,
            filters: Filters { text, store, ..self.filters.clone() },
            first_products: rule.first_products,
            sort: self.sort(),
            offset: self.page.offset() as usize,
            limit: self.page.limit() as usize,
            with_facets: self.request.with_facets,
        })
    }

    /// Records a new search. Later pages keep the number of the first.
    fn search_number(&self, app: &App, found_nothing: bool) -> Option<u64> {
        if let Some(typed) = self.filters.text.as_deref()
            && self.is_new_search()
        {
            let Visitor { account, address } = self.visitor;
            let search = NewSearch { language: self.language, typed, found_nothing, account, address };
            return app.searches.record(baku::day(app.clock.now()), &search);
        }
        self.search.as_ref().and_then(|search| search.search_number)
    }
}

fn slug_or_id<'a>(raw: Option<&'a str>, not_found: &'static str) -> Result<Option<&'a str>> {
    raw.map(|raw| parse::slug_or_id(raw, not_found)).transpose()
}

/// The index does not contain former slugs, because they are rarely used.
async fn by_former_slug(app: &App, slug: &str) -> Result<i64> {
    let mut connection = app.pool.acquire().await?;
    db::category::find_id(&mut connection, slug).await?.ok_or(Error::NotFound(CATEGORY_NOT_FOUND))
}
