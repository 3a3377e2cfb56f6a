//! The back office's page about the services: their state, and the events that they failed to apply several times
//! (parked).

use kit::permission::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const SYSTEM: &str = "/api/v1/admin/system";
const PARKED: &str = "/api/v1/admin/parked-events";

/// Replaying the event succeeds, because services ignore accounts that they do not know.
async fn park(pool: &PgPool, position: i64, kind: &str) {
    sqlx::query(
        "insert into feed_parked (feed, position, kind, payload, occurred_at, error, attempts)
         values ('auth', $1, $2, '{\"accountId\": 424242}', now(), 'the first error', 5)",
    )
    .bind(position)
    .bind(kind)
    .execute(pool)
    .await
    .expect("the event is parked");
}

fn ids(list: &Value) -> Vec<(String, String)> {
    let events = list["events"].as_array().expect("events").iter();
    events.map(|event| (text(&event["service"]).to_owned(), text(&event["id"]).to_owned())).collect()
}

fn pair(service: &str, id: &str) -> (String, String) {
    (service.to_owned(), id.to_owned())
}

#[sqlx::test(migrations = false)]
async fn parked_events_of_all_services_are_listed_replayed_and_discarded(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    park(&shop.order.pool, 1, "account_erased").await;
    park(&shop.notification, 2, "account_erased").await;
    park(&shop.order.pool, 3, "account_erased").await;
    let complete = shop.get_as(&operator, PARKED).await.data();
    let expected = [pair("order", "auth-3"), pair("notification", "auth-2"), pair("order", "auth-1")];
    assert_eq!(ids(&complete), expected.to_vec());
    assert_eq!(complete["missing"], json!([]));
    let first = shop.get_as(&operator, &format!("{PARKED}?limit=2")).await.data();
    let next = text(&first["nextCursor"]);
    let second = shop.get_as(&operator, &format!("{PARKED}?limit=2&cursor={next}")).await.data();
    assert_eq!([ids(&first), ids(&second)].concat(), expected);
    let of_one_service = shop.get_as(&operator, &format!("{PARKED}?service=notification")).await.data();
    assert_eq!(ids(&of_one_service), [pair("notification", "auth-2")]);
    for (query, problem) in [
        ("service=gateway", "422 validation_failed service=unknown_value"),
        ("cursor=x", "422 validation_failed cursor=invalid"),
        ("limit=101", "422 validation_failed limit=out_of_range"),
    ] {
        assert_eq!(shop.get_as(&operator, &format!("{PARKED}?{query}")).await.problem(), problem);
    }

    let replay = format!("{PARKED}/order/auth-1/replay");
    for outcome in ["applied", "not_parked"] {
        assert_eq!(shop.post_as(&operator, &replay, &Value::Null).await.data()["outcome"], outcome);
    }
    let discard = format!("{PARKED}/order/auth-3/discard");
    let without_reason = shop.post_as(&operator, &discard, &json!({"reason": ""})).await;
    assert_eq!(without_reason.problem(), "422 validation_failed reason=required");
    let reason = json!({"reason": "The account was erased by hand"});
    assert_eq!(shop.post_as(&operator, &discard, &reason).await.status, 200);
    assert_eq!(shop.post_as(&operator, &discard, &reason).await.problem(), "404 parked_event_not_found");
    let unknown = shop.post_as(&operator, &format!("{PARKED}/gateway/auth-3/replay"), &Value::Null).await;
    assert_eq!(unknown.problem(), "404 parked_event_not_found");
    let feed = shop.post_as(&operator, &format!("{PARKED}/notification/replay"), &json!({"feed": "auth"})).await.data();
    assert_eq!(feed, json!({"applied": 1, "failed": 0, "hasMore": false}));
    assert_eq!(ids(&shop.get_as(&operator, PARKED).await.data()), []);
    let manager = shop.staff(Role::Manager).await;
    assert_eq!(shop.get_as(&manager, PARKED).await.status, 200);
    assert_eq!(shop.post_as(&manager, &replay, &Value::Null).await.problem(), "403 forbidden");
}

#[sqlx::test(migrations = false)]
async fn a_service_that_is_away_does_not_hide_the_others(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    park(&shop.order.pool, 1, "account_erased").await;
    let services = |overview: &Value| -> Vec<(String, String)> {
        let services = overview["services"].as_array().expect("services").iter();
        services.map(|service| (text(&service["service"]).to_owned(), text(&service["health"]).to_owned())).collect()
    };
    let expected = |catalog: &str| {
        let names = ["gateway", "auth", "catalog", "notification", "order", "seo", "store"];
        names.map(|name| pair(name, if name == "catalog" { catalog } else { "up" }))
    };
    let overview = shop.get_as(&operator, SYSTEM).await.data();
    assert_eq!(services(&overview), expected("up"));
    // In the order of `expected`.
    let order = &overview["services"][4];
    assert_eq!(order["parked"], 1);
    assert_eq!(order["schema"].as_i64(), Some(20), "the number of the last migration");
    assert!(order["workers"].as_array().is_some_and(|workers| !workers.is_empty()), "{order}");

    shop.kill_catalog();
    let overview = shop.get_as(&operator, SYSTEM).await.data();
    assert_eq!(services(&overview), expected("away"));
    assert_eq!(shop.get_as(&operator, PARKED).await.data()["missing"], json!(["catalog"]));
    let support = shop.staff(Role::Support).await;
    assert_eq!(shop.get_as(&support, SYSTEM).await.problem(), "403 forbidden");
}
