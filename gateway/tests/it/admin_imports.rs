//! Product imports are uploaded, mapped, checked, started and undone.

use reqwest::{Body, Method};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{TestResponse, TestShop, send, text};

const IMPORTS: &str = "/api/v1/admin/imports";
/// The file's name tells the format.
const FILE: &str = "application/octet-stream";

async fn upload(shop: &TestShop, token: &str, content_type: &str, body: impl Into<Body>) -> TestResponse {
    let path = format!("{IMPORTS}?fileName=qiymetler.csv");
    send(shop.request(Method::POST, &path).bearer_auth(token).header("content-type", content_type).body(body)).await
}

async fn in_state(shop: &TestShop, token: &str, id: &Value, state: &str) -> Value {
    let path = format!("{IMPORTS}/{id}");
    eventually(state, async || shop.get_as(token, &path).await.data()["state"] == state).await;
    shop.get_as(token, &path).await.data()
}

#[sqlx::test(migrations = false)]
async fn a_price_list_is_uploaded_checked_written_and_undone(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, product) = (shop.operator().await, shop.any_product().await);
    let details = format!("/api/v1/admin/products/{}", product["id"]);
    let price = async || shop.get_as(&operator, &details).await.data()["form"]["price"].as_i64().expect("a price");
    let (slug, before) = (text(&product["slug"]), price().await);
    // The second line has a formula for a price.
    let file = format!("Kod,Qiymət\n{slug},4321.00\n{slug}-yeni,=1+1\n");
    let uploaded = upload(&shop, &operator, FILE, file).await.data();
    let read = in_state(&shop, &operator, &uploaded["id"], "mapping").await;
    assert_eq!(read["columns"][1]["target"], "price");
    assert_eq!(read["total"], 2);
    let path = format!("{IMPORTS}/{}", read["id"]);
    let mapping = json!({"version": read["version"], "targets": ["slug", "price"]});
    let mapped = shop.put_as(&operator, &format!("{path}/mapping"), &mapping).await.data();
    let version = |import: &Value| json!({"version": import["version"]});
    shop.post_as(&operator, &format!("{path}/check"), &version(&mapped)).await.data();
    let checked = in_state(&shop, &operator, &read["id"], "checked").await;
    let errors = shop.get_as(&operator, &format!("{path}/errors")).await.data();
    assert_eq!(errors[0]["line"], 3);
    assert_eq!(errors[0]["column"], "Qiymət");
    assert_eq!(errors[0]["code"], "invalid");
    // The apostrophe keeps a spreadsheet from running the formula.
    let csv = shop.get_as(&operator, &format!("{path}/errors.csv")).await;
    assert!(
        csv.text.starts_with("\u{feff}line,column,field,code,details\r\n3,Qiymət,price,invalid,'=1+1\r\n"),
        "{}",
        csv.text
    );

    let mut start = json!({"version": checked["version"], "skipRefused": false});
    let refused = shop.post_as(&operator, &format!("{path}/start"), &start).await;
    assert_eq!(refused.problem(), "409 import_has_errors");
    start["skipRefused"] = json!(true);
    shop.post_as(&operator, &format!("{path}/start"), &start).await.data();
    let done = in_state(&shop, &operator, &read["id"], "done").await;
    assert_eq!(done["changed"], 1);
    assert_eq!(done["canUndo"], true);
    assert_eq!(price().await, 432_100);
    shop.post_as(&operator, &format!("{path}/undo"), &version(&done)).await.data();
    in_state(&shop, &operator, &read["id"], "undone").await;
    assert_eq!(price().await, before);
}

#[sqlx::test(migrations = false)]
async fn files_are_limited_and_named_by_their_format(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, product) = (shop.operator().await, shop.any_product().await);
    let wrong_type = upload(&shop, &operator, "text/csv", "slug\n").await;
    assert_eq!(wrong_type.problem(), "415 unsupported_media_type");
    let request = shop.request(Method::POST, &format!("{IMPORTS}?fileName=a.pdf")).bearer_auth(&operator);
    let unknown = send(request.header("content-type", FILE).body("x")).await;
    assert_eq!(unknown.problem(), "422 validation_failed fileName=unknown_format");
    // One byte above the limit of 64 MiB.
    let too_large = vec![0_u8; 64 * 1024 * 1024 + 1];
    assert_eq!(upload(&shop, &operator, FILE, too_large).await.problem(), "413 payload_too_large");

    let template = format!("/api/v1/admin/import-templates/{}", product["category"]["id"]);
    let template = shop.get_as(&operator, &template).await;
    assert!(template.text.starts_with("\u{feff}store,category,slug,name_az"), "{}", template.text);
    assert!(template.header("content-disposition").ends_with(".csv\""));
    let export = shop.get_as(&operator, "/api/v1/admin/products/export?format=csv").await;
    assert!(export.text.starts_with("\u{feff}slug,store,category,also,name_az"), "{}", export.text);
    assert!(export.text.contains(text(&product["slug"])));
    let unknown = shop.get_as(&operator, "/api/v1/admin/products/export?format=pdf").await;
    assert_eq!(unknown.problem(), "422 validation_failed format=unknown_value");
}
