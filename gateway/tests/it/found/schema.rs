//! What search engines want a block of structured data to have, by its type: schema.org's shapes as Google's guides require
//! them. A type that is not here is told by nobody.

use serde_json::Value;

const REQUIRED: [(&str, &[&str]); 24] = [
    ("AggregateRating", &["ratingValue", "reviewCount"]),
    ("Answer", &["text"]),
    ("BreadcrumbList", &["itemListElement"]),
    ("ContactPage", &["name", "url", "mainEntity"]),
    ("ContactPoint", &["contactType", "telephone"]),
    ("DefinedRegion", &["addressCountry"]),
    ("EntryPoint", &["urlTemplate"]),
    ("FAQPage", &["mainEntity"]),
    ("ItemList", &["itemListElement"]),
    ("ListItem", &["position", "name"]),
    ("MonetaryAmount", &["value", "currency"]),
    ("Offer", &["url", "price", "priceCurrency", "availability"]),
    ("OfferShippingDetails", &["shippingRate", "shippingDestination"]),
    ("OnlineStore", &["name", "url"]),
    // The seller of an offer is a name; the shop itself has an address.
    ("Organization", &["name"]),
    ("Person", &["name"]),
    ("PostalAddress", &["streetAddress", "addressCountry"]),
    ("Product", &["name", "image", "offers", "description", "sku", "url"]),
    ("Question", &["name", "acceptedAnswer"]),
    ("Rating", &["ratingValue"]),
    ("Review", &["author", "reviewRating"]),
    ("SearchAction", &["target", "query-input"]),
    ("WebPage", &["name", "url"]),
    ("WebSite", &["name", "url", "potentialAction"]),
];

#[track_caller]
pub fn assert_complete(address: &str, block: &Value) {
    assert_eq!(block["@context"], "https://schema.org", "{address}: {block}");
    assert_parts(address, block);
}

#[track_caller]
fn assert_parts(address: &str, value: &Value) {
    match value {
        Value::Array(values) => {
            for value in values {
                assert_parts(address, value);
            }
        }
        Value::Object(members) => {
            let kind = members.get("@type").and_then(Value::as_str).unwrap_or_else(|| panic!("{address}: {value}"));
            let known = REQUIRED.iter().find(|(known, _)| *known == kind);
            let (_, required) = known.unwrap_or_else(|| panic!("{address}: {kind} is not known here"));
            for name in *required {
                assert!(members.get(*name).is_some_and(is_said), "{address}: {kind} lacks {name}: {value}");
            }
            if kind == "ListItem" {
                assert!(members.contains_key("item") || members.contains_key("url"), "{address}: {value}");
            }
            for (name, link) in
                members.iter().filter(|(name, _)| ["url", "item", "logo", "image"].contains(&name.as_str()))
            {
                let links = link.as_array().cloned().unwrap_or_else(|| vec![link.clone()]);
                let are_whole =
                    links.iter().all(|link| link.as_str().is_some_and(|link| link.starts_with(super::SITE)));
                assert!(are_whole, "{address}: {name} is no whole address: {value}");
            }
            for part in members.values().filter(|part| part.is_object() || part.is_array()) {
                let is_plain = part.as_array().is_some_and(|parts| parts.iter().all(Value::is_string));
                if !is_plain {
                    assert_parts(address, part);
                }
            }
        }
        _ => panic!("{address}: {value} is no block"),
    }
}

fn is_said(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(values) => !values.is_empty(),
        _ => true,
    }
}
