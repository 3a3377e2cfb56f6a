//! The routes with which an operator edits stores, and what shoppers see afterwards.

use kit::permission::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const STORES: &str = "/api/v1/admin/stores";

#[sqlx::test(migrations = false)]
async fn a_store_is_created_changed_closed_and_opened(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    let operator = shop.operator().await;
    let form = json!({"name": "Çiçək dünyası", "about": {"az": "Təzə güllər", "ru": "Свежие цветы"}});
    let created = shop.post_as(&operator, STORES, &form).await.data();
    assert_eq!(created["slug"], "cicek-dunyasi");
    assert_eq!(created["version"], 1);
    assert_eq!(created["isOpen"], true);
    assert_eq!(created["productCount"], 0);
    assert_eq!(created["rating"], json!(0.0));
    assert_eq!(created["logoUrl"], "");
    let shown = async |slug: &str| shop.get_in("ru", &format!("/api/v1/store/{slug}")).await;
    assert_eq!(shown("cicek-dunyasi").await.data()["about"], "Свежие цветы");

    let path = format!("{STORES}/{}", created["id"]);
    let edit = json!({"version": 1, "name": "Gül dünyası", "slug": "gul-dunyasi", "about": {"az": "Güllər"}});
    let changed = shop.put_as(&operator, &path, &edit).await.data();
    assert_eq!(changed["name"], "Gül dünyası");
    assert_eq!(changed["version"], 2);
    assert_eq!(shown("cicek-dunyasi").await.data()["slug"], "gul-dunyasi", "the former slug leads to the store");
    let stale = json!({"version": 1, "name": "Başqa", "slug": "gul-dunyasi", "about": {"az": "Güllər"}});
    assert_eq!(shop.put_as(&operator, &path, &stale).await.problem(), "409 store_changed");

    let closed = shop.post_as(&operator, &format!("{path}/close"), &json!({})).await.data();
    assert_eq!(closed["isOpen"], false);
    assert_eq!(closed["version"], 3);
    assert_eq!(shown("gul-dunyasi").await.problem(), "404 store_not_found");
    let found = async |query: &str| {
        let list = shop.get_as(&operator, &format!("{STORES}?{query}")).await.data();
        list.as_array().unwrap().iter().map(|store| text(&store["slug"]).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("text=GUL+dunyasi&state=closed").await, ["gul-dunyasi"]);
    assert_eq!(found("text=gul+dunyasi&state=open").await, [""; 0]);
    let opened = shop.post_as(&operator, &format!("{path}/open"), &json!({})).await.data();
    assert_eq!(shop.get_as(&operator, &path).await.data(), opened);
    assert_eq!(shown("gul-dunyasi").await.data()["name"], "Gül dünyası");
}

#[sqlx::test(migrations = false)]
async fn pages_follow_each_other_by_cursor(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let complete = shop.get_as(&operator, &format!("{STORES}?limit=100")).await;
    assert!(complete.json()["meta"].get("nextCursor").is_none(), "one page has all stores");
    let (mut slugs, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let query = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = shop.get_as(&operator, &format!("{STORES}?limit=2{query}")).await.json();
        slugs.extend(page["data"].as_array().unwrap().iter().map(|store| store["slug"].clone()));
        let Some(next) = page["meta"]["nextCursor"].as_str() else { break };
        cursor = Some(next.to_owned());
    }
    let expected: Vec<Value> = complete.data().as_array().unwrap().iter().map(|store| store["slug"].clone()).collect();
    assert!(expected.len() > 2);
    assert_eq!(slugs, expected);
}

#[sqlx::test(migrations = false)]
async fn invalid_stores_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let refused = async |body: Value| shop.post_as(&operator, STORES, &body).await.problem();
    insta::assert_snapshot!(refused(json!({})).await, @"422 validation_failed name=required about=required");
    let taken = shop.get("/api/v1/store/all").await.data()[0]["slug"].clone();
    insta::assert_snapshot!(refused(json!({"name": "A", "slug": taken, "about": {"az": "A"}})).await, @"422 validation_failed slug=duplicate");
    insta::assert_snapshot!(refused(json!({"name": "A", "about": {"az": "A"}, "logoUrl": "https://a.example/a.png"})).await, @"422 validation_failed logoUrl=invalid_link");
    let list = async |query: &str| shop.get_as(&operator, &format!("{STORES}?{query}")).await.problem();
    assert_eq!(list("cursor=x").await, "422 validation_failed cursor=invalid");
    assert_eq!(list("limit=0").await, "422 validation_failed limit=out_of_range");
    assert_eq!(list("state=shut").await, "422 validation_failed state=unknown_value");
    for id in ["x", "0", "999999"] {
        assert_eq!(shop.get_as(&operator, &format!("{STORES}/{id}")).await.problem(), "404 store_not_found");
        let close = format!("{STORES}/{id}/close");
        assert_eq!(shop.post_as(&operator, &close, &json!({})).await.problem(), "404 store_not_found");
    }
    let catalogue = shop.staff(Role::Catalogue).await;
    assert!(shop.get_as(&catalogue, STORES).await.data().as_array().is_some_and(|stores| !stores.is_empty()));
    let created = shop.post_as(&catalogue, STORES, &json!({"name": "A", "about": {"az": "A"}})).await;
    assert_eq!(created.problem(), "403 forbidden");
}
