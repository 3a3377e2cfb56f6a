//! Lists and counts of notifications.

use chrono::{DateTime, TimeDelta, Utc};
use insta::assert_json_snapshot;
use proto::{
    json::to_timestamp,
    notification::{
        CountNotificationsRequest, ListNotificationsRequest, NotificationsSinceRequest, ReadAllNotificationsRequest,
        ReadNotificationRequest,
    },
};
use sqlx::{AssertSqlSafe, PgConnection, PgPool, types::Json};
use testkit::tokens::TestKeys;
use tonic::{Code, Request};

use crate::test_service::{TestService, Unrelated, session_reused, user_registered};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn new_account_gets_a_welcome_in_its_language(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    service.publish(&Unrelated {}).await;
    let mut welcome = service.welcome(AYGUN).await;
    let registered_at: DateTime<Utc> =
        sqlx::query_scalar("select occurred_at from outbox where kind = 'user_registered'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(welcome.created_at.take(), Some(to_timestamp(registered_at)));
    assert_json_snapshot!(welcome, @r#"
    {
      "id": 1,
      "kind": "welcome",
      "title": "Sovqata xoş gəlmisiniz!",
      "text": "Hesabınız hazırdır. Sevdiyiniz insana ilk hədiyyəni seçin: gözəl qablaşdırıb vaxtında çatdıraq.",
      "link": "/",
      "hasViewed": false
    }
    "#);
    assert_eq!(service.list(AYGUN, "ru").await[0].title, "Добро пожаловать в Sovqat!");
    assert_eq!(service.list(AYGUN, "en").await[0].title, "Welcome to Sovqat!");
    assert_eq!(service.list(AYGUN, "de").await[0].title, welcome.title);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn welcome_is_written_once_with_three_consumers(pool: PgPool) {
    let service = TestService::open(pool).await;
    let (second, third) = (service.consume_feeds(), service.consume_feeds());
    for account in 1..=40 {
        service.publish(&user_registered(account)).await;
        // Two of the three consumers crash while events arrive.
        match account {
            10 => second.abort(),
            20 => third.abort(),
            _ => {}
        }
    }
    service.wait_for_feed().await;
    for account in 1..=40 {
        assert_eq!(service.count(account, None).await, 1, "account {account}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reused_session_warns_only_its_account(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.welcome(RASHAD).await;
    service.publish(&session_reused(AYGUN)).await;
    service.wait_for_feed().await;
    let notifications = service.list(AYGUN, "en").await;
    assert_eq!(
        (notifications[0].kind.as_str(), notifications[0].title.as_str()),
        ("security", "We protected your account")
    );
    assert_eq!(notifications[0].link.as_deref(), Some("/profil/sifre"));
    assert_eq!(service.list(RASHAD, "az").await.len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reading_twice_counts_once(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let welcome = service.welcome(AYGUN).await;
    service.publish(&session_reused(AYGUN)).await;
    service.wait_for_feed().await;
    assert_eq!(service.count(AYGUN, Some(false)).await, 2);

    assert!(service.read(AYGUN, welcome.id).await.unwrap().has_viewed);
    let viewed_at = "select viewed_at from notification where notification_id = $1";
    let first: DateTime<Utc> = sqlx::query_scalar(viewed_at).bind(welcome.id).fetch_one(&pool).await.unwrap();
    assert_eq!(first, service.clock.now());

    service.clock.advance(TimeDelta::minutes(5));
    assert!(service.read(AYGUN, welcome.id).await.unwrap().has_viewed);
    let second: DateTime<Utc> = sqlx::query_scalar(viewed_at).bind(welcome.id).fetch_one(&pool).await.unwrap();
    assert_eq!(second, first);
    let counts = [
        service.count(AYGUN, Some(false)).await,
        service.count(AYGUN, Some(true)).await,
        service.count(AYGUN, None).await,
    ];
    assert_eq!(counts, [1, 1, 2]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reading_all_affects_only_the_own_account(pool: PgPool) {
    let service = TestService::open(pool).await;
    let first = service.welcome(AYGUN).await;
    service.publish(&session_reused(AYGUN)).await;
    service.welcome(RASHAD).await;
    service.read(AYGUN, first.id).await.unwrap();
    let unread_counts = [service.read_all(AYGUN).await, service.read_all(AYGUN).await];
    assert_eq!(unread_counts, [0, 0], "each call returns the number of unread notifications that are left");
    assert_eq!((service.count(AYGUN, Some(true)).await, service.count(RASHAD, Some(false)).await), (2, 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn notifications_of_other_accounts_are_not_found(pool: PgPool) {
    let service = TestService::open(pool).await;
    let welcome = service.welcome(AYGUN).await;
    for id in [welcome.id, welcome.id + 1, 0, -1, i64::MAX] {
        let status = service.read(RASHAD, id).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "notification_not_found"), "id {id}");
    }
    assert_eq!(service.count(RASHAD, None).await, 0);
    assert_eq!(service.count(AYGUN, Some(false)).await, 1, "another account marked it as read");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn pages_are_sorted_newest_first_without_duplicates(pool: PgPool) {
    let service = TestService::open(pool).await;
    for _ in 0..5 {
        service.publish(&session_reused(AYGUN)).await;
    }
    service.welcome(AYGUN).await;
    let (first, second) = (service.page(AYGUN, 1, 4).await.unwrap(), service.page(AYGUN, 2, 4).await.unwrap());
    assert_eq!(first.notifications[0].kind, "welcome");
    let ids: Vec<i64> =
        first.notifications.iter().chain(&second.notifications).map(|notification| notification.id).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");
    assert_eq!(ids.len(), 6);
    let meta = second.meta.unwrap();
    assert_eq!((meta.page, meta.per_page, meta.total, meta.last_page), (2, 4, 6, 2));
    assert!(service.page(AYGUN, 3, 4).await.unwrap().notifications.is_empty());
    assert_eq!(service.page(AYGUN, -1, 4).await.unwrap_err().code(), Code::InvalidArgument);
    let largest = service.page(AYGUN, 1, 1_000_000).await.unwrap().meta.unwrap();
    assert_eq!(largest.per_page, 100, "the size of a page is limited");
}

/// Plans made for a small table must use an index also when it has grown.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn query_plans_stay_indexed_as_the_table_grows(pool: PgPool) {
    let mut tx = kit::db::begin(&pool).await.unwrap();
    // 20 accounts get a notification, then 20,000 accounts get three more.
    let insert = "insert into notification (account_id, kind, created_at)
                select number % 20000, 'welcome', now() from generate_series(1, $1) as number";
    sqlx::query(insert).bind(20_i64).execute(&mut *tx).await.unwrap();
    sqlx::raw_sql("analyze notification").execute(&mut *tx).await.unwrap();
    let queries = ["select told_of($1)", "select unread_of($1)", "select count(*) from newest_of($1, 10, 0)"];
    for query in queries {
        // PostgreSQL keeps a plan for all parameters only after several executions.
        for _ in 0..10 {
            assert_eq!(count(&mut tx, query).await, 1);
        }
    }
    sqlx::query(insert).bind(60_000_i64).execute(&mut *tx).await.unwrap();
    for query in queries {
        assert_eq!(count(&mut tx, query).await, 4);
        let pages = pages_read(&mut tx, query).await;
        // Without an index, a query reads hundreds of pages.
        assert!((1..40).contains(&pages), "{query} read {pages} pages");
    }
}

/// After a mass deletion, the statistics say that the table has no rows but many pages.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn fanout_recipients_stay_indexed_as_the_table_grows(pool: PgPool) {
    let mut tx = kit::db::begin(&pool).await.unwrap();
    let insert = "insert into notification (account_id, kind, created_at, occasion)
                select account, 'welcome', now(), $1 from generate_series(1, 20000) as account";
    sqlx::query(insert).bind("campaign:0").execute(&mut *tx).await.unwrap();
    sqlx::raw_sql("delete from notification; analyze notification").execute(&mut *tx).await.unwrap();
    // The accounts 7, 8 and 30,000. The first two get a notification below.
    let query = "select count(*) from to_be_told(array[$1, $1 + 1, 30000], 'stores', true, 'campaign:1')";
    for _ in 0..10 {
        assert_eq!(count(&mut tx, query).await, 3);
    }
    sqlx::query(insert).bind("campaign:1").execute(&mut *tx).await.unwrap();
    assert_eq!(count(&mut tx, query).await, 1, "two accounts have a notification already");
    let pages = pages_read(&mut tx, query).await;
    assert!((1..40).contains(&pages), "{pages} pages read, as without an index");
}

async fn count(tx: &mut PgConnection, query: &'static str) -> i64 {
    sqlx::query_scalar(query).bind(AYGUN).fetch_one(tx).await.unwrap()
}

/// All pages are in memory in such a small test.
async fn pages_read(tx: &mut PgConnection, query: &str) -> u64 {
    let plan = format!("explain (analyze, buffers, format json) {query}");
    let Json(plan): Json<serde_json::Value> =
        sqlx::query_scalar(AssertSqlSafe(plan)).bind(AYGUN).fetch_one(tx).await.unwrap();
    plan.pointer("/0/Plan/Shared Hit Blocks").and_then(serde_json::Value::as_u64).unwrap()
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn unknown_kind_has_a_fallback_text(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    sqlx::query("insert into notification (account_id, kind, created_at) values ($1, 'unknown_kind', now())")
        .bind(AYGUN)
        .execute(&pool)
        .await
        .unwrap();
    let notification = service.list(AYGUN, "en").await.remove(0);
    assert_eq!(
        (notification.kind.as_str(), notification.title.as_str(), notification.link),
        ("unknown_kind", "News from Sovqat", None)
    );
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn requests_without_a_valid_token_are_rejected(pool: PgPool) {
    let service = TestService::open(pool).await;
    let expired = service.keys.token(AYGUN);
    // Longer than a token is valid.
    service.clock.advance(TimeDelta::minutes(11));
    let forged = TestKeys::forged(&service.clock).token(AYGUN);
    for (token, code) in
        [(None, "unauthenticated"), (Some(forged), "unauthenticated"), (Some(expired), "token_expired")]
    {
        let results = [
            service.notifications().list(with_token(token.as_deref(), ListNotificationsRequest::default())).await.err(),
            service
                .notifications()
                .count(with_token(token.as_deref(), CountNotificationsRequest::default()))
                .await
                .err(),
            service.notifications().read(with_token(token.as_deref(), ReadNotificationRequest { id: 1 })).await.err(),
            service.notifications().read_all(with_token(token.as_deref(), ReadAllNotificationsRequest {})).await.err(),
            service
                .notifications()
                .since(with_token(token.as_deref(), NotificationsSinceRequest::default()))
                .await
                .err(),
        ];
        for status in results {
            let status = status.expect("an error");
            assert_eq!((status.code(), status.message()), (Code::Unauthenticated, code));
        }
    }
}

fn with_token<T>(token: Option<&str>, message: T) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    request
}
