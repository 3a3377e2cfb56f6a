//! Reads the data of a page from the API.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use axum::{http::StatusCode, response::Response};
use futures::future::join_all;
use proto::{
    catalog::Review,
    seo::{PageTexts, TagValue},
};
use serde::Deserialize;

use super::{PageBuilder, WITHDRAWN};
use crate::{
    buffered_response::BufferedResponse,
    problem::Problem,
    shell::{
        home::Home,
        routes::{Application, RouteMatch},
        state::ApiQuery,
        subject,
        tags::Tags,
    },
};

/// Search engines show no more reviews.
const MAX_REVIEWS: u8 = 3;

pub struct QueryError {
    status: StatusCode,
    code: Cow<'static, str>,
}

impl QueryError {
    /// Returns the page's status if this was the query of its subject.
    pub fn page_status(&self) -> StatusCode {
        if self.status.is_server_error() {
            StatusCode::SERVICE_UNAVAILABLE
        } else if self.code == WITHDRAWN {
            StatusCode::GONE
        } else {
            StatusCode::NOT_FOUND
        }
    }

    /// Whether a repetition would fail, too.
    pub fn is_final(&self) -> bool {
        self.status.is_client_error()
    }
}

#[derive(Deserialize)]
struct Tag {
    data: TagValue,
}

#[derive(Deserialize)]
struct Texts {
    data: PageTexts,
}

impl PageBuilder<'_> {
    /// Returns the results in the order of the queries.
    pub(super) async fn fetch(&self, queries: &[ApiQuery]) -> Vec<Result<Arc<BufferedResponse>, QueryError>> {
        join_all(queries.iter().map(|api_query| self.fetch_one(api_query))).await
    }

    async fn fetch_one(&self, api_query: &ApiQuery) -> Result<Arc<BufferedResponse>, QueryError> {
        let response = self.api_cache.get_anonymous(self.context, self.address.language, &api_query.target()).await;
        let response = response.map_err(|mut error: Response| QueryError {
            status: error.status(),
            code: error.extensions_mut().remove::<Problem>().map(|problem| problem.code).unwrap_or_default(),
        })?;
        let error = QueryError { status: response.status, code: Cow::Borrowed("") };
        if response.status.is_success() { Ok(response) } else { Err(error) }
    }

    /// Adds the responses for the shelves. Returns `false` if a shelf is missing only for now. A shelf of a deleted
    /// category stays missing, and does not count.
    pub(super) async fn add_shelves(
        &self,
        home: &Home,
        responses: &mut Vec<(ApiQuery, Arc<BufferedResponse>)>,
    ) -> bool {
        let queries = home.shelf_queries();
        let results = self.fetch(&queries).await;
        let mut is_complete = true;
        for (api_query, result) in queries.into_iter().zip(results) {
            match result {
                Ok(response) => responses.push((api_query, response)),
                Err(error) => is_complete &= error.is_final(),
            }
        }
        is_complete
    }

    /// Returns title and description. The app uses the same route, so the response is often cached.
    pub(super) async fn texts(&self, route_match: &RouteMatch) -> Option<PageTexts> {
        let path = format!("/seo/{}", route_match.route.seo.as_deref()?);
        let slug = route_match.values.first_key_value().map(|(_, value)| ("slug".to_owned(), value.clone()));
        let response = self.fetch_one(&ApiQuery { path, query: slug.into_iter().collect() }).await.ok()?;
        serde_json::from_slice::<Texts>(&response.body).ok().map(|texts| texts.data)
    }

    /// Returns `None` if the service is unavailable: the page is then not cached.
    pub(super) async fn tags(&self, application: Application) -> Option<Tags> {
        if application == Application::Admin {
            return Some(Tags::default());
        }
        let tag = async |name: &str| {
            let api_query = ApiQuery { path: format!("/seo/{name}"), query: BTreeMap::new() };
            let response = self.fetch_one(&api_query).await.ok()?;
            serde_json::from_slice::<Tag>(&response.body).ok().map(|tag| tag.data.value)
        };
        let (google_analytics, google_tag_manager, yandex_metrica, search_console) = tokio::join!(
            tag("google-analytics"),
            tag("google-tag-manager"),
            tag("yandex-metrica"),
            tag("search-console")
        );
        Some(Tags {
            google_analytics: google_analytics?,
            google_tag_manager: google_tag_manager?,
            yandex_metrica: yandex_metrica?,
            search_console: search_console?,
        })
    }

    /// Returns the first reviews of a product for search engines. The app loads reviews when the shopper scrolls down.
    pub(super) async fn reviews(&self, route_match: &RouteMatch) -> Vec<Review> {
        let Some(product) = route_match.subject().filter(|path| path.starts_with("/product/")) else {
            return Vec::new();
        };
        let query = [("perPage".to_owned(), MAX_REVIEWS.to_string())].into();
        let response = self.fetch_one(&ApiQuery { path: format!("{product}/reviews"), query }).await;
        response.map_or_else(|_| Vec::new(), |response| subject::reviews(&response))
    }
}
