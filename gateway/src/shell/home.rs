//! The sections of the home page: the queries of its shelves, and the picture at its top.

use std::collections::BTreeMap;

use proto::seo::{HomePage, HomeShelf, HomeShelfSource as Source};

use crate::{
    api::HOME_SHELF_SIZE,
    buffered_response::BufferedResponse,
    shell::{state::ApiQuery, subject},
};

/// The query that returns the sections.
pub const PATH: &str = "/home";
const PRODUCTS: &str = "/product/all";

#[derive(Debug)]
pub struct Home(HomePage);

impl Home {
    /// Returns `None` if the response has another form.
    pub fn read(response: &BufferedResponse) -> Option<Self> {
        subject::read(response).map(Self)
    }

    /// Returns the query of each shelf once. The web app makes the same queries.
    pub fn shelf_queries(&self) -> Vec<ApiQuery> {
        let mut queries = Vec::new();
        for query in self.0.sections.iter().filter_map(|section| query_of(section.shelf.as_ref()?)) {
            if !queries.contains(&query) {
                queries.push(query);
            }
        }
        queries
    }

    /// Returns the hero's picture, which is empty for the default one, or `None` without a hero.
    pub fn hero_picture(&self) -> Option<&str> {
        self.0.sections.first()?.hero.as_ref().map(|hero| hero.picture.as_str())
    }
}

fn query_of(shelf: &HomeShelf) -> Option<ApiQuery> {
    let ids = shelf.products.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let chosen = match shelf.source() {
        Source::Unspecified => return None,
        Source::Popular => vec![("shelf", "true"), ("sort", "popular")],
        Source::Newest => vec![("shelf", "true"), ("sort", "newest")],
        Source::Sale => vec![("shelf", "true"), ("sort", "popular"), ("discounted", "true")],
        Source::Category => vec![("shelf", "true"), ("sort", "popular"), ("category", shelf.category())],
        Source::Products => vec![("ids", ids.as_str())],
    };
    let mut query = BTreeMap::from([("perPage".to_owned(), HOME_SHELF_SIZE.to_string())]);
    query.extend(chosen.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())));
    Some(ApiQuery { path: PRODUCTS.to_owned(), query })
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Bytes,
        http::{HeaderValue, StatusCode},
    };
    use serde_json::{Value, json};

    use super::*;

    fn home(sections: &Value) -> Home {
        let body = Bytes::from(json!({"data": {"sections": sections}}).to_string());
        let response = BufferedResponse::new(StatusCode::OK, HeaderValue::from_static("application/json"), body, None);
        Home::read(&response).expect("the sections are valid")
    }

    #[test]
    fn each_shelf_has_the_query_of_the_web_app() {
        let shelf = |shelf: Value| json!({"kind": "shelf", "title": "", "shelf": shelf, "tiles": []});
        let home = home(&json!([
            shelf(json!({"source": "popular", "products": []})),
            {"kind": "stores", "title": "", "tiles": []},
            shelf(json!({"source": "newest", "products": []})),
            shelf(json!({"source": "sale", "products": []})),
            shelf(json!({"source": "category", "category": "guller", "products": []})),
            shelf(json!({"source": "products", "products": [3, 1, 2]})),
            shelf(json!({"source": "popular", "products": []})),
        ]));
        let targets: Vec<String> = home.shelf_queries().iter().map(ApiQuery::target).collect();
        assert_eq!(
            targets,
            [
                "/api/v1/product/all?perPage=12&shelf=true&sort=popular",
                "/api/v1/product/all?perPage=12&shelf=true&sort=newest",
                "/api/v1/product/all?discounted=true&perPage=12&shelf=true&sort=popular",
                "/api/v1/product/all?category=guller&perPage=12&shelf=true&sort=popular",
                "/api/v1/product/all?ids=3%2C1%2C2&perPage=12",
            ]
        );
    }

    #[test]
    fn only_a_hero_at_the_top_has_a_picture() {
        let hero = |picture: &str| {
            let hero = json!({"text": "", "action": "", "link": "", "picture": picture});
            json!({"kind": "hero", "title": "", "hero": hero, "tiles": []})
        };
        assert_eq!(home(&json!([hero("")])).hero_picture(), Some(""));
        assert_eq!(home(&json!([hero("/media/a/640.webp")])).hero_picture(), Some("/media/a/640.webp"));
        assert_eq!(home(&json!([{"kind": "stores", "title": "", "tiles": []}])).hero_picture(), None);
        assert_eq!(home(&json!([])).hero_picture(), None);
    }
}
