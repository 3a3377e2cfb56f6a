//! Builds replies about stores for staff.

use proto::{common::LocalText, json::to_timestamp, store::DeskStore};
use serde_json::Value;

use crate::domain::store::Store;

pub fn store(store: Store) -> DeskStore {
    let profile = store.profile;
    DeskStore {
        id: store.id,
        version: store.version,
        slug: profile.slug,
        name: profile.name,
        about: Some(text(&profile.about)),
        logo_url: profile.logo_url,
        cover_url: profile.cover_url,
        is_open: store.is_open,
        opened_at: Some(to_timestamp(store.opened_at)),
        product_count: store.product_count,
        subscriber_count: store.subscriber_count,
        rating: store.rating,
    }
}

/// Leaves out empty texts.
fn text(texts: &Value) -> LocalText {
    let in_language = |language: &str| texts[language].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    LocalText { az: in_language("az").unwrap_or_default(), ru: in_language("ru"), en: in_language("en") }
}
