//! Structured data (JSON-LD): the shop, its products and where they stand, as search engines read it.

use proto::catalog::{Category, CategoryRef, Product, ProductCard};
use serde_json::{Value, json};

use crate::shell::head::wider;

const CONTEXT: &str = "https://schema.org";

/// Where things are, in the language of the page.
pub trait Links {
    fn home(&self) -> String;
    fn product(&self, slug: &str) -> String;
    fn category(&self, slug: &str) -> String;
    /// With `{search_term_string}` in place of the text.
    fn search(&self) -> String;
    fn file(&self, path: &str) -> String;
}

pub fn organization(links: &impl Links) -> Value {
    json!({"@context": CONTEXT, "@type": "Organization", "name": "Sovqat", "url": links.home(), "logo": links.file("/favicon.svg")})
}

pub fn website(links: &impl Links) -> Value {
    json!({
        "@context": CONTEXT,
        "@type": "WebSite",
        "name": "Sovqat",
        "url": links.home(),
        "potentialAction": {
            "@type": "SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": links.search()},
            "query-input": "required name=search_term_string",
        },
    })
}

/// From the shop's first page down.
pub fn breadcrumbs<'a>(links: &impl Links, chain: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    let home = json!({"@type": "ListItem", "position": 1, "name": "Sovqat", "item": links.home()});
    let below = chain.enumerate().map(|(place, (name, slug))| {
        json!({"@type": "ListItem", "position": place + 2, "name": name, "item": links.category(slug)})
    });
    let items: Vec<Value> = std::iter::once(home).chain(below).collect();
    json!({"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items})
}

pub fn of_categories(categories: &[Category]) -> impl Iterator<Item = (&str, &str)> {
    categories.iter().map(|category| (category.name.as_str(), category.slug.as_str()))
}

pub fn of_breadcrumbs(breadcrumbs: &[CategoryRef]) -> impl Iterator<Item = (&str, &str)> {
    breadcrumbs.iter().map(|category| (category.name.as_str(), category.slug.as_str()))
}

pub fn items(links: &impl Links, products: &[ProductCard]) -> Value {
    let items = products.iter().enumerate().map(|(place, product)| {
        json!({"@type": "ListItem", "position": place + 1, "name": product.name, "url": links.product(&product.slug)})
    });
    json!({"@context": CONTEXT, "@type": "ItemList", "itemListElement": items.collect::<Vec<_>>()})
}

pub fn product(links: &impl Links, product: &Product) -> Value {
    let url = links.product(&product.slug);
    let availability = if product.in_stock { "InStock" } else { "OutOfStock" };
    let pictures: Vec<String> = product.images.iter().map(|image| links.file(&wider(image))).collect();
    let mut value = json!({
        "@context": CONTEXT,
        "@type": "Product",
        "name": product.name,
        "description": product.description,
        "sku": product.id.to_string(),
        "image": pictures,
        "url": url,
        "offers": {
            "@type": "Offer",
            "url": url,
            "price": manats(product.discounted_price.unwrap_or(product.price)),
            "priceCurrency": "AZN",
            "availability": format!("{CONTEXT}/{availability}"),
            "itemCondition": format!("{CONTEXT}/NewCondition"),
        },
    });
    if let Some(store) = &product.store {
        value["offers"]["seller"] = json!({"@type": "Organization", "name": store.name});
    }
    // A rating that nobody gave must not be told.
    if product.review_count > 0 {
        value["aggregateRating"] =
            json!({"@type": "AggregateRating", "ratingValue": product.rating, "reviewCount": product.review_count});
    }
    value
}

/// 1990 is `19.90`.
fn manats(qepik: i64) -> String {
    format!("{}.{:02}", qepik / 100, qepik % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Links for Plain {
        fn home(&self) -> String {
            "h/".into()
        }
        fn product(&self, slug: &str) -> String {
            format!("p/{slug}")
        }
        fn category(&self, slug: &str) -> String {
            format!("c/{slug}")
        }
        fn search(&self) -> String {
            "s/{search_term_string}".into()
        }
        fn file(&self, path: &str) -> String {
            format!("f{path}")
        }
    }

    #[test]
    fn a_product_tells_its_price_and_only_ratings_that_were_given() {
        let sold = Product { price: 1990, in_stock: true, review_count: 2, rating: 4.5, ..Product::default() };
        let value = product(&Plain, &sold);
        assert_eq!(
            (value["offers"]["price"].as_str(), value["aggregateRating"]["reviewCount"].as_i64()),
            (Some("19.90"), Some(2))
        );
        let quiet = Product { price: 5, discounted_price: Some(4), ..Product::default() };
        let value = product(&Plain, &quiet);
        assert_eq!(value["offers"]["price"], "0.04");
        assert_eq!(value["offers"]["availability"], "https://schema.org/OutOfStock");
        assert!(value.get("aggregateRating").is_none());
    }

    #[test]
    fn breadcrumbs_begin_at_home() {
        let chain = [CategoryRef { id: 1, name: "Güllər".into(), slug: "gul".into() }];
        let value = breadcrumbs(&Plain, of_breadcrumbs(&chain));
        assert_eq!(value["itemListElement"][0]["item"], "h/");
        assert_eq!(value["itemListElement"][1]["item"], "c/gul");
    }
}
