//! Structured data (JSON-LD): the shop, its products and where they stand, as search engines read it.

use chrono::DateTime;
use proto::catalog::{Category, CategoryRef, Product, ProductCard, ProductList, Review};
use serde_json::{Value, json};

use crate::shell::head::wider;

const CONTEXT: &str = "https://schema.org";
const LONGEST_REVIEW: usize = 300;

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

/// What somebody recommends.
pub fn list(links: &impl Links, list: &ProductList, products: &[ProductCard]) -> Value {
    let mut value = items(links, products);
    value["name"] = json!(list.name);
    if !list.description.is_empty() {
        value["description"] = json!(list.description);
    }
    value["numberOfItems"] = json!(list.product_count);
    value
}

pub fn product(links: &impl Links, product: &Product, reviews: &[Review]) -> Value {
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
    if let Some(until) = product.discount_until.and_then(|until| day(until.seconds)) {
        value["offers"]["priceValidUntil"] = json!(until);
    }
    // A rating that nobody gave must not be told.
    if product.review_count > 0 {
        value["aggregateRating"] =
            json!({"@type": "AggregateRating", "ratingValue": product.rating, "reviewCount": product.review_count});
    }
    // Who has left is no author any more, and a review without one is none to a search engine.
    let reviews: Vec<Value> = reviews.iter().filter(|review| !review.author.is_empty()).map(review).collect();
    if !reviews.is_empty() {
        value["review"] = json!(reviews);
    }
    value
}

fn review(review: &Review) -> Value {
    json!({
        "@type": "Review",
        "author": {"@type": "Person", "name": review.author},
        "datePublished": review.created_at.and_then(|at| day(at.seconds)),
        "reviewRating": {"@type": "Rating", "ratingValue": review.rating},
        "reviewBody": beginning(&review.text),
    })
}

/// Whole stories would weigh more than the page.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(LONGEST_REVIEW) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn day(seconds: i64) -> Option<String> {
    Some(DateTime::from_timestamp(seconds, 0)?.format("%F").to_string())
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
        let value = product(&Plain, &sold, &[]);
        assert_eq!(
            (value["offers"]["price"].as_str(), value["aggregateRating"]["reviewCount"].as_i64()),
            (Some("19.90"), Some(2))
        );
        let quiet = Product { price: 5, discounted_price: Some(4), ..Product::default() };
        let value = product(&Plain, &quiet, &[]);
        assert_eq!(value["offers"]["price"], "0.04");
        assert_eq!(value["offers"]["availability"], "https://schema.org/OutOfStock");
        assert!(value.get("aggregateRating").is_none());
    }

    #[test]
    fn reviews_are_told_with_their_authors_and_not_at_length() {
        let long = "ə".repeat(LONGEST_REVIEW + 1);
        let written = |author: &str, text: &str| {
            let created_at = Some(proto::json::to_timestamp(DateTime::UNIX_EPOCH));
            Review { author: author.into(), text: text.into(), rating: 4, created_at, ..Review::default() }
        };
        let reviews =
            [written("", "Somebody who has left"), written("Aysel M.", "Gözəldir"), written("Nigar A.", &long)];
        let told = product(&Plain, &Product::default(), &reviews)["review"].clone();
        assert_eq!(told.as_array().map(Vec::len), Some(2));
        assert_eq!((&told[0]["author"]["name"], &told[0]["datePublished"]), (&json!("Aysel M."), &json!("1970-01-01")));
        assert_eq!((&told[0]["reviewRating"]["ratingValue"], &told[0]["reviewBody"]), (&json!(4), &json!("Gözəldir")));
        assert_eq!(told[1]["reviewBody"], format!("{}…", "ə".repeat(LONGEST_REVIEW)));
        assert!(product(&Plain, &Product::default(), &reviews[..1]).get("review").is_none());
    }

    #[test]
    fn breadcrumbs_begin_at_home() {
        let chain = [CategoryRef { id: 1, name: "Güllər".into(), slug: "gul".into() }];
        let value = breadcrumbs(&Plain, of_breadcrumbs(&chain));
        assert_eq!(value["itemListElement"][0]["item"], "h/");
        assert_eq!(value["itemListElement"][1]["item"], "c/gul");
    }
}
