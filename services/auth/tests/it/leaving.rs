//! Taking everything along, leaving, coming back, and being gone.

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
    house::{PASSWORD, TestAuth, email, refusal},
    owner::{Owner, application, family, home},
    post::TestPost,
};

/// Somebody who has something of everything.
async fn settled(auth: &TestAuth, number: u8) -> Owner {
    let owner = auth.owner(number).await;
    owner.add_address(home("Ev")).await.expect("a good one");
    owner.add_family(family("Ana", "1960-11-28")).await.expect("a good one");
    owner.apply(application()).await.expect("a good one");
    owner.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm.").await.expect("a good one");
    owner
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_export_has_everything_of_its_owner_and_nothing_of_others(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (settled(&auth, 1).await, settled(&auth, 2).await);
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
async fn leaving_takes_the_password_and_may_be_taken_back(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let aygun = auth.owner(1).await;
    for (password, told) in [("", "required"), ("wrong", "invalid_password")] {
        let refused = refusal(aygun.leave(password).await);
        assert_eq!(refused, format!("InvalidArgument validation_failed password={told}"));
    }
    assert_eq!(auth.me(&aygun.session.access_token).await.unwrap().deletes_at, None);

    let leaving = aygun.leave(PASSWORD).await.unwrap();
    let end = (auth.clock.now() + TimeDelta::days(30)).timestamp();
    assert_eq!(leaving.deletes_at.map(|at| at.seconds), Some(end));
    let told = post.letters().await.pop().unwrap();
    assert_eq!((told.template.as_str(), told.to), ("account_deletion", email(1)));
    assert!(told.values["link"].ends_with("/profil/melumatlarim"), "{:?}", told.values);
    assert!(told.values["date"].parse::<chrono::NaiveDate>().is_ok(), "{:?}", told.values);
    auth.clock.advance(TimeDelta::minutes(5));
    assert_eq!(aygun.leave(PASSWORD).await.unwrap(), leaving, "asking again does not put it off");
    assert_eq!(post.letters().await.len(), 1, "nor is it told again");
    assert!(auth.sign_in("0502000001", PASSWORD).await.unwrap().user.unwrap().deletes_at.is_some());

    assert_eq!(aygun.stay().await.unwrap().deletes_at, None);
    auth.clock.advance(TimeDelta::days(31));
    auth::erase_due(&auth.app).await.unwrap();
    assert!(auth.sign_in("0502000001", PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn after_the_grace_nothing_is_left(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (settled(&auth, 1).await, settled(&auth, 2).await);
    aygun.leave(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(29));
    auth::erase_due(&auth.app).await.unwrap();
    let last = auth.holder_of(auth.sign_in("0502000001", PASSWORD).await.unwrap());
    let renamed = UpdateUserRequest { first_name: Some("Aygün".to_owned()), ..Default::default() };
    assert!(last.update(renamed).await.unwrap().deletes_at.is_some(), "an account that is leaving still works");

    auth.clock.advance(TimeDelta::days(1));
    // By now another key signs; a process asks for the keys it does not know once in a while only.
    let (auth, replicas) = (auth.replica().await, [auth.replica().await, auth.replica().await]);
    for outcome in join_all([&auth.app, &replicas[0].app, &replicas[1].app].map(auth::erase_due)).await {
        outcome.unwrap();
    }
    let refused = refusal(auth.sign_in("0502000001", PASSWORD).await);
    assert_eq!(refused, "Unauthenticated invalid_credentials");
    assert_eq!(refusal(auth.refresh(&last.session.refresh_token).await), "Unauthenticated unauthenticated");
    let kinds = announced(&auth.app.pool).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "account_erased").count(), 1);
    let told: serde_json::Value = sqlx::query_scalar("select payload from outbox where kind = 'account_erased'")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(told, serde_json::json!({"accountId": aygun.account()}));
    for table in tables_with_accounts(&auth).await {
        let question = format!("select count(*) from {table} where account_id = $1");
        let left = sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(question)).bind(aygun.account());
        assert_eq!(left.fetch_one(&auth.app.pool).await.unwrap(), 0, "{table}");
    }
    let leyla = auth.holder_of(auth.sign_in("0502000002", PASSWORD).await.unwrap());
    assert_eq!((leyla.addresses().await.unwrap().len(), leyla.families().await.unwrap().len()), (1, 1));

    // The phone and the e-mail are free, and who comes with them is somebody else.
    let newcomer = auth.owner(1).await;
    assert_ne!(newcomer.account(), aygun.account());
    assert_eq!(newcomer.addresses().await.unwrap(), []);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn housekeeping_erases_and_reminds(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    aygun.leave(PASSWORD).await.unwrap();
    // At a quarter past six in the evening, thirty days later.
    leyla.add_family(family("Ana", "1960-10-22")).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    let stop = CancellationToken::new();
    let post = TestPost::start(&auth).await;
    let mut housekeeping = JoinSet::new();
    for worker in auth::workers(&auth.app, &FeedConfig::default(), &post.postman()) {
        housekeeping.spawn(worker.run(stop.clone()));
    }
    eventually("what is due", async || {
        let told = announced(&auth.app.pool).await;
        ["birthday_near", "account_erased"].iter().all(|kind| told.iter().any(|told| told == kind))
    })
    .await;
    stop.cancel();
    for stopped in housekeeping.join_all().await {
        stopped.unwrap();
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_snapshot_names_the_accounts_that_are_no_more(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, _leyla) = (auth.owner(1).await, auth.owner(2).await);
    aygun.leave(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    auth::erase_due(&auth.app).await.unwrap();
    let announced: Vec<serde_json::Value> =
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
    assert_eq!(named, announced);
    assert_eq!(named.len(), 1);
}

/// Whatever tables there will be. One keeps the numbers of erased accounts, and nothing else of them.
async fn tables_with_accounts(auth: &TestAuth) -> Vec<String> {
    let tables = sqlx::query_scalar(
        "select table_name::text
         from information_schema.columns
         where table_schema = 'public' and column_name = 'account_id' and table_name <> 'erased_account'",
    );
    let tables: Vec<String> = tables.fetch_all(&auth.app.pool).await.expect("the schema can be read");
    assert!(tables.len() >= 6, "{tables:?}");
    tables
}
