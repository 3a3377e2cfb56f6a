//! Every change by staff is in the audit log.

use image::ImageFormat;
use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    catalog::{ProductForm, ProductsValue, StockMovementKind, UpdateCategoryRequest},
};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_writes, entries, personal_data};

use crate::{
    category_desk::{edit_of, local},
    moderation::Moderated,
    pictures::{encoded, two_colours},
    search_rules::instead_of,
    shop::{Customer, TestShop, product},
    stock_desk::movement,
};

const AYSEL: Customer = Customer(1);
const IMPORTED: &str = "slug,name_az,price\nimported,Gül,12\n";

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({"rating": 0, "reviews": 0}))]).await;
    let a = shop.id_of("a").await;
    // The phone number puts the review on hold.
    let review = shop.review(AYSEL, a, 5, "Zəng edin: 050 123 45 67").await.unwrap().id;
    // Calls each method for staff that writes, and names the action that must be logged.
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
            // The reason names the author, and must not be copied into the log.
            shop.reject_text(Moderated::Review(review), Some("Aysel M. telefonunu yazıb")).await.unwrap();
            "review_rejected"
        }
        "/sovqat.catalog.v1.ProductDesk/Create" => {
            shop.create_product(shop.form("Lalə").await).await.unwrap();
            "product_created"
        }
        "/sovqat.catalog.v1.ProductDesk/Update" => {
            let form = shop.details(a).await.unwrap().form.unwrap();
            shop.update_product(a, ProductForm { price: form.price + 1, ..form }).await.unwrap();
            "product_changed"
        }
        "/sovqat.catalog.v1.ProductDesk/Publish" => {
            let draft = shop.duplicate_product(a).await.unwrap();
            shop.publish_product(draft.id).await.unwrap();
            "product_published"
        }
        "/sovqat.catalog.v1.ProductDesk/Withdraw" => {
            let draft = shop.duplicate_product(a).await.unwrap();
            shop.publish_product(draft.id).await.unwrap();
            shop.withdraw_product(draft.id).await.unwrap();
            "product_withdrawn"
        }
        "/sovqat.catalog.v1.ProductDesk/Duplicate" => {
            shop.duplicate_product(a).await.unwrap();
            "product_duplicated"
        }
        "/sovqat.catalog.v1.SearchRuleDesk/Create" => {
            shop.create_rule(instead_of("qab", "fincan")).await.unwrap();
            "search_rule_created"
        }
        "/sovqat.catalog.v1.SearchRuleDesk/Update" => {
            let rule = shop.create_rule(instead_of("köhnə", "fincan")).await.unwrap();
            shop.update_rule(&rule, instead_of("köhnə", "vaza")).await.unwrap();
            "search_rule_updated"
        }
        "/sovqat.catalog.v1.SearchRuleDesk/Delete" => {
            let rule = shop.create_rule(instead_of("artıq", "fincan")).await.unwrap();
            shop.delete_rule(rule.id).await.unwrap();
            "search_rule_deleted"
        }
        "/sovqat.catalog.v1.StockDesk/Record" => {
            shop.move_stock(movement(a, StockMovementKind::Received, 1)).await.unwrap();
            "stock_moved"
        }
        "/sovqat.catalog.v1.CategoryDesk/Create" => {
            shop.create_category(None, "Yeni").await.unwrap();
            "category_created"
        }
        "/sovqat.catalog.v1.CategoryDesk/Update" => {
            let category = shop.create_category(None, "Köhnə ad").await.unwrap();
            let edit = UpdateCategoryRequest { name: local("Yeni ad"), ..edit_of(&category) };
            shop.update_category(edit).await.unwrap();
            "category_updated"
        }
        "/sovqat.catalog.v1.CategoryDesk/Move" => {
            let category = shop.create_category(None, "Köçən").await.unwrap();
            shop.move_category(&category, None, 0).await.unwrap();
            "category_moved"
        }
        "/sovqat.catalog.v1.CategoryDesk/Delete" => {
            let category = shop.create_category(None, "Artıq").await.unwrap();
            shop.delete_category(&category.slug).await.unwrap();
            "category_deleted"
        }
        "/sovqat.catalog.v1.ProductDesk/ChangeMany" => {
            let (value, key) = (ProductsValue { price_percent: Some(10), ..ProductsValue::default() }, 1);
            shop.change_many(&[a], value, key).await.unwrap();
            "products_changed"
        }
        "/sovqat.catalog.v1.ProductDesk/UndoChangeMany" => {
            let (value, key) = (ProductsValue { price_percent: Some(10), ..ProductsValue::default() }, 2);
            let id = shop.change_many(&[a], value, key).await.unwrap().id.unwrap();
            shop.undo_many(id).await.unwrap();
            "products_change_undone"
        }
        "/sovqat.catalog.v1.ImportDesk/Upload" => {
            shop.upload_import("a.csv", IMPORTED).await.unwrap();
            "import_uploaded"
        }
        "/sovqat.catalog.v1.ImportDesk/Map" => {
            let import = shop.upload_import("a.csv", IMPORTED).await.unwrap();
            shop.map_as_suggested(&shop.work_on(import.id).await).await.unwrap();
            "import_mapped"
        }
        "/sovqat.catalog.v1.ImportDesk/Check" => {
            shop.checked_import("a.csv", IMPORTED).await;
            "import_checked"
        }
        "/sovqat.catalog.v1.ImportDesk/Start" => {
            shop.start_import(&shop.checked_import("a.csv", IMPORTED).await).await.unwrap();
            "import_started"
        }
        "/sovqat.catalog.v1.ImportDesk/Undo" => {
            let checked = shop.checked_import("a.csv", IMPORTED).await;
            shop.start_import(&checked).await.unwrap();
            shop.undo_import(&shop.work_on(checked.id).await).await.unwrap();
            "import_undone"
        }
        "/sovqat.catalog.v1.ImportDesk/Cancel" => {
            let import = shop.upload_import("a.csv", IMPORTED).await.unwrap();
            shop.cancel_import(&import).await.unwrap();
            "import_cancelled"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;

    let found = entries(&pool).await;
    let rejected = found.iter().find(|entry| entry.action == "review_rejected").unwrap();
    assert_eq!(rejected.before, Some(json!({"state": "pending"})));
    assert_eq!(rejected.after, Some(json!({"state": "rejected"})));

    let renamed = found.iter().find(|entry| entry.action == "category_updated").unwrap();
    assert_eq!(renamed.before, Some(json!({"name": {"az": "Köhnə ad"}})));
    assert_eq!(renamed.after, Some(json!({"name": {"az": "Yeni ad"}})));

    assert_eq!(personal_data(&pool, &["Aysel", "123 45 67"]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn audit_log_is_searchable_and_append_only(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.upload(&encoded(&two_colours(50, 50), ImageFormat::Png)).await.unwrap();
    let request = SearchAuditRequest { limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(shop.channel());
    let entries = client.search(shop.signed_by_operator(request)).await.unwrap().into_inner().entries;
    let found: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject_kind)).collect();
    assert_eq!(found, [("catalog", "picture_uploaded", "picture")]);
    check_append_only(&pool).await;
}
