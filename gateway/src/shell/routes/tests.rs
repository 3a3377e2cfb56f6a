use serde_json::json;

use super::*;
use crate::shell::address::ParsedPath;

/// Two lists and a product page.
static TEST_ROUTES: LazyLock<Routes> = LazyLock::new(|| {
    let lists = |pattern: &str, query: serde_json::Value| {
        let template = json!({"path": "/product/all", "query": query, "pass": ["sort", "inStock", "fields[*]"]});
        json!({"pattern": pattern, "entry": "", "seo": null, "index": true, "queries": [template]})
    };
    let pages = [
        lists("/endirimler", json!({"discounted": "true", "page": "{page}", "sort": "popular"})),
        lists("/kateqoriya/{slug}", json!({"category": "{slug}", "page": "{page}", "sort": "popular"})),
        json!({"pattern": "/mehsullar/{slug}", "entry": "", "seo": null, "index": true, "queries": [{"path": "/product/{slug}"}]}),
    ];
    let documents = json!({"shop": "index.html", "admin": "admin/index.html"});
    serde_json::from_value(json!({"documents": documents, "messages": {}, "layout": [], "routes": pages})).unwrap()
});

fn route_match(path: &str, search: &str) -> Option<RouteMatch> {
    let ParsedPath::Address(address) = Address::read(path) else { panic!("{path} is an address") };
    TEST_ROUTES.find(&address, Some(search))
}

fn queries(path: &str, search: &str) -> String {
    let Some(route_match) = route_match(path, search) else { return "no such page".to_owned() };
    route_match.queries().into_iter().map(|api_query| api_query.target()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_page_fetches_the_same_data_as_its_loader() {
    let passed = "sort=newest&fields%5Breng%5D=red,white&page=2&utm_source=x&inStock=";
    insta::assert_snapshot!(queries("/kateqoriya/g%C3%BCl", passed), @"/api/v1/product/all?category=g%C3%BCl&fields%5Breng%5D=red%2Cwhite&page=2&sort=newest");
    insta::assert_snapshot!(queries("/ru/mehsullar/qutu", ""), @"/api/v1/product/qutu");
    insta::assert_snapshot!(queries("/endirimler", "discounted=false&page=minus+one"), @"/api/v1/product/all?discounted=true&page=1&sort=popular");
    insta::assert_snapshot!(queries("/nothing/here", ""), @"no such page");
}

#[test]
fn is_filtered_ignores_page_numbers_and_foreign_parameters() {
    for (search, is_filtered) in [
        ("", false),
        ("page=3", false),
        ("utm_source=x&page=2", false),
        ("sort=", false),
        ("sort=newest", true),
        ("fields[reng]=red", true),
    ] {
        assert_eq!(route_match("/kateqoriya/x", search).unwrap().is_filtered(), is_filtered, "{search}");
    }
    let route_match = route_match("/kateqoriya/x", "page=3").unwrap();
    assert!(route_match.queries().iter().all(|api_query| route_match.is_list_query(api_query)));
}

#[test]
fn only_the_home_page_has_previews() {
    for (path, search, is_preview) in [
        ("/", "preview=00ff", true),
        ("/ru", "utm_source=x&preview=00ff", true),
        ("/", "preview=", false),
        ("/", "", false),
        ("/endirimler", "preview=00ff", false),
    ] {
        let ParsedPath::Address(address) = Address::read(path) else { panic!("{path} is an address") };
        let route_match = ROUTES.find(&address, Some(search)).unwrap();
        assert_eq!(route_match.is_preview(), is_preview, "{path}?{search}");
        let expected = if is_preview { "preview=00ff" } else { "" };
        assert_eq!(route_match.relevant_query(), expected, "{path}?{search}");
    }
}

#[test]
fn the_relevant_query_contains_only_parameters_of_the_page() {
    for (search, relevant_query) in [
        ("", ""),
        ("utm_source=x&page=1", ""),
        (
            "sort=newest&page=2&inStock=&fields[reng]=red,white&gclid=1",
            "fields%5Breng%5D=red%2Cwhite&page=2&sort=newest",
        ),
    ] {
        assert_eq!(route_match("/kateqoriya/x", search).unwrap().relevant_query(), relevant_query, "{search}");
    }
}

#[test]
fn the_address_for_another_value_is_on_the_same_route() {
    let route_match = route_match("/kateqoriya/g%C3%BCl", "page=2").unwrap();
    assert_eq!(
        (route_match.single_value(), route_match.address_for("çay")),
        (Some("gül"), vec!["kateqoriya".to_owned(), "çay".to_owned()])
    );
}

#[test]
fn addresses_are_built_from_the_subject() {
    assert_eq!(ROUTES.address_of("/product/", "qutu"), ["mehsullar", "qutu"]);
    assert_eq!(ROUTES.address_of("/category/", "gul"), ["kateqoriya", "gul"]);
    assert_eq!(ROUTES.search(), Some("/axtaris/"));
    assert!(ROUTES.unindexed_paths().any(|path| path == "/sebet"));
    let fixed_pages: Vec<String> = ROUTES.fixed_pages().into_iter().map(|segments| segments.join("/")).collect();
    assert!(fixed_pages.contains(&String::new()), "{fixed_pages:?}");
    assert!(fixed_pages.contains(&"magazalar".to_owned()), "{fixed_pages:?}");
    assert!(!fixed_pages.iter().any(|path| path == "sebet" || path.contains('{')), "{fixed_pages:?}");
    assert!(Language::ALL.into_iter().all(|language| ROUTES.messages(language).is_some()));
}

#[test]
fn every_address_belongs_to_one_application() {
    let application = |path: &str| {
        let ParsedPath::Address(address) = Address::read(path) else { panic!("{path} is an address") };
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
