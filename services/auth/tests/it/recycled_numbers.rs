//! A carrier has sold the phone number of an unused account again. The new owner gets another account.

use chrono::TimeDelta;
use proto::auth::{CodeVerified, Session, SignUpRequest, UnusedAccount, UpdateUserRequest};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    owner::{family_request, home_address},
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

/// Accounts count as unused after 180 days.
const UNUSED: TimeDelta = TimeDelta::days(181);
/// The earlier owner's browser.
const DEVICE: &str = "own-0123456789abcdef";
/// A number without an account.
const NEW_NUMBER: &str = "+994557654321";
const NEW_EMAIL: &str = "nigar@example.az";

async fn enter_code(
    auth: &TestAuth,
    notification: &FakeNotification,
    number: &str,
    device: Option<&str>,
) -> CodeVerified {
    auth.send_code_to(&kit::client::CallContext::default(), number, device).await.expect("a code is sent");
    let code = notification.code_to(number).await;
    let verified = auth.verify_code_with(number, &code, &auth.code_token(number), device).await;
    verified.expect("the right code")
}

async fn sign_up_as_new_owner(auth: &TestAuth, notification: &FakeNotification, number: &str) -> Session {
    let proof = enter_code(auth, notification, number, None).await.verification_token.expect("a proof");
    auth.sign_up(sign_up_request(number, NEW_EMAIL, &proof)).await.expect("a new account")
}

/// Returns a new process, which has the current keys.
async fn later(auth: TestAuth, time: TimeDelta) -> TestAuth {
    auth.clock.advance(time);
    auth.replica().await
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_new_owner_of_a_number_gets_an_account_of_their_own(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let owner = auth.owner(1).await;
    owner.add_address(home_address("Ev")).await.unwrap();
    owner.add_family(family_request("Ana", "1960-11-28")).await.unwrap();
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;

    let verified = enter_code(&auth, &notification, &phone(1), None).await;
    assert_eq!((&verified.user, &verified.access_token, &verified.refresh_token), (&None, &None, &None));
    let unused = UnusedAccount { has_password: true, has_verified_email: true, has_passkey: false };
    assert_eq!(verified.unused_account, Some(unused));
    assert_eq!(auth.count("select count(*) from session where ended_at is null").await, 1, "no session was opened");
    let proof = verified.verification_token.unwrap();
    let session = auth.sign_up(sign_up_request(&phone(1), NEW_EMAIL, &proof)).await.unwrap();
    let newcomer = auth.owner_of(session);
    assert_ne!(newcomer.account(), owner.account());
    let user = newcomer.update(UpdateUserRequest::default()).await.unwrap();
    assert_eq!((user.phone_number, user.email.as_deref()), (phone(1), Some(NEW_EMAIL)));
    assert_eq!((newcomer.addresses().await.unwrap(), newcomer.families().await.unwrap()), (vec![], vec![]));
    let export = newcomer.export().await.unwrap();
    assert_eq!((export.devices.len(), export.security_events.len()), (1, 1), "only their own");

    // The number and the new account's password open only the new account.
    assert_eq!(auth.sign_in(&phone(1), PASSWORD).await.unwrap().user.unwrap().id, newcomer.account());
    assert_eq!(notification.templates_to(&email(1)).await, ["phone_released"]);
    let back = auth.owner_of(auth.sign_in(&email(1), PASSWORD).await.unwrap());
    assert_eq!(back.account(), owner.account());
    let user = back.session.user.clone().unwrap();
    assert_eq!((user.phone_number.as_str(), user.deletes_at), ("", None));
    assert_eq!((back.addresses().await.unwrap().len(), back.families().await.unwrap().len()), (1, 1));
    let kinds = auth.event_kinds(&back.session.access_token).await;
    assert!(kinds.contains(&proto::auth::SecurityEventKind::PhoneChanged), "{kinds:?}");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_that_nobody_can_reach_is_deleted_after_the_grace_period(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let earlier = auth.register_unverified_and_sign_in(1).await.user.unwrap().id;
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;
    let newcomer = sign_up_as_new_owner(&auth, &notification, &phone(1)).await.user.unwrap().id;
    assert_eq!(notification.templates_to(&email(1)).await, [] as [&str; 0], "the address was never verified");
    let exists = async |account: i64| {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from account where account_id = $1").bind(account);
        count.fetch_one(&auth.app.pool).await.unwrap() == 1
    };
    auth.clock.advance(TimeDelta::days(29));
    auth::erase_due(&auth.app).await.unwrap();
    assert!(exists(earlier).await);
    auth.clock.advance(TimeDelta::days(1));
    auth::erase_due(&auth.app).await.unwrap();
    assert!(!exists(earlier).await);
    assert!(exists(newcomer).await);
    let make_unreachable =
        sqlx::query("update account set phone_number = null, email_verified = false where account_id = $1");
    let refused = make_unreachable.bind(newcomer).execute(&auth.app.pool).await.unwrap_err();
    let constraint = refused.as_database_error().and_then(|error| error.constraint());
    assert_eq!(constraint, Some("account_reachable_check"));
}

/// In a known browser, by the password, or after a use within half a year.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_owner_still_signs_in(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for number in 1..=3 {
        auth.register(number).await;
        auth.sign_in_with(&phone(number), PASSWORD, Some(DEVICE)).await.unwrap();
    }
    // Account 3 is used again after 20 days.
    let used = auth.sign_in(&phone(3), PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(20));
    auth.refresh(&used.refresh_token).await.unwrap();
    let auth = later(auth, TimeDelta::days(170)).await;
    let notification = FakeNotification::start(&auth).await;
    assert!(enter_code(&auth, &notification, &phone(1), Some(DEVICE)).await.access_token.is_some(), "a known browser");
    assert!(auth.sign_in(&phone(2), PASSWORD).await.is_ok(), "the password");
    auth.clock.advance(TimeDelta::minutes(1));
    assert!(enter_code(&auth, &notification, &phone(2), None).await.access_token.is_some(), "used a minute ago");
    assert!(enter_code(&auth, &notification, &phone(3), None).await.access_token.is_some(), "refreshed 170 days ago");
    assert_eq!(auth.count("select count(*) from account where phone_number is null").await, 0);
}

/// The owner signs in between the new owner's code and sign-up.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_used_before_the_sign_up_keeps_its_number(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = enter_code(&auth, &notification, &phone(1), None).await.verification_token.unwrap();
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    let refused = refusal(auth.sign_up(sign_up_request(&phone(1), NEW_EMAIL, &proof)).await);
    assert_eq!(refused, "FailedPrecondition phone_taken");
    assert_eq!(auth.me(&session.access_token).await.unwrap().phone_number, phone(1));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn staff_and_blocked_accounts_keep_their_numbers(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let staff = auth.register_unverified_and_sign_in(1).await.user.unwrap().id;
    sqlx::query("update account set roles = '{owner}' where account_id = $1")
        .bind(staff)
        .execute(&auth.app.pool)
        .await
        .unwrap();
    let blocked = auth.register_and_sign_in(2).await.user.unwrap().id;
    let block = "update account set blocked_at = now(), blocked_by = $2, block_reason = 'fraud' where account_id = $1";
    sqlx::query(block).bind(blocked).bind(staff).execute(&auth.app.pool).await.unwrap();
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = enter_code(&auth, &notification, &phone(1), None).await.verification_token.unwrap();
    let refused = refusal(auth.sign_up(sign_up_request(&phone(1), NEW_EMAIL, &proof)).await);
    assert_eq!(refused, "FailedPrecondition phone_taken");
    auth.send_code(&phone(2)).await.unwrap();
    let refused = refusal(auth.verify_code(&phone(2), &notification.code_to(&phone(2)).await).await);
    assert_eq!(refused, "PermissionDenied account_blocked");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_is_recovered_with_a_lost_number(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let account = auth.register_and_sign_in(1).await.user.unwrap().id;
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;
    sign_up_as_new_owner(&auth, &notification, &phone(1)).await;

    auth.forget(&email(1)).await.unwrap();
    auth.reset(&notification.link_to(&email(1), "password_reset").await, "yeni-söz 2027").await.unwrap();
    let session = auth.sign_in(&email(1), "yeni-söz 2027").await.unwrap();
    let access = session.access_token.as_str();
    // The address is the only way to sign in until then, so it cannot change.
    let refused = refusal(auth.change_email(access, "basqa@example.az", "yeni-söz 2027").await);
    assert_eq!(refused, "FailedPrecondition phone_missing");
    let user = auth.prove_and_change_phone(&notification, access, NEW_NUMBER, "yeni-söz 2027").await.unwrap();
    assert_eq!((user.id, user.phone_number.as_str()), (account, NEW_NUMBER));
    auth.change_email(access, "basqa@example.az", "yeni-söz 2027").await.unwrap();
    auth.clock.advance(TimeDelta::minutes(1));
    let verified = enter_code(&auth, &notification, NEW_NUMBER, None).await;
    assert_eq!(verified.user.unwrap().id, account);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_number_change_takes_the_number_of_an_unused_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let auth = later(auth, UNUSED).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(2).await;
    let changed = auth.prove_and_change_phone(&notification, &session.access_token, &phone(1), PASSWORD).await;
    assert_eq!(changed.unwrap().phone_number, phone(1));
    assert_eq!(notification.templates_to(&email(1)).await, ["phone_released"]);
    assert_eq!(auth.sign_in(&email(1), PASSWORD).await.unwrap().user.unwrap().phone_number, "");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn deletion_of_an_unreachable_account_cannot_be_cancelled(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_unverified_and_sign_in(1).await;
    let unreachable = "update account set phone_number = null, deletes_at = now()";
    sqlx::query(unreachable).execute(&auth.app.pool).await.unwrap();
    let owner = auth.owner_of(session);
    assert_eq!(refusal(owner.cancel_deletion().await), "FailedPrecondition phone_missing");
}

/// The proof is from before the number got an account.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_ordinary_proof_takes_no_number(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = enter_code(&auth, &notification, NEW_NUMBER, None).await.verification_token.unwrap();
    auth.clock.advance(TimeDelta::minutes(1));
    sign_up_as_new_owner(&auth, &notification, NEW_NUMBER).await;
    sqlx::query("update account set last_used_at = last_used_at - interval '300 days'")
        .execute(&auth.app.pool)
        .await
        .unwrap();
    let request = SignUpRequest { email: None, ..sign_up_request(NEW_NUMBER, NEW_EMAIL, &proof) };
    assert_eq!(refusal(auth.sign_up(request).await), "FailedPrecondition phone_taken");
}
