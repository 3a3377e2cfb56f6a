//! Serves suggestions while a shopper types, and search statistics to staff.

use chrono::TimeDelta;
use kit::{Error, Language, page::Page};
use proto::{
    catalog::{
        CategoryRef, OpenedRequest, SearchReport, SearchReportRequest, SearchedQuery, StoreRef, SuggestRequest,
        Suggestions, search_server,
    },
    common::Done,
};
use search::SuggestedName;
use tonic::{Request, Response, Status};

use super::{parse, products::cards_of, reply};
use crate::{
    App,
    app::searches::popular,
    db::{self, card::CardRow},
    domain::{baku, near_duplicates},
};

const MAX_PRODUCTS: usize = 6;
const MAX_QUERIES: usize = 5;
/// Older counts are deleted.
const REPORT_DAYS: std::ops::RangeInclusive<i64> = 1..=90;

pub struct Search(pub App);

#[tonic::async_trait]
impl search_server::Search for Search {
    async fn suggest(&self, request: Request<SuggestRequest>) -> Result<Response<Suggestions>, Status> {
        let language = Language::from_metadata(request.metadata());
        let text = parse::text(Some(&request.get_ref().query)).map_err(|code| Error::invalid("query", code))?;
        let text = text.unwrap_or_default();

        let mut queries = popular(&self.0, language, &text, MAX_QUERIES).await?;
        let rule = self.0.search_rules.find(&text).unwrap_or_default();
        let searched_text = rule.instead.clone().unwrap_or_else(|| text.clone());
        let mut suggested = self.0.search.suggest(language, searched_text, rule.first_products).await?;
        // If no product matches the text, suggests popular products.
        let is_fallback = suggested.is_empty() && queries.is_empty() && !text.is_empty();
        if is_fallback {
            queries = popular(&self.0, language, "", MAX_QUERIES).await?;
            suggested = self.0.search.suggest(language, String::new(), Vec::new()).await?;
        }

        let rows = cards_of(&self.0, language, suggested.products).await?;
        let rows = near_duplicates::distinct(rows, |row: &CardRow| &row.name).take(MAX_PRODUCTS);
        let is_liked = false;
        let products = rows.map(|row| reply::card(row, is_liked));
        let categories =
            suggested.categories.into_iter().map(|SuggestedName { id, name, slug }| CategoryRef { id, name, slug });
        let stores = suggested.stores.into_iter().map(|SuggestedName { id, name, slug }| StoreRef { id, name, slug });
        Ok(Response::new(Suggestions {
            products: products.collect(),
            categories: categories.collect(),
            stores: stores.collect(),
            queries,
            corrected: if is_fallback { None } else { suggested.corrected.or(rule.instead) },
            is_fallback,
        }))
    }

    async fn opened(&self, request: Request<OpenedRequest>) -> Result<Response<Done>, Status> {
        let search = parse::search_id(Some(&request.get_ref().search_id));
        if let Some(search_number) = search.and_then(|search| search.search_number) {
            self.0.searches.record_opened(search_number);
        }
        Ok(Response::new(Done {}))
    }

    async fn report(&self, request: Request<SearchReportRequest>) -> Result<Response<SearchReport>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        if !REPORT_DAYS.contains(&request.days) {
            return Err(Error::invalid("days", "out_of_range").into());
        }

        let since = baku::day(self.0.clock.now()) - TimeDelta::days(request.days - 1);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::search_counts::count(&mut connection, since, request.only_empty).await.map_err(Error::from)?;
        let rows =
            db::search_counts::page(&mut connection, since, request.only_empty, page).await.map_err(Error::from)?;

        let queries = rows.into_iter().map(|row| SearchedQuery {
            query: row.typed,
            language: row.language,
            searches: row.searches,
            empty: row.empty,
            opened: row.opened,
        });
        Ok(Response::new(SearchReport { queries: queries.collect(), meta: Some(page.meta(total)) }))
    }
}
