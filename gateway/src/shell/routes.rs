//! The pages of the shop and of the back office, from `web/routes.json`: their addresses and their initial data. The
//! web app's loaders are tested against the same file.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use kit::Language;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use crate::shell::{
    address::{Address, component, query_text},
    state::Question,
};

pub static ROUTES: LazyLock<Routes> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/routes.json"))
        .expect("the routes are compiled in, and a test reads them")
});

#[derive(Debug, Deserialize)]
pub struct Routes {
    documents: Documents,
    /// The modules with the app's texts, by language.
    messages: HashMap<String, String>,
    /// The queries of the layout around every page.
    layout: Vec<Need>,
    #[serde(rename = "routes")]
    pages: Vec<Route>,
}

/// The page templates of the two applications, relative to the root of the built web app.
#[derive(Debug, Deserialize)]
pub struct Documents {
    pub shop: String,
    pub admin: String,
}

/// Each application has its own page template, router and bundle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Application {
    #[default]
    Shop,
    /// The back office is not rendered here, has no analytics and is not indexed.
    Admin,
}

#[derive(Debug, Deserialize)]
pub struct Route {
    #[serde(default)]
    pub app: Application,
    /// For example `/kateqoriya/{slug}`.
    pub pattern: String,
    /// The module of the page.
    pub entry: String,
    /// The kind of page in the seo service.
    pub seo: Option<String>,
    /// Whether search engines may index it.
    pub index: bool,
    /// Whether the gateway renders its first HTML.
    #[serde(default)]
    pub rendered: bool,
    /// The query of the page's subject; the page exists only if it succeeds.
    pub subject: Option<String>,
    queries: Vec<Need>,
    /// The largest picture of the page.
    pub picture: Option<Picture>,
}

/// Where to find a page's largest picture, and how wide it is displayed.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Picture {
    /// Files of the app, by width.
    Files { files: BTreeMap<String, String>, sizes: String },
    /// A JSON pointer into the response of one of the queries.
    Answer { query: usize, pointer: String, sizes: String },
}

/// A GET request of the API with placeholders.
#[derive(Debug, Deserialize)]
struct Need {
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
    /// Query parameters of the page that are passed to the API.
    #[serde(default)]
    pass: Vec<String>,
}

/// A route with the values of its address.
#[derive(Debug)]
pub struct Place {
    pub route: &'static Route,
    /// By the placeholder's name in the pattern.
    pub values: BTreeMap<&'static str, String>,
    search: Vec<(String, String)>,
}

impl Routes {
    pub fn find(&'static self, address: &Address, search: Option<&str>) -> Option<Place> {
        let search = parse_search(search.unwrap_or_default());
        self.pages
            .iter()
            .find_map(|route| Some(Place { values: route.values(address)?, route, search: search.clone() }))
    }

    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Returns the application of an address, even of an unknown page: the first segment decides.
    pub fn application(&self, address: &Address) -> Application {
        let Some(first) = address.segments.first() else { return Application::Shop };
        let route = self.pages.iter().find(|route| segments(&route.pattern).next() == Some(first.as_str()));
        route.map_or(Application::Shop, |route| route.app)
    }

    /// Returns the queries of the layout.
    pub fn of_layout(&self, application: Application) -> Vec<Question> {
        if application == Application::Admin {
            return Vec::new();
        }
        self.layout.iter().map(|need| Question { path: need.path.clone(), query: need.query.clone() }).collect()
    }

    /// Returns the module with the app's texts.
    pub fn messages(&self, language: Language) -> Option<&str> {
        self.messages.get(language.code()).map(String::as_str)
    }

    /// Returns the address of the page about `value`.
    pub fn address_of(&self, subject: &str, value: &str) -> Vec<String> {
        let route =
            self.pages.iter().find(|route| route.subject.as_deref().is_some_and(|path| path.starts_with(subject)));
        let pattern = route.map_or("/", |route| &route.pattern);
        filled(pattern, value)
    }

    /// Returns the path prefixes that search engines should not visit.
    pub fn hidden(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().filter(|route| !route.index).map(|route| route.pattern.split('{').next().unwrap_or_default())
    }

    /// Returns the indexed pages without placeholders.
    pub fn fixed(&self) -> Vec<Vec<String>> {
        let fixed = self.pages.iter().filter(|route| route.index && !route.pattern.contains('{'));
        fixed.map(|route| segments(&route.pattern).map(str::to_owned).collect()).collect()
    }

    /// Returns the path of the search page before the search text.
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
        for (wanted, segment) in segments(&self.pattern).zip(&address.segments) {
            match hole(wanted) {
                Some(name) => drop(values.insert(name, segment.clone())),
                None if wanted == segment => {}
                None => return None,
            }
        }
        Some(values)
    }
}

impl Place {
    /// Returns the page's own queries.
    pub fn questions(&self) -> Vec<Question> {
        self.route.queries.iter().map(|need| self.fill(need)).collect()
    }

    pub fn subject(&self) -> Option<String> {
        self.route.subject.as_deref().map(|path| self.fill_path(path))
    }

    /// Returns the value of the only placeholder, or `None` if there are several.
    pub fn name(&self) -> Option<&str> {
        let mut names = self.values.values();
        names.next().filter(|_| names.next().is_none()).map(String::as_str)
    }

    /// Returns the same page's address for another value.
    pub fn of(&self, name: &str) -> Vec<String> {
        filled(&self.route.pattern, name)
    }

    /// Returns the page number in a list, or `None` for other pages. A page is a list if one of its queries has
    /// `{page}`.
    pub fn page(&self) -> Option<u64> {
        let is_list = self.route.queries.iter().any(|need| need.query.values().any(|value| value == "{page}"));
        is_list.then(|| {
            let page = self.search.iter().rev().find(|(name, _)| name == "page");
            page.and_then(|(_, page)| page.trim().parse::<f64>().ok()).map_or(1, |page| (page.floor() as u64).max(1))
        })
    }

    /// Returns the part of the query string that the page depends on, encoded as `URLSearchParams` does.
    pub fn told(&self) -> String {
        let passed = self.search.iter().filter(|(name, value)| !value.is_empty() && self.passes(name));
        let mut told: BTreeMap<String, String> = passed.cloned().collect();
        told.extend(self.page().filter(|page| *page > 1).map(|page| ("page".to_owned(), page.to_string())));
        let pairs = told.iter().map(|(name, value)| format!("{}={}", query_text(name), query_text(value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Whether the query is that of the paged list.
    pub fn lists(&self, question: &Question) -> bool {
        let page = self.page().map(|page| page.to_string());
        page.is_some() && question.query.get("page") == page.as_ref()
    }

    /// Whether the list is filtered or sorted.
    pub fn is_chosen(&self) -> bool {
        self.search.iter().any(|(name, value)| !value.is_empty() && self.passes(name))
    }

    fn passes(&self, name: &str) -> bool {
        self.route.queries.iter().any(|need| need.pass.iter().any(|pattern| passes(pattern, name)))
    }

    fn fill(&self, need: &Need) -> Question {
        let page = self.page().unwrap_or(1).to_string();
        let filled = need.query.iter().map(|(name, value)| {
            let value = match hole(value) {
                Some("page") => page.clone(),
                Some(hole) => self.values.get(hole).cloned().unwrap_or_default(),
                None => value.clone(),
            };
            (name.clone(), value)
        });
        let mut query: BTreeMap<String, String> = filled.collect();
        let passed = self.search.iter().filter(|(name, _)| need.pass.iter().any(|pattern| passes(pattern, name)));
        query.extend(passed.cloned());
        query.retain(|_, value| !value.is_empty());
        Question { path: self.fill_path(&need.path), query }
    }

    fn fill_path(&self, path: &str) -> String {
        let segments = segments(path).map(|segment| match hole(segment) {
            Some(name) => component(self.values.get(name).map_or("", String::as_str)),
            None => segment.to_owned(),
        });
        let end = if path.ends_with('/') { "/" } else { "" };
        segments.fold(String::new(), |path, segment| path + "/" + &segment) + end
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// Fills the placeholders of a pattern.
fn filled(pattern: &str, value: &str) -> Vec<String> {
    let fill = |segment| if hole(segment).is_some() { value } else { segment };
    segments(pattern).map(|segment| fill(segment).to_owned()).collect()
}

/// Returns `slug` for `{slug}`.
fn hole(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// Matches a parameter's name; `fields[*]` matches all fields.
fn passes(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            let key = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).unwrap_or_default();
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        }
    }
}

/// Parses a query string as browsers do.
fn parse_search(search: &str) -> Vec<(String, String)> {
    let decode = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let pairs = search.split('&').filter(|pair| !pair.is_empty()).take(64);
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decode(name), decode(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shell::address::Reading;

    /// Routes for these tests, independent of the real ones.
    static SOME: LazyLock<Routes> = LazyLock::new(|| {
        let lists = |pattern: &str, query: serde_json::Value| {
            let need = json!({"path": "/product/all", "query": query, "pass": ["sort", "inStock", "fields[*]"]});
            json!({"pattern": pattern, "entry": "", "seo": null, "index": true, "queries": [need]})
        };
        let pages = [
            lists("/endirimler", json!({"discounted": "true", "page": "{page}", "sort": "popular"})),
            lists("/kateqoriya/{slug}", json!({"category": "{slug}", "page": "{page}", "sort": "popular"})),
            json!({"pattern": "/mehsullar/{slug}", "entry": "", "seo": null, "index": true, "queries": [{"path": "/product/{slug}"}]}),
        ];
        let documents = json!({"shop": "index.html", "admin": "admin/index.html"});
        serde_json::from_value(json!({"documents": documents, "messages": {}, "layout": [], "routes": pages})).unwrap()
    });

    fn place(path: &str, search: &str) -> Option<Place> {
        let Reading::Address(address) = Address::read(path) else { panic!("{path} is an address") };
        SOME.find(&address, Some(search))
    }

    fn questions(path: &str, search: &str) -> String {
        let Some(place) = place(path, search) else { return "no such page".to_owned() };
        place.questions().into_iter().map(|question| question.target()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_page_asks_what_its_loader_would_ask() {
        let passed = "sort=newest&fields%5Breng%5D=red,white&page=2&utm_source=x&inStock=";
        insta::assert_snapshot!(questions("/kateqoriya/g%C3%BCl", passed), @"/api/v1/product/all?category=g%C3%BCl&fields%5Breng%5D=red%2Cwhite&page=2&sort=newest");
        insta::assert_snapshot!(questions("/ru/mehsullar/qutu", ""), @"/api/v1/product/qutu");
        insta::assert_snapshot!(questions("/endirimler", "discounted=false&page=minus+one"), @"/api/v1/product/all?discounted=true&page=1&sort=popular");
        insta::assert_snapshot!(questions("/nothing/here", ""), @"no such page");
    }

    #[test]
    fn what_somebody_chose_is_told_from_the_list_itself() {
        for (search, is_chosen) in [
            ("", false),
            ("page=3", false),
            ("utm_source=x&page=2", false),
            ("sort=", false),
            ("sort=newest", true),
            ("fields[reng]=red", true),
        ] {
            assert_eq!(place("/kateqoriya/x", search).unwrap().is_chosen(), is_chosen, "{search}");
        }
        let place = place("/kateqoriya/x", "page=3").unwrap();
        assert!(place.questions().iter().all(|question| place.lists(question)));
    }

    #[test]
    fn a_page_is_told_what_it_depends_on_and_nothing_else() {
        for (search, told) in [
            ("", ""),
            ("utm_source=x&page=1", ""),
            (
                "sort=newest&page=2&inStock=&fields[reng]=red,white&gclid=1",
                "fields%5Breng%5D=red%2Cwhite&page=2&sort=newest",
            ),
        ] {
            assert_eq!(place("/kateqoriya/x", search).unwrap().told(), told, "{search}");
        }
    }

    #[test]
    fn a_page_of_something_else_is_the_same_page() {
        let place = place("/kateqoriya/g%C3%BCl", "page=2").unwrap();
        assert_eq!((place.name(), place.of("çay")), (Some("gül"), vec!["kateqoriya".to_owned(), "çay".to_owned()]));
    }

    #[test]
    fn pages_are_found_by_what_they_are_about() {
        assert_eq!(ROUTES.address_of("/product/", "qutu"), ["mehsullar", "qutu"]);
        assert_eq!(ROUTES.address_of("/category/", "gul"), ["kateqoriya", "gul"]);
        assert_eq!(ROUTES.search(), Some("/axtaris/"));
        assert!(ROUTES.hidden().any(|path| path == "/sebet"));
        let fixed: Vec<String> = ROUTES.fixed().into_iter().map(|segments| segments.join("/")).collect();
        assert!(fixed.contains(&String::new()) && fixed.contains(&"magazalar".to_owned()), "{fixed:?}");
        assert!(!fixed.iter().any(|path| path == "sebet" || path.contains('{')), "{fixed:?}");
        assert!(Language::ALL.into_iter().all(|language| ROUTES.messages(language).is_some()));
    }

    #[test]
    fn addresses_belong_to_one_of_the_applications() {
        let application = |path: &str| {
            let Reading::Address(address) = Address::read(path) else { panic!("{path} is an address") };
            ROUTES.application(&address)
        };
        for path in ["/idare", "/ru/idare/sifarisler", "/en/idare/no/such/page"] {
            assert_eq!(application(path), Application::Admin, "{path}");
        }
        for path in ["/", "/en", "/profil", "/mehsullar/idare", "/nothing/here"] {
            assert_eq!(application(path), Application::Shop, "{path}");
        }
        for route in &ROUTES.pages {
            let is_admin = segments(&route.pattern).next() == Some("idare");
            assert_eq!(route.app == Application::Admin, is_admin, "{}", route.pattern);
        }
    }
}
