//! The public bonus terms, and the bonuses of an account. `app_client` tests earning and spending.

use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::TestShop;

#[sqlx::test(migrations = false)]
async fn bonus_terms_are_public_and_the_account_needs_a_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let terms = shop.get_in("ru", "/api/v1/bonuses/terms").await;
    assert_eq!(
        terms.data(),
        json!({
            "rates": [{"title": "Все товары", "basisPoints": 100}],
            "returnDays": 14, "validMonths": 12, "noticeDays": 14, "birthdayFactor": 2, "spendShare": 3000, "graceDays": 30,
        })
    );
    assert_ne!(terms.header("cache-control"), "private, no-store", "the response is cacheable");
    let path = "/api/v1/user/bonuses";
    assert_eq!(shop.get(path).await.problem(), "401 unauthenticated");
    let token = shop.token().await;
    let own = shop.get_as(&token, path).await;
    assert_eq!(own.data(), json!({"balance": 0, "pending": 0, "maturing": [], "expiring": [], "entries": []}));
    assert_eq!(own.json()["meta"]["total"], 0);
    assert_eq!(own.header("cache-control"), "private, no-store");
    let wrong = shop.get_as(&token, &format!("{path}?page=first")).await;
    assert_eq!(wrong.problem(), "422 validation_failed page=wrong_type");
}
