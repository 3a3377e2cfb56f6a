use serde_json::json;
use sqlx::PgPool;

use crate::house::House;

#[sqlx::test(migrations = false)]
async fn bonus_terms_are_public_and_the_account_needs_a_token(pool: PgPool) {
    let house = House::start(pool).await;
    let terms = house.get_in("ru", "/api/v1/bonuses/terms").await;
    assert_eq!(
        terms.data(),
        json!({
            "rates": [{"title": "Все товары", "basisPoints": 100}],
            "returnDays": 14, "validMonths": 12, "noticeDays": 14, "birthdayFactor": 2, "spendShare": 3000, "graceDays": 30,
        })
    );
    assert_ne!(terms.header("cache-control"), "private, no-store", "everybody is told the same");
    let path = "/api/v1/user/bonuses";
    assert_eq!(house.get(path).await.problem(), "401 unauthenticated");
    let token = house.token().await;
    let own = house.get_as(&token, path).await;
    assert_eq!(own.data(), json!({"balance": 0, "pending": 0, "maturing": [], "expiring": [], "entries": []}));
    assert_eq!((&own.json()["meta"]["total"], own.header("cache-control")), (&json!(0), "private, no-store"));
    let wrong = house.get_as(&token, &format!("{path}?page=first")).await;
    assert_eq!(wrong.problem(), "422 validation_failed page=wrong_type");
}
