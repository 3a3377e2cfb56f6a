//! Builds a page from its template and initial data.

mod fetch;
mod missing;

use std::sync::Arc;

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
};
use kit::Language;
use proto::seo::PageTexts;
use serde_json::Value;

use crate::{
    api::NO_STORE,
    api_cache::ApiCache,
    buffered_response::BufferedResponse,
    observe::Route as RouteName,
    request_context::RequestContext,
    services::Services,
    shell::{
        address::Address,
        app::App,
        head::{Head, NAME, Preload},
        home::{self, Home},
        routes::{Application, Picture, ROUTES, RouteMatch},
        state::{self, ApiQuery},
        structured::Links,
        subject::{self, Subject},
        tags::Tags,
        template::{PageParts, Rendered},
    },
};

/// A subject with this code gets 410 instead of 404.
const WITHDRAWN: &str = "product_withdrawn";
pub const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

pub struct PageBuilder<'a> {
    pub api_cache: &'a ApiCache,
    pub services: &'a Services,
    pub context: &'a RequestContext,
    pub app: &'a App,
    pub site: &'a str,
    pub address: &'a Address,
}

pub enum BuiltPage {
    Page(Box<BufferedResponse>, Caching),
    /// A redirect to this path.
    Moved(StatusCode, String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    Allowed,
    /// Some data could not be fetched, or the page is a preview.
    Forbidden,
}

impl PageBuilder<'_> {
    /// Fetches the data, and writes the page. Without its subject (for example the product), the page becomes a
    /// redirect or an error page. Other missing data is left to the app, and the page is not cached. Shelves of the home
    /// page are fetched last, because its sections name them.
    pub async fn build(&self, route_match: Option<&RouteMatch>) -> BuiltPage {
        let Some(route_match) = route_match else { return self.missing(StatusCode::NOT_FOUND).await };
        let application = route_match.route.app;
        let mut queries = ROUTES.layout_queries(application);
        queries.extend(route_match.queries());
        let (results, texts, reviews, tags) = tokio::join!(
            self.fetch(&queries),
            self.texts(route_match),
            self.reviews(route_match),
            self.tags(application)
        );
        let subject_path = route_match.subject();
        let mut subject_data = Subject::with_reviews(reviews);
        let mut responses = Vec::with_capacity(queries.len());
        let mut is_complete = (texts.is_some() || route_match.route.seo.is_none()) && tags.is_some();
        let page = route_match.page_number().unwrap_or(1);
        let is_preview = route_match.is_preview();
        let mut home = None;
        for (api_query, result) in queries.into_iter().zip(results) {
            let is_subject = subject_path.as_deref() == Some(api_query.path.as_str());
            match result {
                Ok(response) => {
                    if is_subject && let Some(path) = self.moved_path(route_match, &response) {
                        return BuiltPage::Moved(StatusCode::MOVED_PERMANENTLY, path);
                    }
                    if route_match.is_list_query(&api_query)
                        && let Some(paging) = subject::paging(&response)
                    {
                        // Otherwise a list would have an unlimited number of empty pages with status 200.
                        if page > 1 && i64::try_from(page).unwrap_or(i64::MAX) > paging.last_page {
                            return self.missing(StatusCode::NOT_FOUND).await;
                        }
                        subject_data.record_paging(&paging);
                    }
                    if api_query.path == home::PATH {
                        home = Home::read(&response);
                        is_complete &= home.is_some();
                    }
                    subject_data.read_response(&api_query.path, &response);
                    responses.push((api_query, response));
                }
                Err(error) if is_subject => return self.missing(error.page_status()).await,
                Err(error) if page > 1 && route_match.is_list_query(&api_query) && error.is_final() => {
                    return self.missing(StatusCode::NOT_FOUND).await;
                }
                // The preview has expired.
                Err(error) if is_preview && api_query.path == home::PATH && error.is_final() => {
                    return self.missing(StatusCode::NOT_FOUND).await;
                }
                Err(_) => is_complete = false,
            }
        }
        let has_all_shelves = match &home {
            Some(home) => self.add_shelves(home, &mut responses).await,
            None => true,
        };
        let texts = subject_data
            .texts()
            .or(texts)
            .unwrap_or_else(|| PageTexts { title: NAME.to_owned(), ..PageTexts::default() });
        // The address of a preview is a secret, which analytics tools would read.
        let tags = tags.filter(|_| !is_preview).unwrap_or_default();
        let head = self.head(route_match, &subject_data, &texts, &tags, &responses, home.as_ref());
        let state: Arc<str> = state::write(self.address.language, &tags, &responses).into();
        // The app fetches the missing data.
        let rendered = if is_complete { self.render(route_match, &state).await } else { None };
        let language = self.address.language;
        let scripts = self.app.scripts(application, Some(&route_match.route.entry), language);
        let parts = PageParts { language, head: &head, rendered: rendered.as_ref(), state: &state, scripts: &scripts };
        let page = self.write(StatusCode::OK, application, &route_match.route.pattern, &parts, &tags);
        let page = if is_preview { page.with_header(header::CACHE_CONTROL, NO_STORE) } else { page };
        let may_be_cached = is_complete && has_all_shelves && !is_preview;
        BuiltPage::Page(Box::new(page), if may_be_cached { Caching::Allowed } else { Caching::Forbidden })
    }

    /// Returns the current path of a subject that was found by a previous slug or an id.
    fn moved_path(&self, route_match: &RouteMatch, response: &BufferedResponse) -> Option<String> {
        let slug = subject::current_slug(response)?;
        if route_match.single_value() == Some(slug.as_str()) {
            return None;
        }
        let address = Address { language: self.address.language, segments: route_match.address_for(&slug) };
        Some(address.path())
    }

    fn head(
        &self,
        route_match: &RouteMatch,
        subject_data: &Subject,
        texts: &PageTexts,
        tags: &Tags,
        responses: &[(ApiQuery, Arc<BufferedResponse>)],
        home: Option<&Home>,
    ) -> String {
        let is_home = self.address.segments.is_empty();
        let mut preloads =
            self.app.preloads(route_match.route.app, Some(&route_match.route.entry), self.address.language);
        preloads.extend(self.picture(route_match, responses, home));
        let structured =
            if is_home { subject_data.describe_shop(self) } else { subject_data.structured(self, &texts.title) };
        let own_picture = Some(texts.og_image.as_str()).filter(|picture| picture.starts_with('/'));
        Head {
            site: self.site,
            address: self.address,
            title: &texts.title,
            description: &texts.description,
            // Search engines should not show empty lists.
            is_indexed: route_match.route.index && !subject_data.is_empty() && !route_match.is_preview(),
            page: route_match.page_number().filter(|page| *page > 1 && !route_match.is_filtered()),
            verification: Some(tags.search_console.as_str()).filter(|proof| is_home && !proof.is_empty()),
            is_product: subject_data.is_product(),
            picture: subject_data.picture().or(own_picture),
            preloads: &preloads,
            structured: &structured,
        }
        .to_string()
    }

    /// Returns the largest picture, which is loaded early.
    fn picture(
        &self,
        route_match: &RouteMatch,
        responses: &[(ApiQuery, Arc<BufferedResponse>)],
        home: Option<&Home>,
    ) -> Option<Preload> {
        match route_match.route.picture.as_ref()? {
            Picture::Files { files, sizes } => {
                let url = home?.hero_picture()?;
                if url.starts_with('/') {
                    return Some(Preload::Picture { url: url.to_owned(), sizes: sizes.clone() });
                }
                // An illustration of the web app is small, and not among these files.
                if !url.is_empty() {
                    return None;
                }
                let files =
                    files.iter().filter_map(|(width, source)| Some(format!("{} {width}", self.app.file(source)?)));
                let set = files.collect::<Vec<_>>().join(", ");
                (!set.is_empty()).then(|| Preload::PictureSet { set, sizes: sizes.clone() })
            }
            Picture::Response { query, pointer, sizes } => {
                let picture_query = route_match.queries().into_iter().nth(*query)?;
                let (_, response) = responses.iter().find(|(api_query, _)| *api_query == picture_query)?;
                let response: Value = serde_json::from_slice(&response.body).ok()?;
                let url = response.pointer(pointer)?.as_str().filter(|url| !url.is_empty())?.to_owned();
                Some(Preload::Picture { url, sizes: sizes.clone() })
            }
        }
    }

    async fn render(&self, route_match: &RouteMatch, state: &Arc<str>) -> Option<Rendered> {
        if !route_match.route.rendered {
            return None;
        }
        let renderer = self.app.renderer.as_ref()?;
        let (path, search) = (self.address.path(), route_match.relevant_query());
        let address = if search.is_empty() { path } else { format!("{path}?{search}") };
        match renderer.render(address, state.clone()).await {
            Ok(html) => Some(Rendered { search, html }),
            Err(failure) => {
                tracing::debug!("{} is sent without rendered HTML: {failure}", route_match.route.pattern);
                None
            }
        }
    }

    fn write(
        &self,
        status: StatusCode,
        application: Application,
        pattern: &str,
        parts: &PageParts<'_>,
        tags: &Tags,
    ) -> BufferedResponse {
        let html = self.app.template(application).fill(parts);
        let page = BufferedResponse::new(status, HTML, Bytes::from(html), Some(RouteName(pattern.into())));
        let page = match tags.policy() {
            Some(policy) => page.with_header(header::CONTENT_SECURITY_POLICY, policy),
            None => page,
        };
        page.with_header(header::CONTENT_LANGUAGE, HeaderValue::from_static(parts.language.code()))
            .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))
            .with_header(header::VARY, HeaderValue::from_static("Accept-Encoding"))
    }

    fn link(&self, segments: Vec<String>) -> String {
        let address = Address { language: self.address.language, segments };
        format!("{}{}", self.site, address.path())
    }
}

impl Links for PageBuilder<'_> {
    fn home(&self) -> String {
        self.link(Vec::new())
    }

    fn page(&self) -> String {
        self.link(self.address.segments.clone())
    }

    fn store(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/store/", slug))
    }

    fn product(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/product/", slug))
    }

    fn category(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/category/", slug))
    }

    fn search(&self) -> String {
        let prefix = if self.address.language == Language::default() {
            String::new()
        } else {
            format!("/{}", self.address.language.code())
        };
        format!("{}{prefix}{}{{search_term_string}}", self.site, ROUTES.search().unwrap_or("/"))
    }

    fn file(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }
}
