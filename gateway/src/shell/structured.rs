//! Structured data for search engines (JSON-LD with the vocabulary of schema.org).

mod offer_terms;

use chrono::DateTime;
use proto::{
    catalog::{Category, CategoryRef, Product, ProductCard, ProductList, Review},
    order::ShopPromises,
    seo::{ContactInfo, ContentPage, SiteSettings},
    store::{Campaign, Store},
};
use serde_json::{Value, json};

use crate::shell::head::wide_version;

const CONTEXT: &str = "https://schema.org";
/// The longest text of a review or of a store's description.
const MAX_TEXT_CHARS: usize = 300;

/// Absolute addresses in the page's language.
pub trait Links {
    fn home(&self) -> String;
    fn page(&self) -> String;
    fn store(&self, slug: &str) -> String;
    fn product(&self, slug: &str) -> String;
    fn category(&self, slug: &str) -> String;
    /// Contains `{search_term_string}` as placeholder.
    fn search(&self) -> String;
    fn file(&self, path: &str) -> String;
}

pub fn organization(links: &impl Links, settings: &SiteSettings) -> Value {
    let mut value = json!({"@context": CONTEXT, "@type": "Organization", "name": "Sovqat", "url": links.home(), "logo": links.file("/favicon.svg")});
    if let Some(social) = &settings.social {
        let profiles = [&social.instagram, &social.facebook, &social.tiktok, &social.youtube];
        let profiles: Vec<_> = profiles.into_iter().filter(|link| !link.is_empty()).collect();
        if !profiles.is_empty() {
            value["sameAs"] = json!(profiles);
        }
    }
    if let Some(contact) = &settings.contact {
        value["contactPoint"] = contact_point(&contact.phone_number, &contact.email);
    }
    value
}

fn contact_point(phone: &str, email: &str) -> Value {
    let mut point =
        json!({"@type": "ContactPoint", "contactType": "customer service", "availableLanguage": ["az", "ru", "en"]});
    for (name, value) in [("telephone", phone), ("email", email)] {
        if !value.is_empty() {
            point[name] = json!(value);
        }
    }
    point
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

pub fn breadcrumbs<'a>(links: &impl Links, chain: impl IntoIterator<Item = (&'a str, String)>) -> Value {
    let home = json!({"@type": "ListItem", "position": 1, "name": "Sovqat", "item": links.home()});
    let below = chain
        .into_iter()
        .enumerate()
        .map(|(index, (name, link))| json!({"@type": "ListItem", "position": index + 2, "name": name, "item": link}));
    let items: Vec<Value> = std::iter::once(home).chain(below).collect();
    json!({"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items})
}

pub fn category_links<'a>(links: &impl Links, categories: &'a [Category]) -> impl Iterator<Item = (&'a str, String)> {
    categories.iter().map(|category| (category.name.as_str(), links.category(&category.slug)))
}

pub fn ancestor_links<'a>(
    links: &impl Links,
    breadcrumbs: &'a [CategoryRef],
) -> impl Iterator<Item = (&'a str, String)> {
    breadcrumbs.iter().map(|category| (category.name.as_str(), links.category(&category.slug)))
}

pub fn campaign_links<'a>(links: &impl Links, campaign: &'a Campaign) -> [(&'a str, String); 2] {
    [(campaign.store_name.as_str(), links.store(&campaign.store_slug)), (campaign.name.as_str(), links.page())]
}

pub fn items(links: &impl Links, products: &[ProductCard]) -> Value {
    let items = products.iter().enumerate().map(|(index, product)| {
        json!({"@type": "ListItem", "position": index + 1, "name": product.name, "url": links.product(&product.slug)})
    });
    json!({"@context": CONTEXT, "@type": "ItemList", "itemListElement": items.collect::<Vec<_>>()})
}

pub fn list(links: &impl Links, list: &ProductList, products: &[ProductCard]) -> Value {
    let mut value = items(links, products);
    value["name"] = json!(list.name);
    if !list.description.is_empty() {
        value["description"] = json!(list.description);
    }
    value["numberOfItems"] = json!(list.product_count);
    value
}

pub fn campaign(links: &impl Links, campaign: &Campaign, products: &[ProductCard]) -> Value {
    let mut value = items(links, products);
    value["name"] = json!(campaign.name);
    value["numberOfItems"] = json!(campaign.product_count);
    value
}

/// A store is no `LocalBusiness`, because shoppers cannot visit it.
pub fn store(links: &impl Links, store: &Store) -> Value {
    let url = links.store(&store.slug);
    let mut value = json!({"@context": CONTEXT, "@type": "OnlineStore", "name": store.name, "url": url});
    for (name, text) in [("logo", &store.logo_url), ("image", &store.cover_url)] {
        if text.starts_with('/') {
            value[name] = json!(links.file(text));
        }
    }
    if !store.about.is_empty() {
        value["description"] = json!(truncated(&store.about));
    }
    if store.review_count > 0 {
        value["aggregateRating"] =
            json!({"@type": "AggregateRating", "ratingValue": store.rating, "reviewCount": store.review_count});
    }
    value
}

pub fn contact(links: &impl Links, title: &str, contact: &ContactInfo) -> Value {
    let name = if contact.company.is_empty() { "Sovqat" } else { &contact.company };
    let mut shop = json!({
        "@type": "Organization",
        "name": name,
        "url": links.home(),
        "contactPoint": contact_point(&contact.phone_number, &contact.email),
    });
    if !contact.address.is_empty() {
        shop["address"] = json!({"@type": "PostalAddress", "streetAddress": contact.address, "addressCountry": "AZ"});
    }
    if !contact.tax_number.is_empty() {
        shop["taxID"] = json!(contact.tax_number);
    }
    json!({"@context": CONTEXT, "@type": "ContactPage", "name": title, "url": links.page(), "mainEntity": shop})
}

/// Returns `None` unless the page is the FAQ.
pub fn questions(content: &ContentPage) -> Option<Value> {
    let sections = content.sections.iter().filter(|section| content.page == "faq" && !section.html.is_empty());
    let questions: Vec<Value> = sections
        .map(|section| {
            let answer = json!({"@type": "Answer", "text": section.html});
            json!({"@type": "Question", "name": section.title, "acceptedAnswer": answer})
        })
        .collect();
    (!questions.is_empty()).then(|| json!({"@context": CONTEXT, "@type": "FAQPage", "mainEntity": questions}))
}

pub fn product(links: &impl Links, product: &Product, reviews: &[Review], promises: Option<&ShopPromises>) -> Value {
    let price = product.discounted_price.unwrap_or(product.price);
    let url = links.product(&product.slug);
    let availability = if product.in_stock { "InStock" } else { "OutOfStock" };
    let pictures: Vec<String> = product.images.iter().map(|image| links.file(&wide_version(image))).collect();
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
            "price": manats(price),
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
    if let Some(promises) = promises {
        if let Some(shipping) = offer_terms::shipping(promises, price) {
            value["offers"]["shippingDetails"] = shipping;
        }
        value["offers"]["hasMerchantReturnPolicy"] = offer_terms::returns(promises, &product.category_ids);
    }
    // Search engines reject a rating without reviews.
    if product.review_count > 0 {
        value["aggregateRating"] =
            json!({"@type": "AggregateRating", "ratingValue": product.rating, "reviewCount": product.review_count});
    }
    // Reviews of deleted accounts have no author, which search engines reject.
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
        "reviewBody": truncated(&review.text),
    })
}

fn truncated(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Formats Unix seconds as YYYY-MM-DD in UTC.
fn day(seconds: i64) -> Option<String> {
    Some(DateTime::from_timestamp(seconds, 0)?.format("%F").to_string())
}

/// Formats an amount: 1990 qəpik are `19.90`.
fn manats(qepik: i64) -> String {
    format!("{}.{:02}", qepik / 100, qepik % 100)
}

#[cfg(test)]
mod tests {
    use proto::seo::ContentSection;

    use super::*;

    struct TestLinks;

    impl Links for TestLinks {
        fn home(&self) -> String {
            "h/".into()
        }
        fn page(&self) -> String {
            "here".into()
        }
        fn store(&self, slug: &str) -> String {
            format!("m/{slug}")
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
    fn a_product_has_its_price_and_only_ratings_from_reviews() {
        let sold = Product { price: 1990, in_stock: true, review_count: 2, rating: 4.5, ..Product::default() };
        let value = product(&TestLinks, &sold, &[], None);
        assert_eq!(
            (value["offers"]["price"].as_str(), value["aggregateRating"]["reviewCount"].as_i64()),
            (Some("19.90"), Some(2))
        );
        assert_eq!(value["offers"]["availability"], "https://schema.org/InStock");
        let without_reviews = Product { price: 5, discounted_price: Some(4), ..Product::default() };
        let value = product(&TestLinks, &without_reviews, &[], None);
        assert_eq!(value["offers"]["price"], "0.04");
        assert_eq!(value["offers"]["availability"], "https://schema.org/OutOfStock");
        assert!(value.get("aggregateRating").is_none());
    }

    #[test]
    fn reviews_need_an_author_and_are_truncated() {
        let long = "ə".repeat(MAX_TEXT_CHARS + 1);
        let review_by = |author: &str, text: &str| {
            let created_at = Some(proto::json::to_timestamp(DateTime::UNIX_EPOCH));
            Review { author: author.into(), text: text.into(), rating: 4, created_at, ..Review::default() }
        };
        let reviews =
            [review_by("", "Of a deleted account"), review_by("Aysel M.", "Gözəldir"), review_by("Nigar A.", &long)];
        let value = product(&TestLinks, &Product::default(), &reviews, None)["review"].clone();
        assert_eq!(value.as_array().map(Vec::len), Some(2));
        assert_eq!(
            (&value[0]["author"]["name"], &value[0]["datePublished"]),
            (&json!("Aysel M."), &json!("1970-01-01"))
        );
        assert_eq!(
            (&value[0]["reviewRating"]["ratingValue"], &value[0]["reviewBody"]),
            (&json!(4), &json!("Gözəldir"))
        );
        assert_eq!(value[1]["reviewBody"], format!("{}…", "ə".repeat(MAX_TEXT_CHARS)));
        assert!(product(&TestLinks, &Product::default(), &reviews[..1], None).get("review").is_none());
    }

    #[test]
    fn only_the_faq_page_has_questions() {
        let section =
            ContentSection { title: "Nə vaxt?".into(), html: "<p>Sabah.</p>".into(), ..ContentSection::default() };
        let mut content = ContentPage { page: "faq".into(), sections: vec![section], ..ContentPage::default() };
        let value = questions(&content).unwrap();
        assert_eq!((&value["@type"], &value["mainEntity"][0]["name"]), (&json!("FAQPage"), &json!("Nə vaxt?")));
        assert_eq!(value["mainEntity"][0]["acceptedAnswer"]["text"], "<p>Sabah.</p>");
        content.page = "terms".into();
        assert!(questions(&content).is_none());
    }

    #[test]
    fn a_store_has_only_ratings_from_reviews() {
        let mut gul_evi = Store { slug: "gul-evi".into(), logo_url: "/media/a/320.webp".into(), ..Store::default() };
        assert!(store(&TestLinks, &gul_evi).get("aggregateRating").is_none());
        gul_evi.review_count = 3;
        let value = store(&TestLinks, &gul_evi);
        assert_eq!((&value["url"], &value["aggregateRating"]["reviewCount"]), (&json!("m/gul-evi"), &json!(3)));
        assert_eq!((&value["logo"], value.get("image")), (&json!("f/media/a/320.webp"), None));
    }

    #[test]
    fn the_contact_page_describes_the_shop() {
        let contact = ContactInfo { phone_number: "+994".into(), tax_number: "123".into(), ..ContactInfo::default() };
        let value = super::contact(&TestLinks, "Əlaqə", &contact);
        assert_eq!((&value["@type"], &value["url"]), (&json!("ContactPage"), &json!("here")));
        assert_eq!(value["mainEntity"]["contactPoint"]["telephone"], "+994");
        assert!(value["mainEntity"].get("address").is_none());
        assert_eq!(value["mainEntity"]["name"], "Sovqat");
    }

    #[test]
    fn breadcrumbs_start_at_the_home_page() {
        let chain = [CategoryRef { id: 1, name: "Güllər".into(), slug: "gul".into() }];
        let value = breadcrumbs(&TestLinks, ancestor_links(&TestLinks, &chain));
        assert_eq!(value["itemListElement"][0]["item"], "h/");
        assert_eq!(value["itemListElement"][1]["item"], "c/gul");
    }
}
