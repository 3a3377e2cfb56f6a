//! The routes with which an operator edits products and their stock, and what shoppers see afterwards.

use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{TestShop, text};

const PRODUCTS: &str = "/api/v1/admin/products";

/// Uses the store and the category of a demo product.
async fn form(shop: &TestShop, name: &str) -> Value {
    let list = shop.get("/api/v1/product/all?perPage=1").await.data();
    let existing = &list["products"][0];
    json!({
        "storeId": existing["store"]["id"], "categoryId": existing["category"]["id"], "alsoCategoryIds": [],
        "name": {"az": name, "ru": "Тест"}, "description": {"az": "Təsvir"}, "price": 4500, "preparationDays": 0,
        "optionKind": "size", "sizes": [], "fields": [], "pictures": [],
    })
}

fn with(form: &Value, members: &Value) -> Value {
    let mut changed = form.clone();
    changed.as_object_mut().expect("an object").extend(members.as_object().expect("members").clone());
    changed
}

#[sqlx::test(migrations = false)]
async fn a_new_product_is_published_sold_and_counted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, shopper) = (shop.operator().await, shop.token().await);
    let form = with(&form(&shop, "Sınaq buketi").await, &json!({"initialStock": 3}));
    let draft = shop.post_as(&operator, PRODUCTS, &form).await.data();
    assert_eq!(draft["state"], "draft");
    assert_eq!(draft["form"]["slug"], "sinaq-buketi");
    assert_eq!(draft["stock"], 3);
    assert!(draft.get("publishedAt").is_none() && draft["form"]["name"].get("en").is_none(), "{draft}");
    assert_eq!(shop.get("/api/v1/product/sinaq-buketi").await.problem(), "404 product_not_found");
    let path = format!("{PRODUCTS}/{}", draft["id"]);

    let published = shop.post_as(&operator, &format!("{path}/publish"), &json!({})).await.data();
    assert_eq!(published["state"], "published");
    assert_eq!(published["version"], 2);
    eventually("the page of the product", async || shop.get("/api/v1/product/sinaq-buketi").await.status == 200).await;
    eventually("the search", async || {
        let found = shop.get("/api/v1/product/all?search=sinaq%20buketi").await.data();
        found["products"].as_array().unwrap().iter().any(|card| card["slug"] == "sinaq-buketi")
    })
    .await;
    let bought = json!({"productId": draft["id"], "count": 2});
    shop.post_as(&shopper, "/api/v1/cart/add", &bought).await.data();

    assert_movements_change_the_stock(&shop, &operator, &format!("{path}/movements")).await;
    let withdrawn = shop.post_as(&operator, &format!("{path}/withdraw"), &json!({})).await.data();
    assert_eq!(withdrawn["state"], "withdrawn");
    eventually("the page of the product", async || {
        shop.get("/api/v1/product/sinaq-buketi").await.problem() == "404 product_withdrawn"
    })
    .await;
    let details = shop.get_as(&operator, &path).await.data();
    let actions: Vec<_> = details["changes"].as_array().unwrap().iter().map(|change| text(&change["action"])).collect();
    assert_eq!(actions, ["withdrawn", "published", "created"]);
}

/// A movement is a change of the stock, which is 3 at first. The key makes a repeated request harmless.
async fn assert_movements_change_the_stock(shop: &TestShop, operator: &str, path: &str) {
    let movement = |kind: &str, count: i64, key: u32| {
        let key = format!("0192c3a4-5b6d-7e8f-9a0b-{key:012}");
        json!({"kind": kind, "count": count, "key": key})
    };
    let received = shop.post_as(operator, path, &movement("received", 4, 1)).await.data();
    assert_eq!(received["change"], 4);
    assert_eq!(received["stockAfter"], 7);
    assert_eq!(shop.post_as(operator, path, &movement("received", 4, 1)).await.data(), received);
    let with_same_key = shop.post_as(operator, path, &movement("received", 5, 1)).await;
    assert_eq!(with_same_key.problem(), "409 idempotency_key_reused");
    let counted = shop.post_as(operator, path, &movement("counted", 6, 2)).await.data();
    assert_eq!(counted["change"], -1);
    assert_eq!(counted["counted"], 6);

    let first = shop.get_as(operator, &format!("{path}?limit=2")).await.json();
    let second = format!("{path}?limit=2&cursor={}", text(&first["meta"]["nextCursor"]));
    let second = shop.get_as(operator, &second).await.json();
    let rows = [&first, &second].into_iter().flat_map(|page| page["data"].as_array().expect("a list"));
    let listed: Vec<_> = rows.map(|row| (text(&row["kind"]), row["stockAfter"].as_i64().expect("a number"))).collect();
    // The last one is the initial stock.
    assert_eq!(listed, [("counted", 6), ("received", 7), ("received", 3)]);
    assert!(second["meta"].get("nextCursor").is_none(), "{second}");
}

#[sqlx::test(migrations = false)]
async fn stale_versions_and_invalid_forms_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let form = form(&shop, "Sınaq").await;
    let draft = shop.post_as(&operator, PRODUCTS, &form).await.data();
    let path = format!("{PRODUCTS}/{}", draft["id"]);
    let edit = |price: i64| with(&draft["form"], &json!({"price": price}));
    assert_eq!(shop.put_as(&operator, &path, &edit(5000)).await.data()["version"], 2);
    assert_eq!(shop.put_as(&operator, &path, &edit(6000)).await.problem(), "409 product_changed");
    assert_eq!(shop.get_as(&operator, &path).await.data()["form"]["price"], 5000);

    let refused = async |members: Value| shop.post_as(&operator, PRODUCTS, &with(&form, &members)).await.problem();
    assert_eq!(refused(json!({"price": 0})).await, "422 validation_failed price=out_of_range");
    assert_eq!(refused(json!({"price": "1"})).await, "422 validation_failed price=wrong_type");
    assert_eq!(refused(json!({"optionKind": "smell"})).await, "422 validation_failed optionKind=unknown_value");
    assert_eq!(
        refused(json!({"fields": [{"key": "x", "values": ["1"]}]})).await,
        "422 validation_failed fields.x=unknown_field"
    );
    assert_eq!(refused(json!({"name": {"az": " "}})).await, "422 validation_failed name.az=required");
    assert_eq!(refused(json!({"categoryId": 999_999})).await, "422 validation_failed categoryId=category_not_found");
    for id in ["x", "0", "999999"] {
        assert_eq!(shop.get_as(&operator, &format!("{PRODUCTS}/{id}")).await.problem(), "404 product_not_found");
        let movements = format!("{PRODUCTS}/{id}/movements");
        assert_eq!(shop.get_as(&operator, &movements).await.problem(), "404 product_not_found");
    }
    for (query, expected) in [
        ("cursor=x", "cursor=invalid"),
        ("limit=0", "limit=out_of_range"),
        ("state=sold", "state=unknown_value"),
        ("sort=stock", "sort=invalid"),
    ] {
        let response = shop.get_as(&operator, &format!("{PRODUCTS}?{query}")).await;
        assert_eq!(response.problem(), format!("422 validation_failed {expected}"));
    }
}

#[sqlx::test(migrations = false)]
async fn the_list_has_every_product_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    shop.post_as(&operator, PRODUCTS, &form(&shop, "Sınaq").await).await.data();
    for sort in ["newest", "name", "price", "changed"] {
        let (mut ids, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = shop.get_as(&operator, &format!("{PRODUCTS}?sort={sort}&limit=40&cursor={cursor}")).await.json();
            ids.extend(page["data"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()));
            match page["meta"]["nextCursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => break,
            }
        }
        let listed = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(listed, ids.len(), "no product is listed twice by {sort}");
        let published = shop.get("/api/v1/product/all?perPage=1").await.json()["meta"]["total"].as_u64().unwrap();
        assert_eq!(u64::try_from(listed).unwrap(), published + 1, "the published products and the draft by {sort}");
    }
    let drafts = shop.get_as(&operator, &format!("{PRODUCTS}?state=draft&text=sinaq")).await.data();
    assert_eq!(drafts.as_array().unwrap().len(), 1, "the slug (the name in ASCII letters) is searched as well");
    let drafts = shop.get_as(&operator, &format!("{PRODUCTS}?state=draft&text=s%C4%B1nak")).await.data();
    assert_eq!(drafts.as_array().unwrap().len(), 0, "`sınak` is another word than `sınaq`");
    let drafts = shop.get_as(&operator, &format!("{PRODUCTS}?state=draft&text=s%C4%B1naq")).await.data();
    assert_eq!(drafts[0]["missingTexts"], json!(["ru", "en"]), "the description is not translated");
}
