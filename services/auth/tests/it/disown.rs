//! "This was not me": the link of a security notice undoes a change by an intruder.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::auth::SecurityEventKind;
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::{sign_up_request, visitor_from},
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const NEW_PASSWORD: &str = "yeni-söz 2027";
const INTRUDERS_EMAIL: &str = "ogru@example.az";
const INTRUDERS_PHONE: &str = "+994557654321";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const INTRUDERS_DEVICE: &str = "intruder-0123456789abcdef";
const NOT_FOUND: &str = "NotFound notice_not_found";
const USED: &str = "FailedPrecondition notice_used";
const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";
const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";

const DAY: i64 = 24 * 60 * 60;

/// An account whose owner disowns an event.
struct Disowning {
    number: u8,
    /// A PostgreSQL array.
    roles: &'static str,
    /// In seconds at the event, and the passkeys' names. A passkey of one second was stored with the event.
    passkey_ages: &'static [i64],
    ages_left: &'static [i64],
    count_of_roles_left: i32,
}

/// Needs only the number. Returns the access token, or `None` if the number has no account.
async fn sign_in_by_code(auth: &TestAuth, notification: &FakeNotification, number: &str) -> Option<String> {
    auth.clock.advance(TimeDelta::minutes(2));
    auth.send_code(number).await.expect("a code is sent");
    auth.verify_code(number, &notification.code_to(number).await).await.expect("the right code").access_token
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_disowned_password_change_ends_all_sessions_and_removes_the_password(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let intruder = auth.register_and_sign_in(1).await;
    let tokens = auth.change_password(&intruder.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();
    auth.sign_in_with(&phone(1), NEW_PASSWORD, Some(INTRUDERS_DEVICE)).await.unwrap();
    auth.forget(&email(1)).await.unwrap();
    let reset_link = notification.link_to(&email(1), "password_reset").await;
    let link = notification.notice_to(&email(1), "password_changed").await;
    let notice = auth.notice(&link).await.unwrap();
    assert_eq!(
        (notice.kind(), notice.at.unwrap().seconds),
        (SecurityEventKind::PasswordChanged, auth.clock.now().timestamp())
    );
    assert!(auth.notice(&link).await.is_ok(), "looking does not use the link");

    auth.disown(&link).await.unwrap();
    assert_eq!(refusal(auth.me(&tokens.access_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.refresh(&tokens.refresh_token).await), UNAUTHENTICATED);
    for password in [PASSWORD, NEW_PASSWORD] {
        assert_eq!(refusal(auth.sign_in(&phone(1), password).await), INVALID_CREDENTIALS);
    }
    assert!(auth.reset(&reset_link, NEW_PASSWORD).await.is_err(), "an earlier link does not set a password");
    assert_eq!(auth.count("select count(*) from account_device").await, 0);
    assert_eq!([refusal(auth.notice(&link).await), refusal(auth.disown(&link).await)], [USED, USED]);

    let access = sign_in_by_code(&auth, &notification, &phone(1)).await.expect("a session");
    let user = auth.me(&access).await.unwrap();
    assert_eq!((user.has_password, user.email, user.email_verified), (false, Some(email(1)), true));
    let kinds = auth.event_kinds(&access).await;
    assert_eq!(kinds[..2], [SecurityEventKind::NewDevice, SecurityEventKind::Disowned]);
    auth.change_password(&access, "", "üçüncü-söz 2028").await.unwrap();
}

/// Staff keep passkeys from before the event, or lose the roles if there are none.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn disowning_removes_the_passkeys_of_the_intruder(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let customer =
        Disowning { number: 1, roles: "{}", passkey_ages: &[DAY, 1], ages_left: &[], count_of_roles_left: 0 };
    let staff =
        Disowning { number: 2, roles: "{support}", passkey_ages: &[DAY, 1], ages_left: &[DAY], count_of_roles_left: 1 };
    let staff_without_old_passkey =
        Disowning { number: 3, roles: "{support}", passkey_ages: &[1], ages_left: &[], count_of_roles_left: 0 };
    for Disowning { number, roles, passkey_ages, ages_left, count_of_roles_left } in
        [customer, staff, staff_without_old_passkey]
    {
        let session = auth.register_and_sign_in(number).await;
        let account = session.user.expect("a user").id;
        auth.change_password(&session.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();
        let link = notification.notice_to(&email(number), "password_changed").await;
        for age in passkey_ages {
            let insert = "insert into passkey (account_id, credential_id, credential, name, created_at)
                 values ($1, $2, '{}', $3, $4)";
            let created_at = auth.clock.now() - TimeDelta::seconds(*age);
            let insert = sqlx::query(insert).bind(account).bind(format!("{account} {age}").into_bytes());
            insert.bind(age.to_string()).bind(created_at).execute(&auth.app.pool).await.unwrap();
        }
        let grant = sqlx::query("update account set roles = $2::text[] where account_id = $1");
        grant.bind(account).bind(roles).execute(&auth.app.pool).await.unwrap();

        auth.disown(&link).await.unwrap();
        let names = sqlx::query_scalar::<_, String>("select name from passkey where account_id = $1");
        let names = names.bind(account).fetch_all(&auth.app.pool).await.unwrap();
        assert_eq!(names, ages_left.iter().map(ToString::to_string).collect::<Vec<_>>(), "{roles}");
        let count = sqlx::query_scalar::<_, i32>("select cardinality(roles) from account where account_id = $1");
        assert_eq!(count.bind(account).fetch_one(&auth.app.pool).await.unwrap(), count_of_roles_left, "{roles}");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn unknown_and_expired_links_are_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    auth.change_password(&session.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();
    let link = notification.notice_to(&email(1), "password_changed").await;
    for token in ["", "x", &"A".repeat(43), &"A".repeat(100_000)] {
        assert_eq!([refusal(auth.notice(token).await), refusal(auth.disown(token).await)], [NOT_FOUND, NOT_FOUND]);
    }
    auth.clock.advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert!(auth.notice(&link).await.is_ok());
    auth.clock.advance(TimeDelta::seconds(1));
    assert_eq!(refusal(auth.disown(&link).await), "FailedPrecondition notice_expired");
    assert!(auth.sign_in(&phone(1), NEW_PASSWORD).await.is_ok(), "nothing changed");
    auth.clock.advance(TimeDelta::days(8));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(refusal(auth.disown(&link).await), NOT_FOUND);
}

/// The owner's notice undoes both changes, and the intruder's notices do nothing.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn everything_since_the_disowned_change_is_undone(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let intruder = auth.register_and_sign_in(1).await;
    let access = intruder.access_token.as_str();
    auth.change_email(access, INTRUDERS_EMAIL, PASSWORD).await.unwrap();
    auth.verify_email(access, &notification.link_to(INTRUDERS_EMAIL, "email_verification").await).await.unwrap();
    auth.prove_and_change_phone(&notification, access, INTRUDERS_PHONE, PASSWORD).await.unwrap();
    auth.forget(INTRUDERS_EMAIL).await.unwrap();
    let intruders_reset = notification.link_to(INTRUDERS_EMAIL, "password_reset").await;
    let intruders_notice = notification.notice_to(INTRUDERS_EMAIL, "phone_changed").await;

    auth.disown(&notification.notice_to(&email(1), "email_changed").await).await.unwrap();
    assert!(auth.reset(&intruders_reset, NEW_PASSWORD).await.is_err());
    assert_eq!(refusal(auth.disown(&intruders_notice).await), USED);
    assert_eq!(refusal(auth.disown(&notification.notice_to(&phone(1), "phone_changed_sms").await).await), USED);
    assert_eq!(sign_in_by_code(&auth, &notification, INTRUDERS_PHONE).await, None, "the number has no account");
    auth.forget(INTRUDERS_EMAIL).await.unwrap();
    assert_eq!(
        notification.templates_to(INTRUDERS_EMAIL).await.iter().filter(|name| *name == "password_reset").count(),
        1
    );

    let access = sign_in_by_code(&auth, &notification, &phone(1)).await.expect("a session");
    let user = auth.me(&access).await.unwrap();
    assert_eq!((user.phone_number, user.email, user.email_verified), (phone(1), Some(email(1)), true));
    auth.forget(&email(1)).await.unwrap();
    auth.reset(&notification.link_to(&email(1), "password_reset").await, NEW_PASSWORD).await.unwrap();
    assert!(auth.sign_in(&email(1), NEW_PASSWORD).await.is_ok());
}

/// The intruder's address is removed nevertheless.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_address_taken_by_another_account_is_not_restored(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let intruder = auth.register_and_sign_in(1).await;
    let access = intruder.access_token.as_str();
    auth.change_email(access, INTRUDERS_EMAIL, PASSWORD).await.unwrap();
    auth.verify_email(access, &notification.link_to(INTRUDERS_EMAIL, "email_verification").await).await.unwrap();
    let other = auth.register_and_sign_in(2).await;
    auth.change_email(&other.access_token, &email(1), PASSWORD).await.unwrap();
    let link = notification.link_to(&email(1), "email_verification").await;
    auth.verify_email(&other.access_token, &link).await.unwrap();

    auth.disown(&notification.notice_to(&email(1), "email_changed").await).await.unwrap();
    let access = sign_in_by_code(&auth, &notification, &phone(1)).await.expect("a session");
    let user = auth.me(&access).await.unwrap();
    assert_eq!((user.email, user.email_verified, user.has_password, user.deletes_at), (None, false, false, None));
    assert_eq!(auth.me(&other.access_token).await.unwrap().email, Some(email(1)), "the other account keeps it");
}

/// The intruder's number is removed nevertheless. An account without a way to sign in will be deleted.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_number_taken_by_another_account_is_not_restored(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for (number, is_verified) in [(1, true), (2, false)] {
        let intruder = if is_verified {
            auth.register_and_sign_in(number).await
        } else {
            auth.register_unverified_and_sign_in(number).await
        };
        let account = intruder.user.unwrap().id;
        let intruders_phone = format!("+99455765432{number}");
        auth.prove_and_change_phone(&notification, &intruder.access_token, &intruders_phone, PASSWORD).await.unwrap();
        let link = notification.notice_to(&phone(number), "phone_changed_sms").await;
        let proof = auth.verify_phone(&notification, &phone(number)).await;
        let newcomer = auth.sign_up(sign_up_request(&phone(number), "yeni@example.az", &proof)).await.unwrap();

        auth.disown(&link).await.unwrap();
        assert_eq!(auth.me(&newcomer.access_token).await.unwrap().phone_number, phone(number));
        assert_eq!(sign_in_by_code(&auth, &notification, &intruders_phone).await, None);
        let state: (Option<String>, bool, bool) = sqlx::query_as(
            "select phone_number, password_hash is not null, deletes_at is not null from account where account_id = $1",
        )
        .bind(account)
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
        assert_eq!(state, (None, false, !is_verified));
    }
    auth.forget(&email(1)).await.unwrap();
    auth.reset(&notification.link_to(&email(1), "password_reset").await, NEW_PASSWORD).await.unwrap();
    assert_eq!(auth.sign_in(&email(1), NEW_PASSWORD).await.unwrap().user.unwrap().phone_number, "");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_sign_in_in_a_new_browser_can_be_disowned_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (notification, replica) = (FakeNotification::start(&auth).await, auth.replica().await);
    let owner = auth.register_and_sign_in(1).await;
    let intruder = auth.sign_in_from_device(&visitor_from([10, 0, 0, 9], FIREFOX), 1, INTRUDERS_DEVICE).await;
    let link = notification.notice_to(&email(1), "new_device").await;
    let notice = auth.notice(&link).await.unwrap();
    assert_eq!(
        (notice.kind(), notice.browser.as_str(), notice.system.as_str()),
        (SecurityEventKind::NewDevice, "Firefox", "Linux")
    );
    let processes = [&auth, &replica];
    let calls = (0..10).map(|n| processes[n % 2].disown(&link));
    let (done, refused): (Vec<_>, Vec<_>) = join_all(calls).await.into_iter().partition(Result::is_ok);
    assert_eq!(done.len(), 1);
    assert!(refused.into_iter().all(|outcome| refusal(outcome) == USED));
    for session in [owner, intruder] {
        assert_eq!(refusal(auth.me(&session.access_token).await), UNAUTHENTICATED);
    }
    assert_eq!(auth.count("select count(*) from security_event where kind = 'disowned'").await, 1);
}
