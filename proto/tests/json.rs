//! The JSON form of messages.

use proto::{
    auth::SessionReuseDetected,
    catalog::{BackInStock, Field, FieldType, ListProductsRequest, ProductCard, ProductSort},
    event::Event as _,
    seo::{HomeTile, HomeTone},
};
use serde_json::json;

/// Largest integer that JavaScript represents exactly (2^53 − 1).
const LARGEST_ID: i64 = 9_007_199_254_740_991;

#[test]
fn amounts_and_ids_are_numbers_and_absent_fields_are_omitted() {
    let card = ProductCard { id: LARGEST_ID, name: "Şəkərbura".to_owned(), price: 1990, ..ProductCard::default() };
    let json = serde_json::to_value(&card).unwrap();
    assert_eq!(json["id"], json!(LARGEST_ID));
    assert_eq!(json["price"], json!(1990));
    assert_eq!(json["imageUrl"], json!(""), "a required field is present even with its default value");
    assert!(json.get("discountedPrice").is_none());
    assert_eq!(serde_json::from_value::<ProductCard>(json).unwrap(), card);
}

#[test]
fn enums_are_snake_case_names() {
    let field = Field { r#type: FieldType::Choice.into(), ..Field::default() };
    assert_eq!(serde_json::to_value(&field).unwrap()["type"], json!("choice"));
    let request: ListProductsRequest = serde_json::from_value(json!({ "sort": "price_asc" })).unwrap();
    assert_eq!(request.sort(), ProductSort::PriceAsc);
    let unknown = serde_json::from_value::<ListProductsRequest>(json!({ "sort": "PRICE_ASC; drop table" }));
    assert!(unknown.unwrap_err().to_string().contains("none of the values"));
}

#[test]
fn absent_enums_are_omitted() {
    let tile = HomeTile { tone: Some(HomeTone::Rose.into()), ..HomeTile::default() };
    let json = serde_json::to_value(&tile).unwrap();
    assert_eq!(json["tone"], json!("rose"));
    assert_eq!(serde_json::from_value::<HomeTile>(json).unwrap(), tile);
    let json = serde_json::to_value(HomeTile::default()).unwrap();
    assert!(json.get("tone").is_none());
    assert_eq!(serde_json::from_value::<HomeTile>(json).unwrap(), HomeTile::default());
    let unknown = serde_json::from_value::<HomeTile>(json!({ "tone": "black" }));
    assert!(unknown.unwrap_err().to_string().contains("none of the values"));
}

#[test]
fn times_are_rfc_3339() {
    let time = chrono::DateTime::parse_from_rfc3339("2026-11-21T09:30:00+04:00").unwrap();
    let notification = proto::notification::Notification {
        created_at: Some(proto::json::to_timestamp(time.into())),
        ..Default::default()
    };
    let json = serde_json::to_value(&notification).unwrap();
    assert_eq!(json["createdAt"], json!("2026-11-21T05:30:00Z"));
    assert_eq!(serde_json::from_value::<proto::notification::Notification>(json).unwrap(), notification);
}

#[test]
fn kind_of_an_event_is_the_message_name_in_snake_case() {
    assert_eq!(SessionReuseDetected::KIND, "session_reuse_detected");
    assert_eq!(BackInStock::KIND, "back_in_stock");
}
