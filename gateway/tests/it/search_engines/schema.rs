//! Validates structured data: each type must have the properties of schema.org that Google requires.

use serde_json::{Value, json};
use url::Url;

use super::SITE;

type Check = fn(&Value) -> bool;

enum Property {
    Required(&'static str, Check),
    Optional(&'static str, Check),
}

use Property::{Optional, Required};

/// The types of schema.org that the shop uses. Any other type is an error.
const TYPES: [(&str, &[Property]); 24] = [
    ("AggregateRating", &[Required("ratingValue", is_rating), Required("reviewCount", is_positive)]),
    ("Answer", &[Required("text", is_text)]),
    ("BreadcrumbList", &[Required("itemListElement", is_ranked)]),
    (
        "ContactPage",
        &[
            Required("name", is_text),
            Required("url", is_own_address),
            Required("mainEntity", |value| is_a(value, "Organization")),
        ],
    ),
    ("ContactPoint", &[Required("contactType", is_text), Required("telephone", is_text), Optional("email", is_text)]),
    ("DefinedRegion", &[Required("addressCountry", is_text)]),
    ("EntryPoint", &[Required("urlTemplate", is_search_template)]),
    ("FAQPage", &[Required("mainEntity", |value| all_are(value, "Question"))]),
    ("ItemList", &[Required("itemListElement", is_ranked)]),
    (
        "ListItem",
        &[
            Required("position", is_positive),
            Required("name", is_text),
            Optional("item", is_own_address),
            Optional("url", is_own_address),
        ],
    ),
    (
        "MerchantReturnPolicy",
        &[
            Required("applicableCountry", is_text),
            Required("returnPolicyCategory", |value| {
                value == "https://schema.org/MerchantReturnFiniteReturnWindow"
                    || value == "https://schema.org/MerchantReturnNotPermitted"
            }),
            Optional("merchantReturnDays", is_positive),
            Optional("returnFees", |value| value == "https://schema.org/ReturnFeesCustomerResponsibility"),
        ],
    ),
    (
        "MonetaryAmount",
        &[
            Required("currency", is_currency),
            // Either one amount or a range.
            Optional("value", is_price),
            Optional("minValue", is_price),
            Optional("maxValue", is_price),
        ],
    ),
    (
        "Offer",
        &[
            Required("url", is_own_address),
            Required("price", |value| is_price(value) && value != "0" && value != "0.00"),
            Required("priceCurrency", is_currency),
            Required("availability", |value| {
                value == "https://schema.org/InStock" || value == "https://schema.org/OutOfStock"
            }),
            Optional("priceValidUntil", is_date),
            Optional("shippingDetails", |value| is_a(value, "OfferShippingDetails")),
            Optional("hasMerchantReturnPolicy", |value| is_a(value, "MerchantReturnPolicy")),
        ],
    ),
    (
        "OfferShippingDetails",
        &[
            Required("shippingRate", |value| is_a(value, "MonetaryAmount")),
            Required("shippingDestination", |value| is_a(value, "DefinedRegion")),
        ],
    ),
    (
        "OnlineStore",
        &[
            Required("name", is_text),
            Required("url", is_own_address),
            Optional("logo", is_own_address),
            Optional("image", is_own_address),
            Optional("aggregateRating", |value| is_a(value, "AggregateRating")),
        ],
    ),
    (
        "Organization",
        &[
            // The seller of an offer has only a name. The shop itself has the other properties.
            Required("name", is_text),
            Optional("url", is_own_address),
            Optional("logo", is_own_address),
            Optional("sameAs", |value| all(value, is_address)),
            Optional("contactPoint", |value| is_a(value, "ContactPoint")),
        ],
    ),
    ("Person", &[Required("name", is_text)]),
    ("PostalAddress", &[Required("streetAddress", is_text), Required("addressCountry", is_text)]),
    (
        "Product",
        &[
            Required("name", is_text),
            Required("description", is_text),
            Required("sku", is_text),
            Required("url", is_own_address),
            Required("image", |value| all(value, is_own_address)),
            Required("offers", |value| is_a(value, "Offer")),
            Optional("aggregateRating", |value| is_a(value, "AggregateRating")),
            Optional("review", |value| all_are(value, "Review")),
        ],
    ),
    ("Question", &[Required("name", is_text), Required("acceptedAnswer", |value| is_a(value, "Answer"))]),
    ("Rating", &[Required("ratingValue", is_rating)]),
    (
        "Review",
        &[
            Required("author", |value| is_a(value, "Person")),
            Required("reviewRating", |value| is_a(value, "Rating")),
            Required("datePublished", is_date),
        ],
    ),
    (
        "SearchAction",
        &[
            Required("target", |value| is_a(value, "EntryPoint")),
            Required("query-input", |value| value == "required name=search_term_string"),
        ],
    ),
    (
        "WebSite",
        &[
            Required("name", is_text),
            Required("url", is_own_address),
            Required("potentialAction", |value| is_a(value, "SearchAction")),
        ],
    ),
];

pub fn faults(block: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if block["@context"] != "https://schema.org" {
        faults.push(format!("its @context is {}", block["@context"]));
    }
    collect_faults(block, &mut faults);
    faults
}

fn collect_faults(value: &Value, faults: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_faults(value, faults)),
        Value::Object(members) => {
            let kind = value["@type"].as_str().unwrap_or_default();
            match TYPES.iter().find(|(name, _)| *name == kind) {
                Some((_, properties)) => {
                    faults.extend(properties.iter().filter_map(|property| property.fault(kind, value)));
                }
                None => faults.push(format!("its type {kind:?} is unknown: {value}")),
            }
            members.values().for_each(|value| collect_faults(value, faults));
        }
        _ => {}
    }
}

impl Property {
    fn fault(&self, kind: &str, object: &Value) -> Option<String> {
        let (name, is_valid) = match self {
            Required(name, check) => (name, check(&object[*name])),
            Optional(name, check) => (name, object.get(*name).is_none_or(check)),
        };
        (!is_valid).then(|| format!("{kind}.{name} is {}", object[*name]))
    }
}

/// Adds all addresses in the value. Templates, which contain `{`, are no addresses.
pub fn collect_addresses(value: &Value, addresses: &mut Vec<String>) {
    match value {
        Value::String(text) if is_address(value) && !text.contains('{') => addresses.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect_addresses(value, addresses)),
        Value::Object(members) => members.values().for_each(|value| collect_addresses(value, addresses)),
        _ => {}
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

fn is_address(value: &Value) -> bool {
    value.as_str().and_then(|text| Url::parse(text).ok()).is_some_and(|url| url.has_host())
}

fn is_own_address(value: &Value) -> bool {
    is_address(value) && value.as_str().is_some_and(|text| text.starts_with(SITE))
}

fn is_search_template(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with(SITE) && text.ends_with("{search_term_string}"))
}

fn is_date(value: &Value) -> bool {
    value.as_str().is_some_and(|text| chrono::NaiveDate::parse_from_str(text, "%F").is_ok())
}

/// In manat with or without qəpik: `19.90`, `0`.
fn is_price(value: &Value) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    value.as_str().is_some_and(|text| match text.split_once('.') {
        Some((manats, qepik)) => is_number(manats) && is_number(qepik) && qepik.len() == 2,
        None => is_number(text),
    })
}

fn is_currency(value: &Value) -> bool {
    value == "AZN"
}

fn is_positive(value: &Value) -> bool {
    value.as_u64().is_some_and(|number| number > 0)
}

fn is_rating(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| (1.0..=5.0).contains(&number))
}

fn is_a(value: &Value, kind: &str) -> bool {
    value["@type"] == kind
}

/// The list must not be empty.
fn all(value: &Value, check: Check) -> bool {
    value.as_array().is_some_and(|values| !values.is_empty() && values.iter().all(check))
}

/// The list must not be empty.
fn all_are(value: &Value, kind: &str) -> bool {
    value.as_array().is_some_and(|values| !values.is_empty() && values.iter().all(|value| is_a(value, kind)))
}

/// Positions count from one without a gap.
fn is_ranked(value: &Value) -> bool {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let has_address = |item: &Value| item.get("item").is_some() || item.get("url").is_some();
    all_are(value, "ListItem")
        && items.iter().zip(1..).all(|(item, position)| item["position"] == position && has_address(item))
}

#[test]
fn errors_in_structured_data_are_reported() {
    let item = |position| json!({"@type": "ListItem", "position": position, "name": "A", "url": SITE});
    let list = |positions: &[u64]| {
        let items: Vec<Value> = positions.iter().copied().map(item).collect();
        json!({"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items})
    };
    assert_eq!(faults(&list(&[1, 2])), [""; 0]);
    for (wrong, fault) in [
        (list(&[]), "ItemList.itemListElement is []"),
        (list(&[1, 3]), "ItemList.itemListElement is [{"),
        (json!({"@type": "Person", "name": "Aysel"}), "its @context is null"),
        (json!({"@type": "Person", "name": " "}), "Person.name is \" \""),
        (json!({"@type": "Person"}), "Person.name is null"),
        (json!({"@type": "LocalBusiness"}), "its type \"LocalBusiness\" is unknown"),
    ] {
        let reported = faults(&wrong);
        assert!(reported.iter().any(|text| text.starts_with(fault)), "{fault} is not among {reported:?}");
    }
}
