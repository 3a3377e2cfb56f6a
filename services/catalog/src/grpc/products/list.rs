//! Product lists. The search index returns the products and their order; cards come from the database.

use std::sync::Arc;

use kit::{Error, Language, Result, page::Page};
use proto::catalog::{ListProductsRequest, ProductPage, ProductSort};
use search::{Ask, Filters, Sort};
use sqlx::PgConnection;

use super::super::{parse, reply};
use crate::{
    App,
    db::{self, card::Row},
    domain::{baku, likeness},
};

/// Number of products from which a shelf is selected.
const CHOSEN_FROM: i64 = 36;
const CATEGORY_NOT_FOUND: &str = "category_not_found";
const STORE_NOT_FOUND: &str = "store_not_found";

/// A parsed list request.
#[derive(Clone)]
pub struct List<'a> {
    request: &'a ListProductsRequest,
    language: Language,
    pub page: Page,
    filters: Filters,
    /// Slug or id, like `store`.
    category: Option<&'a str>,
    store: Option<&'a str>,
    search: Option<parse::SearchId<'a>>,
}

/// A page of the list.
pub struct Listed {
    pub rows: Vec<Row>,
    pub total: i64,
    /// Facets, correction and search id.
    pub rest: ProductPage,
}

/// The index's result: a page without cards.
struct Searched {
    products: Vec<i64>,
    total: i64,
    rest: ProductPage,
}

impl<'a> List<'a> {
    pub fn parse(request: &'a ListProductsRequest, language: Language) -> Result<Self> {
        Ok(Self {
            page: Page::parse(request.page, request.per_page)?,
            filters: parse::filters(request)?,
            category: place(request.category.as_deref(), CATEGORY_NOT_FOUND)?,
            store: place(request.store.as_deref(), STORE_NOT_FOUND)?,
            search: parse::search_id(request.search_id.as_deref()),
            request,
            language,
        })
    }

    pub async fn read(&self, app: &App) -> Result<Listed> {
        if self.request.shelf {
            return self.shelf(app).await;
        }
        self.list(app).await
    }

    async fn list(&self, app: &App) -> Result<Listed> {
        if self.request.ids.is_empty() {
            let Searched { products, total, rest } = self.search(app).await?;
            let rows = super::cards_of(app, self.language, products).await?;
            return Ok(Listed { rows, total, rest });
        }
        let mut connection = app.lender.lend().await?;
        let listed = self.chosen(&mut connection).await?;
        connection.done();
        Ok(listed)
    }

    /// Selects a shelf's products from a longer list: in stock, with a picture, no near duplicates.
    async fn shelf(&self, app: &App) -> Result<Listed> {
        let longer = Self { page: Page::parse(1, CHOSEN_FROM)?, ..self.clone() };
        let listed = longer.list(app).await?;
        let rows = listed.rows.into_iter().filter(|row| row.available > 0);
        let (pictured, plain): (Vec<_>, Vec<_>) = rows.partition(|row| !row.image_url.is_empty());
        let shown = likeness::varied(pictured.into_iter().chain(plain), |row: &Row| &row.name);
        let rows: Vec<_> = shown.take(self.page.limit() as usize).collect();
        Ok(Listed { total: rows.len() as i64, rows, rest: listed.rest })
    }

    fn sort(&self) -> Sort {
        parse::sort(self.request.sort(), self.filters.text.is_some())
    }

    /// Whether this is the first page of a search without filters.
    fn is_new_search(&self) -> bool {
        let only_words = Filters { text: self.filters.text.clone(), ..Filters::default() };
        self.request.search_id.is_none()
            && self.category.is_none()
            && self.store.is_none()
            && self.filters == only_words
            && self.page.offset() == 0
    }

    /// Products given by id, in the given order or sorted as requested.
    async fn chosen(&self, tx: &mut PgConnection) -> Result<Listed> {
        let mut products = parse::ids(&self.request.ids)?;
        if self.request.sort() != ProductSort::Unspecified {
            products = db::listed::sorted(tx, &products, self.sort()).await?;
        }
        let rows = db::card::of(tx, self.language, &products).await?;
        let total = rows.len() as i64;
        let page = rows.into_iter().skip(self.page.offset() as usize).take(self.page.limit() as usize);
        Ok(Listed { rows: page.collect(), total, rest: ProductPage::default() })
    }

    async fn search(&self, app: &App) -> Result<Searched> {
        let places = app.search.places().await?;
        let category = match self.category {
            None => None,
            Some(slug) => Some(match places.find_category(slug) {
                Some(category) => category.id,
                None => by_former_slug(app, slug).await?,
            }),
        };
        let store = self
            .store
            .map(|store| places.find_store(store).map(|store| store.id).ok_or(Error::NotFound(STORE_NOT_FOUND)));
        let ask = Ask {
            language: self.language,
            category,
            filters: Filters { store: store.transpose()?, ..self.filters.clone() },
            sort: self.sort(),
            offset: self.page.offset() as usize,
            limit: self.page.limit() as usize,
            with_facets: self.request.with_facets,
        };
        let (answer, moment) = app.search.find(ask, self.search.as_ref().map(|search| search.moment)).await?;
        let mut noted = self.search.as_ref().and_then(|search| search.noted);
        if let Some(text) = self.filters.text.as_deref().filter(|_| self.is_new_search()) {
            let today = baku::day(app.clock.now());
            noted = app.searches.note(today, self.language, text, answer.total == 0);
        }
        // Facets of unfiltered lists are shared with the cache, so they may be copied here.
        let facets = answer.facets.map(Arc::unwrap_or_clone);
        let facets = facets.map(|facets| facets.into_iter().map(reply::facet).collect());
        let rest = ProductPage {
            facets: facets.unwrap_or_default(),
            corrected: answer.corrected,
            search_id: Some(parse::SearchId { moment: &moment, noted }.to_string()),
            ..ProductPage::default()
        };
        Ok(Searched { products: answer.products, total: answer.total as i64, rest })
    }
}

fn place<'a>(raw: Option<&'a str>, not_found: &'static str) -> Result<Option<&'a str>> {
    raw.map(|raw| parse::slug_or_id(raw, not_found)).transpose()
}

/// Finds a category by a former slug. These are rare, so the index does not know them.
async fn by_former_slug(app: &App, slug: &str) -> Result<i64> {
    let mut connection = app.pool.acquire().await?;
    db::category::id(&mut connection, slug).await?.ok_or(Error::NotFound(CATEGORY_NOT_FOUND))
}
