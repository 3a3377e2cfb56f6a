//! After the end of a session or a change of roles, other services refuse unexpired access tokens within seconds.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{identity::Identity, permission::Role};
use proto::{
    auth::{FollowRevocationsRequest, RevocationBatch, Session, revocations_client::RevocationsClient},
    common::Permission,
};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Streaming;

use crate::{
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, demo_account, email, load_demo, phone},
};

/// Maximum time until other services refuse a token.
const LIMIT: Duration = Duration::from_secs(5);
const NEW_PASSWORD: &str = "yeni-söz 2027";
/// Time in which an exchanged refresh token still works.
const GRACE_PERIOD: TimeDelta = TimeDelta::seconds(30);

/// A service that verifies access tokens, and follows the revocations.
struct OtherService {
    identity: Identity,
    _stop_on_drop: DropGuard,
}

impl OtherService {
    fn start(auth: &TestAuth) -> Self {
        let stop = CancellationToken::new();
        tokio::spawn(auth.app.revocations.clone().run(stop.clone()));
        let identity = auth.other_service();
        tokio::spawn(identity.clone().follow_revocations(auth.streaming_channel(), stop.clone()));
        Self { identity, _stop_on_drop: stop.drop_guard() }
    }

    async fn accepts(&self, token: &str) -> bool {
        self.identity.verify(token).await.is_ok()
    }

    /// `cause` is why the service should refuse the token.
    async fn expect_refusal(&self, cause: &str, token: &str) {
        let started_at = Instant::now();
        while self.accepts(token).await {
            assert!(started_at.elapsed() < LIMIT, "{cause}: accepted for more than {LIMIT:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn sign_in(auth: &TestAuth, password: &str) -> Session {
    auth.sign_in(&phone(1), password).await.expect("the correct password")
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn signing_out_and_ended_devices_are_known_to_other_services(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let service = OtherService::start(&auth);
    auth.register(1).await;
    let session = sign_in(&auth, PASSWORD).await;
    assert!(service.accepts(&session.access_token).await);
    auth.sign_out(&session.access_token).await.unwrap();
    service.expect_refusal("sign-out", &session.access_token).await;

    let (mine, lost) = (sign_in(&auth, PASSWORD).await, sign_in(&auth, PASSWORD).await);
    let devices = auth.devices(&mine.access_token).await.unwrap();
    let lost_device = devices.iter().find(|device| !device.is_current).unwrap();
    auth.end_device(&mine.access_token, &lost_device.id).await.unwrap();
    service.expect_refusal("ended from another device", &lost.access_token).await;

    let others = [sign_in(&auth, PASSWORD).await, sign_in(&auth, PASSWORD).await];
    auth.end_other_devices(&mine.access_token).await.unwrap();
    for other in &others {
        service.expect_refusal("all other devices", &other.access_token).await;
    }
    assert!(service.accepts(&mine.access_token).await, "the session that ended the others");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_reuse_of_a_refresh_token_is_known_to_other_services(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let service = OtherService::start(&auth);
    let session = auth.register_and_sign_in(1).await;
    auth.clock.advance(TimeDelta::seconds(1));
    let tab = auth.refresh(&session.refresh_token).await.unwrap();
    auth.clock.advance(GRACE_PERIOD + TimeDelta::seconds(1));
    auth.refresh(&session.refresh_token).await.unwrap_err();
    for token in [&session.access_token, &tab.access_token] {
        service.expect_refusal("reuse of a refresh token", token).await;
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn new_passwords_are_known_to_other_services(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let service = OtherService::start(&auth);
    auth.register(1).await;
    let (mine, other) = (sign_in(&auth, PASSWORD).await, sign_in(&auth, PASSWORD).await);
    let renewed = auth.change_password(&mine.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();
    for token in [&mine.access_token, &other.access_token] {
        service.expect_refusal("password change", token).await;
    }
    assert!(service.accepts(&renewed.access_token).await, "issued after the change, within the same second");
    assert!(auth.me(&renewed.access_token).await.is_ok());
    assert!(auth.me(&mine.access_token).await.is_err());

    auth.forget(&email(1)).await.unwrap();
    let link = notification.link_to(&email(1), "password_reset").await;
    auth.reset(&link, PASSWORD).await.unwrap();
    service.expect_refusal("password reset", &renewed.access_token).await;
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_erased_account_is_known_to_other_services(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let service = OtherService::start(&auth);
    let unrelated = auth.register_and_sign_in(2).await.access_token;
    let owner = auth.owner(1).await;
    owner.request_deletion(PASSWORD).await.unwrap();
    assert!(service.accepts(&owner.session.access_token).await, "a scheduled deletion can be cancelled");
    sqlx::query("update account set deletes_at = $1 where deletes_at is not null")
        .bind(auth.clock.now())
        .execute(&auth.app.pool)
        .await
        .unwrap();
    auth::erase_due(&auth.app).await.unwrap();
    service.expect_refusal("erased account", &owner.session.access_token).await;
    assert!(service.accepts(&unrelated).await);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_withdrawn_role_is_refused_and_the_session_goes_on_without_it(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let service = OtherService::start(&auth);
    let account_with = |roles: &[&str]| {
        let mut account = demo_account(1);
        account["roles"] = json!(roles);
        account
    };
    load_demo(&auth.app, &[account_with(&["finance", "support"])]).await.unwrap();
    let operator = auth.sign_in_staff(1).await;
    let verified = service.identity.verify(&operator.access_token).await.unwrap();
    assert!(verified.may(Permission::RefundsDecide));
    assert!(verified.is_current);

    // Loading the same account again changes nothing.
    load_demo(&auth.app, &[account_with(&["finance", "support"])]).await.unwrap();
    assert_eq!(auth.count("select count(*) from revocation").await, 0);

    load_demo(&auth.app, &[account_with(&["support"])]).await.unwrap();
    assert!(auth.me(&operator.access_token).await.is_err(), "the auth service refuses it immediately");
    service.expect_refusal("withdrawn role", &operator.access_token).await;
    let session = auth.refresh_staff(&operator.refresh_token).await.unwrap();
    let verified = service.identity.verify(&session.access_token).await.unwrap();
    assert!(!verified.may(Permission::RefundsDecide));
    assert!(verified.may(Permission::TicketsRead));
}

/// Two other services follow different processes of the auth service.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_block_and_ended_sessions_are_known_to_other_services(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(9, Role::Manager).await;
    let replica = auth.replica().await;
    let services = [OtherService::start(&auth), OtherService::start(&replica)];
    let sign_in = async || auth.sign_in(&phone(1), PASSWORD).await.expect("the correct password");
    auth.register(1).await;
    let (first, second) = (sign_in().await, sign_in().await);
    let customer = first.user.as_ref().unwrap().id;
    for service in &services {
        for session in [&first, &second] {
            assert!(service.accepts(&session.access_token).await);
        }
    }
    manager.block(customer, "Saxta sifarişlər").await.unwrap();
    for service in &services {
        service.expect_refusal("block", &first.access_token).await;
        service.expect_refusal("block", &second.access_token).await;
    }
    manager.unblock(customer).await.unwrap();
    let session = sign_in().await;
    for service in &services {
        assert!(service.accepts(&session.access_token).await, "signed in after the block");
    }
    manager.end_sessions_of(customer).await.unwrap();
    for service in &services {
        service.expect_refusal("sessions ended by staff", &session.access_token).await;
    }
}

async fn follow(auth: &TestAuth) -> Streaming<RevocationBatch> {
    let request = FollowRevocationsRequest {};
    RevocationsClient::new(auth.streaming_channel()).follow(request).await.expect("a stream").into_inner()
}

/// Returns the next batch, which may be a heartbeat.
async fn next(stream: &mut Streaming<RevocationBatch>) -> RevocationBatch {
    let message = tokio::time::timeout(LIMIT, stream.message()).await.expect("a heartbeat arrives in time");
    message.expect("the stream has no error").expect("the stream goes on")
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_revocation_that_commits_after_later_ones_is_streamed(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let _service = OtherService::start(&auth);
    let (first, second) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let slow_account = first.user.unwrap().id;
    // The row's id and transaction are older than those of the next, but it commits later.
    let mut slow = kit::db::begin(&pool).await.unwrap();
    sqlx::query("update session set ended_at = now(), end_reason = 'sign_out' where account_id = $1")
        .bind(slow_account)
        .execute(&mut *slow)
        .await
        .unwrap();
    let mut stream = follow(&auth).await;
    assert_eq!(next(&mut stream).await, RevocationBatch { revocations: vec![], is_complete: true });
    auth.sign_out(&second.access_token).await.unwrap();
    let mut accounts = Vec::new();
    while accounts.is_empty() {
        accounts.extend(next(&mut stream).await.revocations.into_iter().map(|revocation| revocation.account_id));
    }
    assert_eq!(accounts, [second.user.unwrap().id]);
    slow.commit().await.unwrap();
    while !accounts.contains(&slow_account) {
        let batch = next(&mut stream).await;
        assert!(batch.is_complete);
        accounts.extend(batch.revocations.into_iter().map(|revocation| revocation.account_id));
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_snapshot_contains_what_matters_and_old_rows_are_deleted(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    // A revocation is kept for 660 seconds: the ten minutes that a token lives, and a margin. A message contains up to
    // 5,000 revocations.
    let insert = "insert into revocation (account_id, generation, revoked_at)
                  select account, 1, clock_timestamp() - make_interval(secs => $2)
                  from generate_series(1, $1) as account";
    let insert = async |count: i64, age: f64| sqlx::query(insert).bind(count).bind(age).execute(&pool).await.unwrap();
    insert(7, 661.0).await;
    insert(5_001, 60.0).await;
    let mut stream = follow(&auth).await;
    let (first, last) = (next(&mut stream).await, next(&mut stream).await);
    assert_eq!((first.revocations.len(), first.is_complete), (5_000, false));
    assert_eq!((last.revocations.len(), last.is_complete), (1, true));
    let remaining = last.revocations[0].remaining_seconds;
    assert!((590..=600).contains(&remaining), "{remaining}");

    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count("select count(*) from revocation").await, 5_001);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn revocations_are_read_without_notifications(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let service = OtherService::start(&auth);
    let session = auth.register_and_sign_in(1).await;
    assert!(service.accepts(&session.access_token).await);
    // Does not notify the channel.
    sqlx::raw_sql(
        "create or replace function session_is_revoked() returns trigger language plpgsql as $$
         begin
             insert into revocation (account_id, session_id) values (new.account_id, new.session_id);
             return null;
         end $$",
    )
    .execute(&pool)
    .await
    .unwrap();
    auth.sign_out(&session.access_token).await.unwrap();
    service.expect_refusal("sign-out", &session.access_token).await;
}
