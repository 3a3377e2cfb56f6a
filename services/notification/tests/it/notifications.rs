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

use crate::house::{House, Unrelated, registered, reused};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_new_account_is_welcomed_in_the_language_it_reads(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    house.announce(&Unrelated {}).await;
    let mut welcome = house.welcomed(AYGUN).await;
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
    assert_eq!(house.list(AYGUN, "ru").await[0].title, "Добро пожаловать в Sovqat!");
    assert_eq!(house.list(AYGUN, "en").await[0].title, "Welcome to Sovqat!");
    assert_eq!(house.list(AYGUN, "de").await[0].title, welcome.title);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_welcome_comes_once_however_many_listen(pool: PgPool) {
    let house = House::open(pool).await;
    let (second, third) = (house.listen(), house.listen());
    for account in 1..=40 {
        house.announce(&registered(account)).await;
        match account {
            10 => second.abort(),
            20 => third.abort(),
            _ => {}
        }
    }
    house.all_is_heard().await;
    for account in 1..=40 {
        assert_eq!(house.count(account, None).await, 1, "account {account}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_reused_session_warns_its_account_only(pool: PgPool) {
    let house = House::open(pool).await;
    house.welcomed(RASHAD).await;
    house.announce(&reused(AYGUN)).await;
    house.all_is_heard().await;
    let told = house.list(AYGUN, "en").await;
    assert_eq!((told[0].kind.as_str(), told[0].title.as_str()), ("security", "We protected your account"));
    assert_eq!(told[0].link.as_deref(), Some("/profil/sifre"));
    assert_eq!(house.list(RASHAD, "az").await.len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reading_counts_down_and_twice_is_once(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let welcome = house.welcomed(AYGUN).await;
    house.announce(&reused(AYGUN)).await;
    house.all_is_heard().await;
    assert_eq!(house.count(AYGUN, Some(false)).await, 2);

    assert!(house.read(AYGUN, welcome.id).await.unwrap().has_viewed);
    let viewed_at = "select viewed_at from notification where notification_id = $1";
    let first: DateTime<Utc> = sqlx::query_scalar(viewed_at).bind(welcome.id).fetch_one(&pool).await.unwrap();
    assert_eq!(first, house.clock.now());

    house.clock.advance(TimeDelta::minutes(5));
    assert!(house.read(AYGUN, welcome.id).await.unwrap().has_viewed);
    let second: DateTime<Utc> = sqlx::query_scalar(viewed_at).bind(welcome.id).fetch_one(&pool).await.unwrap();
    assert_eq!(second, first);
    let counts =
        [house.count(AYGUN, Some(false)).await, house.count(AYGUN, Some(true)).await, house.count(AYGUN, None).await];
    assert_eq!(counts, [1, 1, 2]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reading_all_leaves_nothing_unread_and_others_alone(pool: PgPool) {
    let house = House::open(pool).await;
    let first = house.welcomed(AYGUN).await;
    house.announce(&reused(AYGUN)).await;
    house.welcomed(RASHAD).await;
    house.read(AYGUN, first.id).await.unwrap();
    assert_eq!([house.read_all(AYGUN).await, house.read_all(AYGUN).await], [0, 0]);
    assert_eq!((house.count(AYGUN, Some(true)).await, house.count(RASHAD, Some(false)).await), (2, 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn nobody_reads_what_is_anothers(pool: PgPool) {
    let house = House::open(pool).await;
    let welcome = house.welcomed(AYGUN).await;
    for id in [welcome.id, welcome.id + 1, 0, -1, i64::MAX] {
        let status = house.read(RASHAD, id).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "notification_not_found"), "id {id}");
    }
    assert_eq!(house.count(RASHAD, None).await, 0);
    assert_eq!(house.count(AYGUN, Some(false)).await, 1, "the other's attempt marked it as read");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn pages_run_newest_first_without_repeating(pool: PgPool) {
    let house = House::open(pool).await;
    for _ in 0..5 {
        house.announce(&reused(AYGUN)).await;
    }
    house.welcomed(AYGUN).await;
    let (first, second) = (house.page(AYGUN, 1, 4).await.unwrap(), house.page(AYGUN, 2, 4).await.unwrap());
    assert_eq!(first.notifications[0].kind, "welcome");
    let ids: Vec<i64> = first.notifications.iter().chain(&second.notifications).map(|told| told.id).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older) && ids.len() == 6, "{ids:?}");
    let meta = second.meta.unwrap();
    assert_eq!((meta.page, meta.per_page, meta.total, meta.last_page), (2, 4, 6, 2));
    assert!(house.page(AYGUN, 3, 4).await.unwrap().notifications.is_empty());
    assert_eq!(house.page(AYGUN, -1, 4).await.unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(house.page(AYGUN, 1, 1_000_000).await.unwrap().meta.unwrap().per_page, 100);
}

/// However many others were told something since the connection first asked.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn whoever_asked_while_there_were_few_reads_only_their_own(pool: PgPool) {
    let mut tx = pool.begin().await.unwrap();
    let tell = "insert into notification (account_id, kind, created_at)
                select number % 20000, 'welcome', now() from generate_series(1, $1) as number";
    sqlx::query(tell).bind(20_i64).execute(&mut *tx).await.unwrap();
    sqlx::raw_sql("analyze notification").execute(&mut *tx).await.unwrap();
    let questions = ["select told_of($1)", "select unread_of($1)", "select count(*) from newest_of($1, 10, 0)"];
    for question in questions {
        for _ in 0..10 {
            assert_eq!(answer(&mut tx, question).await, 1);
        }
    }
    sqlx::query(tell).bind(60_000_i64).execute(&mut *tx).await.unwrap();
    for question in questions {
        assert_eq!(answer(&mut tx, question).await, 4);
        let pages = pages_looked_at(&mut tx, question).await;
        assert!((1..40).contains(&pages), "{question} looked at {pages} pages");
    }
}

/// Right after everything was deleted, the statistics know of nothing, and of many pages.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn whom_to_tell_is_asked_for_each_however_many_were_told(pool: PgPool) {
    let mut tx = pool.begin().await.unwrap();
    let tell = "insert into notification (account_id, kind, created_at, occasion)
                select account, 'welcome', now(), $1 from generate_series(1, 20000) as account";
    sqlx::query(tell).bind("campaign:0").execute(&mut *tx).await.unwrap();
    sqlx::raw_sql("delete from notification; analyze notification").execute(&mut *tx).await.unwrap();
    let question = "select count(*) from to_be_told(array[$1, $1 + 1, 30000], 'stores', true, 'campaign:1')";
    for _ in 0..10 {
        assert_eq!(answer(&mut tx, question).await, 3);
    }
    sqlx::query(tell).bind("campaign:1").execute(&mut *tx).await.unwrap();
    assert_eq!(answer(&mut tx, question).await, 1, "two were told before");
    let pages = pages_looked_at(&mut tx, question).await;
    assert!((1..40).contains(&pages), "{pages} pages were looked at");
}

async fn answer(tx: &mut PgConnection, question: &'static str) -> i64 {
    sqlx::query_scalar(question).bind(AYGUN).fetch_one(tx).await.unwrap()
}

/// Of what there is in memory; such a test reads nothing from the disk.
async fn pages_looked_at(tx: &mut PgConnection, question: &str) -> u64 {
    let plan = format!("explain (analyze, buffers, format json) {question}");
    let Json(plan): Json<serde_json::Value> =
        sqlx::query_scalar(AssertSqlSafe(plan)).bind(AYGUN).fetch_one(tx).await.unwrap();
    plan.pointer("/0/Plan/Shared Hit Blocks").and_then(serde_json::Value::as_u64).unwrap()
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_kind_of_a_newer_version_still_has_words(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    sqlx::query("insert into notification (account_id, kind, created_at) values ($1, 'of_tomorrow', now())")
        .bind(AYGUN)
        .execute(&pool)
        .await
        .unwrap();
    let told = house.list(AYGUN, "en").await.remove(0);
    assert_eq!((told.kind.as_str(), told.title.as_str(), told.link), ("of_tomorrow", "News from Sovqat", None));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn without_a_good_token_nothing_is_told(pool: PgPool) {
    let house = House::open(pool).await;
    let expired = house.keys.token(AYGUN);
    house.clock.advance(TimeDelta::minutes(11));
    let forged = TestKeys::forged(&house.clock).token(AYGUN);
    for (token, code) in
        [(None, "unauthenticated"), (Some(forged), "unauthenticated"), (Some(expired), "token_expired")]
    {
        let refusals = [
            house.notifications().list(bearing(token.as_deref(), ListNotificationsRequest::default())).await.err(),
            house.notifications().count(bearing(token.as_deref(), CountNotificationsRequest::default())).await.err(),
            house.notifications().read(bearing(token.as_deref(), ReadNotificationRequest { id: 1 })).await.err(),
            house.notifications().read_all(bearing(token.as_deref(), ReadAllNotificationsRequest {})).await.err(),
            house.notifications().since(bearing(token.as_deref(), NotificationsSinceRequest::default())).await.err(),
        ];
        for status in refusals {
            let status = status.expect("a refusal");
            assert_eq!((status.code(), status.message()), (Code::Unauthenticated, code));
        }
    }
}

fn bearing<T>(token: Option<&str>, message: T) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    request
}
