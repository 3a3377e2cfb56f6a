//! The export of an account's data, and the deletion, which can be cancelled for 30 days.

use chrono::TimeDelta;
use futures::future::join_all;
use kit::config::FeedConfig;
use proto::{
    auth::UpdateUserRequest,
    feed::{SnapshotRequest, feed_client::FeedClient},
};
use sqlx::PgPool;
use testkit::database::{announced, eventually};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    fake_notification::FakeNotification,
    owner::{Owner, apply_request, family_request, home_address},
    test_auth::{PASSWORD, TestAuth, email, refusal},
};

async fn owner_with_data(auth: &TestAuth, number: u8) -> Owner {
    let owner = auth.owner(number).await;
    owner.add_address(home_address("Ev")).await.expect("a valid address");
    owner.add_family(family_request("Ana", "1960-11-28")).await.expect("a valid relative");
    owner.apply(apply_request()).await.expect("a valid application");
    owner.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm.").await.expect("a valid report");
    owner
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_export_contains_all_data_of_its_owner_only(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (owner_with_data(&auth, 1).await, owner_with_data(&auth, 2).await);
    auth.sign_in("0502000001", PASSWORD).await.unwrap();
    let export = aygun.export().await.unwrap();
    assert_eq!(export.user, aygun.session.user);
    assert_eq!(export.registered_at.unwrap().seconds, auth.clock.now().timestamp());
    assert_eq!(export.addresses, aygun.addresses().await.unwrap());
    assert_eq!(export.families, aygun.families().await.unwrap());
    assert_eq!(export.applications, [aygun.application().await.unwrap()]);
    let reports: Vec<_> = export.reports.iter().map(|report| report.subject.as_str()).collect();
    assert_eq!(reports, ["Sifariş"]);
    let current: Vec<_> = export.devices.iter().map(|device| device.is_current).collect();
    assert_eq!((current.len(), current.iter().filter(|is_current| **is_current).count()), (2, 1));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn deletion_needs_the_password_and_can_be_cancelled(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let aygun = auth.owner(1).await;
    for (password, code) in [("", "required"), ("wrong", "invalid_password")] {
        let refused = refusal(aygun.request_deletion(password).await);
        assert_eq!(refused, format!("InvalidArgument validation_failed password={code}"));
    }
    assert_eq!(auth.me(&aygun.session.access_token).await.unwrap().deletes_at, None);

    let scheduled = aygun.request_deletion(PASSWORD).await.unwrap();
    let end = (auth.clock.now() + TimeDelta::days(30)).timestamp();
    assert_eq!(scheduled.deletes_at.map(|at| at.seconds), Some(end));
    let message = notification.deliveries().await.pop().unwrap();
    assert_eq!((message.template.as_str(), message.to), ("account_deletion", email(1)));
    assert!(message.values["link"].ends_with("/profil/melumatlarim"), "{:?}", message.values);
    assert!(message.values["date"].parse::<chrono::NaiveDate>().is_ok(), "{:?}", message.values);
    auth.clock.advance(TimeDelta::minutes(5));
    assert_eq!(aygun.request_deletion(PASSWORD).await.unwrap(), scheduled, "a second request does not postpone it");
    assert_eq!(notification.deliveries().await.len(), 1, "a second request sends no message");
    assert!(auth.sign_in("0502000001", PASSWORD).await.unwrap().user.unwrap().deletes_at.is_some());

    assert_eq!(aygun.cancel_deletion().await.unwrap().deletes_at, None);
    auth.clock.advance(TimeDelta::days(31));
    auth::erase_due(&auth.app).await.unwrap();
    assert!(auth.sign_in("0502000001", PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn after_the_grace_period_all_data_is_deleted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (owner_with_data(&auth, 1).await, owner_with_data(&auth, 2).await);
    aygun.request_deletion(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(29));
    auth::erase_due(&auth.app).await.unwrap();
    let last = auth.owner_of(auth.sign_in("0502000001", PASSWORD).await.unwrap());
    let renamed = UpdateUserRequest { first_name: Some("Aygün".to_owned()), ..Default::default() };
    assert!(last.update(renamed).await.unwrap().deletes_at.is_some(), "a scheduled account still works");

    auth.clock.advance(TimeDelta::days(1));
    // Another key signs by now. The running process fetches unknown keys only rarely, so new replicas are used.
    let (auth, replicas) = (auth.replica().await, [auth.replica().await, auth.replica().await]);
    for outcome in join_all([&auth.app, &replicas[0].app, &replicas[1].app].map(auth::erase_due)).await {
        outcome.unwrap();
    }
    let refused = refusal(auth.sign_in("0502000001", PASSWORD).await);
    assert_eq!(refused, "Unauthenticated invalid_credentials");
    assert_eq!(refusal(auth.refresh(&last.session.refresh_token).await), "Unauthenticated unauthenticated");
    let kinds = announced(&auth.app.pool).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "account_erased").count(), 1);
    let event: serde_json::Value = sqlx::query_scalar("select payload from outbox where kind = 'account_erased'")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(event, serde_json::json!({"accountId": aygun.account()}));
    for table in tables_with_accounts(&auth).await {
        let count = format!("select count(*) from {table} where account_id = $1");
        let left = sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(count)).bind(aygun.account());
        assert_eq!(left.fetch_one(&auth.app.pool).await.unwrap(), 0, "{table}");
    }
    let leyla = auth.owner_of(auth.sign_in("0502000002", PASSWORD).await.unwrap());
    assert_eq!((leyla.addresses().await.unwrap().len(), leyla.families().await.unwrap().len()), (1, 1));

    // The phone number and the e-mail address are free for a new account.
    let newcomer = auth.owner(1).await;
    assert_ne!(newcomer.account(), aygun.account());
    assert_eq!(newcomer.addresses().await.unwrap(), []);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn workers_erase_accounts_and_publish_reminders(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    aygun.request_deletion(PASSWORD).await.unwrap();
    // In 30 days it is 21 October, 18:13 in Baku: one day before the birthday.
    leyla.add_family(family_request("Ana", "1960-10-22")).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    let stop = CancellationToken::new();
    let notification = FakeNotification::start(&auth).await;
    let mut workers = JoinSet::new();
    for worker in auth::workers(&auth.app, &FeedConfig::default(), &notification.delivery_worker()) {
        workers.spawn(worker.run(stop.clone()));
    }
    eventually("both events", async || {
        let events = announced(&auth.app.pool).await;
        ["birthday_near", "account_erased"].iter().all(|kind| events.iter().any(|event| event == kind))
    })
    .await;
    stop.cancel();
    for stopped in workers.join_all().await {
        stopped.unwrap();
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_snapshot_contains_the_erased_accounts(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (auth.owner(1).await, auth.owner(2).await);
    aygun.request_deletion(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    auth::erase_due(&auth.app).await.unwrap();
    let published: Vec<serde_json::Value> =
        sqlx::query_scalar("select payload from outbox where kind = 'account_erased'")
            .fetch_all(&auth.app.pool)
            .await
            .unwrap();
    let kinds = vec!["account_erased".to_owned(), "user_registered".to_owned()];
    let mut items = FeedClient::new(auth.channel()).snapshot(SnapshotRequest { kinds }).await.unwrap().into_inner();
    let mut named = Vec::new();
    while let Some(item) = items.message().await.unwrap() {
        if let Some(entity) = item.entity {
            named.push(serde_json::from_slice::<serde_json::Value>(&entity.payload).unwrap());
        }
    }
    assert_eq!(named, published);
    assert_eq!(named.len(), 1);
}

/// Tables that refer to accounts, including new ones. `erased_account` and `revocation` keep ids without personal data.
async fn tables_with_accounts(auth: &TestAuth) -> Vec<String> {
    let tables = sqlx::query_scalar(
        "select table_name::text
         from information_schema.columns
         where table_schema = 'public' and column_name = 'account_id'
             and table_name not in ('erased_account', 'revocation')",
    );
    let tables: Vec<String> = tables.fetch_all(&auth.app.pool).await.expect("the schema can be read");
    assert!(tables.len() >= 6, "{tables:?}");
    tables
}
