//! Events of the other services, with the same fixed data in all tests.

use std::collections::HashMap;

use proto::{
    auth::{AccountErased, BirthdayNear, Relation, SessionReuseDetected},
    catalog::{BackInStock, PriceDropped, ReviewAnswered},
    order::OrderMoved,
    store::{CampaignEnded, CampaignStarted},
};

/// Keyed by language.
fn names() -> HashMap<String, String> {
    [("az", "Novruz xonçası"), ("ru", "Хонча к Новрузу"), ("en", "Novruz tray")]
        .map(|(code, name)| (code.to_owned(), name.to_owned()))
        .into()
}

pub fn campaign_started(campaign_id: i64) -> CampaignStarted {
    CampaignStarted {
        campaign_id,
        store_id: 3,
        percent: 20,
        starts_at: "2026-09-21T10:00:00Z".to_owned(),
        ends_at: "2027-03-20T23:00:00Z".to_owned(),
        product_ids: vec![],
        names: names(),
        store_name: "Şirin ev".to_owned(),
        store_slug: "sirin-ev".to_owned(),
    }
}

pub fn campaign_ended(campaign_id: i64) -> CampaignEnded {
    CampaignEnded { campaign_id, store_id: 3 }
}

pub fn price_dropped(product_id: i64, to: i64) -> PriceDropped {
    PriceDropped { product_id, from: 5000, to, names: names(), slug: "novruz-xoncasi".to_owned() }
}

pub fn back_in_stock(product_id: i64) -> BackInStock {
    BackInStock { product_id, names: names(), slug: "novruz-xoncasi".to_owned() }
}

pub fn order_moved(account_id: i64, status: &str) -> OrderMoved {
    OrderMoved { order: "SQ-7K4M-29".to_owned(), account_id, status: status.to_owned(), awaits_payment: false }
}

pub fn birthday_near(account_id: i64) -> BirthdayNear {
    let relation = Relation::Mother.into();
    BirthdayNear { account_id, relation, date: "2026-11-28".to_owned(), days_left: 7 }
}

pub fn review_answered(account_id: i64) -> ReviewAnswered {
    ReviewAnswered { review_id: 1, account_id, product_id: 2 }
}

pub fn session_reused(account_id: i64) -> SessionReuseDetected {
    SessionReuseDetected { account_id }
}

pub fn account_erased(account_id: i64) -> AccountErased {
    AccountErased { account_id }
}
