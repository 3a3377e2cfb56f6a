//! The log of what members of staff have changed.

use image::ImageFormat;
use proto::audit::{SearchAuditRequest, audit_client::AuditClient};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_writes, entries, personal_data};

use crate::{
    pictures::{encoded, two_colours},
    shop::{Customer, TestShop, product},
};

const AYSEL: Customer = Customer(1);

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({"rating": 0, "reviews": 0}))]).await;
    let a = shop.id_of("a").await;
    // The phone number puts the review on hold.
    let review = shop.review(AYSEL, a, 5, "Zəng edin: 050 123 45 67").await.unwrap().id;
    check_writes(&pool, "sovqat.catalog.", async |path| match path {
        "/sovqat.catalog.v1.Pictures/Upload" => {
            shop.upload(&encoded(&two_colours(50, 50), ImageFormat::Png)).await.unwrap();
            "picture_uploaded"
        }
        "/sovqat.catalog.v1.Pictures/Put" => {
            let url = shop.upload(&encoded(&two_colours(60, 50), ImageFormat::Png)).await.unwrap().url;
            shop.set_pictures(a, &[&url]).await.unwrap();
            "pictures_put"
        }
        "/sovqat.catalog.v1.Reviews/Moderate" => {
            // The reason names the author; it is not copied into the log.
            shop.decide(review, false, false, Some("Aysel M. telefonunu yazıb")).await.unwrap();
            "review_rejected"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    let found = entries(&pool).await;
    let rejected = found.iter().find(|entry| entry.action == "review_rejected").unwrap();
    assert_eq!(rejected.before, Some(json!({"state": "pending"})));
    assert_eq!(rejected.after, Some(json!({"state": "rejected"})));
    assert_eq!(personal_data(&pool, &["Aysel", "123 45 67"]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.upload(&encoded(&two_colours(50, 50), ImageFormat::Png)).await.unwrap();
    let request = SearchAuditRequest { limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(shop.channel());
    let entries = client.search(shop.signed_by_operator(request)).await.unwrap().into_inner().entries;
    let found: Vec<_> = entries.iter().map(|it| (&*it.service, &*it.action, &*it.subject_kind)).collect();
    assert_eq!(found, [("catalog", "picture_uploaded", "picture")]);
    check_append_only(&pool).await;
}
