//! Saved views of lists in the back office, over the API.

use kit::permission::Role;
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::TestShop;

const VIEWS: &str = "/api/v1/admin/saved-views";

#[sqlx::test(migrations = false)]
async fn a_view_is_saved_renamed_and_deleted_by_its_owner(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, colleague) = (shop.operator().await, shop.staff(Role::Support).await);
    let view = json!({"list": "orders", "name": "Gözləyən", "query": "veziyyet=waiting", "isDefault": true});
    assert_eq!(shop.put_as(&operator, VIEWS, &view).await.data(), view);
    assert_eq!(shop.get_as(&operator, VIEWS).await.data(), json!([view]));

    let renamed = json!({"list": "orders", "name": "Yeni", "query": "veziyyet=waiting", "isDefault": false});
    let mut rename = renamed.clone();
    rename["previousName"] = "Gözləyən".into();
    assert_eq!(shop.put_as(&operator, VIEWS, &rename).await.data(), renamed);
    assert_eq!(shop.get_as(&operator, VIEWS).await.data(), json!([renamed]));

    let name = json!({"list": "orders", "name": "Yeni"});
    assert_eq!(shop.get_as(&colleague, VIEWS).await.data(), json!([]));
    assert_eq!(shop.send_as(&colleague, Method::DELETE, VIEWS, &name).await.data(), json!({}));
    assert_eq!(shop.get_as(&operator, VIEWS).await.data(), json!([renamed]));
    assert_eq!(shop.send_as(&operator, Method::DELETE, VIEWS, &name).await.data(), json!({}));
    assert_eq!(shop.get_as(&operator, VIEWS).await.data(), json!([]));
}

#[sqlx::test(migrations = false)]
async fn more_views_than_a_list_can_have_are_a_conflict(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let view = |number: i32| json!({"list": "orders", "name": number.to_string(), "query": "a=b", "isDefault": false});
    for number in 0..20 {
        assert_eq!(shop.put_as(&operator, VIEWS, &view(number)).await.status, 200, "{number}");
    }
    assert_eq!(shop.put_as(&operator, VIEWS, &view(20)).await.problem(), "409 too_many_views");
}
