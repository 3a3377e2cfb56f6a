//! Addresses of pages and their API queries, from `web/routes.json`.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use kit::Language;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use crate::shell::{
    address::{Address, encode_component, encode_query},
    state::ApiQuery,
};

pub static ROUTES: LazyLock<Routes> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/routes.json"))
        .expect("the routes are compiled in, and tests parse them")
});

/// The parameter with the token of a preview.
const PREVIEW: &str = "preview";

#[derive(Debug, Deserialize)]
pub struct Routes {
    documents: Documents,
    /// Modules with the app's texts, by language.
    messages: HashMap<String, String>,
    /// Queries of every page.
    layout: Vec<QueryTemplate>,
    #[serde(rename = "routes")]
    pages: Vec<Route>,
}

/// Page templates, relative to the root of the built web app.
#[derive(Debug, Deserialize)]
pub struct Documents {
    pub shop: String,
    pub admin: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Application {
    #[default]
    Shop,
    /// The back office, which is neither rendered here nor indexed.
    Admin,
}

#[derive(Debug, Deserialize)]
pub struct Route {
    #[serde(default)]
    pub app: Application,
    /// For example `/kateqoriya/{slug}`.
    pub pattern: String,
    pub entry: String,
    /// The kind of page in the seo service.
    pub seo: Option<String>,
    pub index: bool,
    #[serde(default)]
    pub rendered: bool,
    /// The path of the query for the page's subject. The page exists only if it succeeds.
    pub subject: Option<String>,
    queries: Vec<QueryTemplate>,
    pub picture: Option<Picture>,
}

/// The page's largest picture. Only that of the home page is a file of the web app.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Picture {
    /// Files of the web app by width.
    Files { files: BTreeMap<String, String>, sizes: String },
    /// A JSON pointer into the response of one of the page's queries.
    Response { query: usize, pointer: String, sizes: String },
}

/// A GET request of the API with placeholders.
#[derive(Debug, Deserialize)]
struct QueryTemplate {
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
    /// Parameters that are passed on to the API.
    #[serde(default)]
    pass: Vec<String>,
}

#[derive(Debug)]
pub struct RouteMatch {
    pub route: &'static Route,
    /// The values of the placeholders.
    pub values: BTreeMap<&'static str, String>,
    search: Vec<(String, String)>,
}

impl Routes {
    pub fn find(&'static self, address: &Address, search: Option<&str>) -> Option<RouteMatch> {
        let search = parse_search(search.unwrap_or_default());
        self.pages
            .iter()
            .find_map(|route| Some(RouteMatch { values: route.values(address)?, route, search: search.clone() }))
    }

    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Returns the application of an address. The first segment decides, even for an unknown page.
    pub fn application(&self, address: &Address) -> Application {
        let Some(first) = address.segments.first() else { return Application::Shop };
        let route = self.pages.iter().find(|route| segments(&route.pattern).next() == Some(first.as_str()));
        route.map_or(Application::Shop, |route| route.app)
    }

    pub fn layout_queries(&self, application: Application) -> Vec<ApiQuery> {
        if application == Application::Admin {
            return Vec::new();
        }
        self.layout
            .iter()
            .map(|template| ApiQuery { path: template.path.clone(), query: template.query.clone() })
            .collect()
    }

    pub fn messages(&self, language: Language) -> Option<&str> {
        self.messages.get(language.code()).map(String::as_str)
    }

    /// Returns the address of a subject. `subject` is the prefix of the subject's query, such as `/product/`.
    pub fn address_of(&self, subject: &str, value: &str) -> Vec<String> {
        let route =
            self.pages.iter().find(|route| route.subject.as_deref().is_some_and(|path| path.starts_with(subject)));
        let pattern = route.map_or("/", |route| &route.pattern);
        fill_pattern(pattern, value)
    }

    /// Returns the paths of pages that are not indexed, up to their first placeholder.
    pub fn unindexed_paths(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().filter(|route| !route.index).map(|route| route.pattern.split('{').next().unwrap_or_default())
    }

    /// Returns the indexed pages without a subject, such as the home page.
    pub fn fixed_pages(&self) -> Vec<Vec<String>> {
        let fixed_pages = self.pages.iter().filter(|route| route.index && !route.pattern.contains('{'));
        fixed_pages.map(|route| segments(&route.pattern).map(str::to_owned).collect()).collect()
    }

    /// Returns the search page's path before the search text.
    pub fn search(&self) -> Option<&str> {
        self.pages.iter().find_map(|route| route.pattern.strip_suffix("{text}"))
    }
}

impl Route {
    fn values(&'static self, address: &Address) -> Option<BTreeMap<&'static str, String>> {
        if segments(&self.pattern).count() != address.segments.len() {
            return None;
        }
        let mut values = BTreeMap::new();
        for (pattern_segment, segment) in segments(&self.pattern).zip(&address.segments) {
            match placeholder(pattern_segment) {
                Some(name) => drop(values.insert(name, segment.clone())),
                None if pattern_segment == segment => {}
                None => return None,
            }
        }
        Some(values)
    }
}

impl RouteMatch {
    pub fn queries(&self) -> Vec<ApiQuery> {
        self.route.queries.iter().map(|template| self.fill(template)).collect()
    }

    pub fn subject(&self) -> Option<String> {
        self.route.subject.as_deref().map(|path| self.fill_path(path))
    }

    /// Returns the value of the only placeholder.
    pub fn single_value(&self) -> Option<&str> {
        let mut values = self.values.values();
        match (values.next(), values.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    pub fn address_for(&self, value: &str) -> Vec<String> {
        fill_pattern(&self.route.pattern, value)
    }

    /// Returns the number of the list's page, or `None` if the page is no list.
    pub fn page_number(&self) -> Option<u64> {
        let is_list = self.route.queries.iter().any(|template| template.query.values().any(|value| value == "{page}"));
        is_list.then(|| {
            let page_number = self.search.iter().rev().find(|(name, _)| name == "page");
            page_number
                .and_then(|(_, page_number)| page_number.trim().parse::<f64>().ok())
                .map_or(1, |page_number| (page_number.floor() as u64).max(1))
        })
    }

    /// Returns the parameters on which the page depends, encoded as `URLSearchParams` does.
    pub fn relevant_query(&self) -> String {
        let passed = self.search.iter().filter(|(name, value)| !value.is_empty() && self.passes(name));
        let mut relevant_query: BTreeMap<String, String> = passed.cloned().collect();
        relevant_query.extend(
            self.page_number()
                .filter(|page_number| *page_number > 1)
                .map(|page_number| ("page".to_owned(), page_number.to_string())),
        );
        let pairs =
            relevant_query.iter().map(|(name, value)| format!("{}={}", encode_query(name), encode_query(value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Whether the query requests a page of the list.
    pub fn is_list_query(&self, api_query: &ApiQuery) -> bool {
        let page_number = self.page_number().map(|page_number| page_number.to_string());
        page_number.is_some() && api_query.query.get("page") == page_number.as_ref()
    }

    pub fn is_filtered(&self) -> bool {
        self.search.iter().any(|(name, value)| !value.is_empty() && self.passes(name))
    }

    /// Whether the page shows sections that staff have not published.
    pub fn is_preview(&self) -> bool {
        self.search.iter().any(|(name, value)| name == PREVIEW && !value.is_empty() && self.passes(name))
    }

    fn passes(&self, name: &str) -> bool {
        self.route.queries.iter().any(|template| template.pass.iter().any(|pattern| matches_parameter(pattern, name)))
    }

    fn fill(&self, template: &QueryTemplate) -> ApiQuery {
        let page_number = self.page_number().unwrap_or(1).to_string();
        let filled = template.query.iter().map(|(name, value)| {
            let value = match placeholder(value) {
                Some("page") => page_number.clone(),
                Some(placeholder) => self.values.get(placeholder).cloned().unwrap_or_default(),
                None => value.clone(),
            };
            (name.clone(), value)
        });
        let mut query: BTreeMap<String, String> = filled.collect();
        let passed =
            self.search.iter().filter(|(name, _)| template.pass.iter().any(|pattern| matches_parameter(pattern, name)));
        query.extend(passed.cloned());
        query.retain(|_, value| !value.is_empty());
        ApiQuery { path: self.fill_path(&template.path), query }
    }

    fn fill_path(&self, path: &str) -> String {
        let segments = segments(path).map(|segment| match placeholder(segment) {
            Some(name) => encode_component(self.values.get(name).map_or("", String::as_str)),
            None => segment.to_owned(),
        });
        let end = if path.ends_with('/') { "/" } else { "" };
        segments.fold(String::new(), |path, segment| path + "/" + &segment) + end
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

fn fill_pattern(pattern: &str, value: &str) -> Vec<String> {
    let fill = |segment| if placeholder(segment).is_some() { value } else { segment };
    segments(pattern).map(|segment| fill(segment).to_owned()).collect()
}

fn placeholder(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// `fields[*]` matches all fields.
fn matches_parameter(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            let key = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).unwrap_or_default();
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        }
    }
}

fn parse_search(search: &str) -> Vec<(String, String)> {
    const MAX_PARAMETERS: usize = 64;
    let decode = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let pairs = search.split('&').filter(|pair| !pair.is_empty()).take(MAX_PARAMETERS);
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decode(name), decode(value)))
        .collect()
}

#[cfg(test)]
mod tests;
