use chrono::TimeDelta;
use kit::permission::Role;
use proto::{auth::SecurityEventKind, json::to_name};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::visitor_from,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

// User agents of browsers.
const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
// Random ids of browsers.
const LAPTOP: &str = "laptop-0123456789abcdef";
const PHONE: &str = "phone-0123456789abcdef";
const NEW_PASSWORD: &str = "yeni-söz 2027";
const COUNT_EVENTS: &str = "select count(*) from security_event";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_sign_in_is_listed_with_its_device_newest_first(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let (laptop, mobile) = (visitor_from([10, 0, 0, 1], CHROME), visitor_from([10, 0, 0, 2], FIREFOX));
    auth.sign_in_from_device(&laptop, 1, LAPTOP).await;
    auth.sign_in_from_device(&laptop, 1, LAPTOP).await;
    auth.clock.advance(TimeDelta::hours(1));
    let mine = auth.sign_in_from_device(&mobile, 1, PHONE).await;
    let events = auth.security_events(&mine.access_token).await.unwrap();
    let events_with_device: Vec<_> =
        events.iter().map(|event| (event.kind(), event.browser.as_str(), event.system.as_str())).collect();
    assert_eq!(
        events_with_device,
        [
            (SecurityEventKind::NewDevice, "Firefox", "Linux"),
            (SecurityEventKind::SignedIn, "Chrome", "Windows"),
            (SecurityEventKind::NewDevice, "Chrome", "Windows"),
        ]
    );
    assert_eq!(events[0].at.unwrap().seconds - events[1].at.unwrap().seconds, 3600);

    let stored: String = sqlx::query_scalar("select string_agg(e::text, ' ') from security_event e")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert!(!stored.contains("10.0.0"), "{stored}");
    let other = auth.register_and_sign_in(2).await;
    assert_eq!(auth.event_kinds(&other.access_token).await, [SecurityEventKind::NewDevice]);
    assert_eq!(refusal(auth.security_events("").await), "Unauthenticated unauthenticated");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn changes_of_password_address_and_number_are_events_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    let tokens = auth.change_password(&session.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();
    let access = tokens.access_token.as_str();
    auth.change_email(access, "yeni@example.az", NEW_PASSWORD).await.unwrap();
    let link = notification.link_to("yeni@example.az", "email_verification").await;
    auth.verify_email(access, &link).await.unwrap();
    // Repeating a verification or a change is no event.
    auth.verify_email(access, &link).await.unwrap();
    auth.change_email(access, "yeni@example.az", NEW_PASSWORD).await.unwrap();
    auth.prove_and_change_phone(&notification, access, "+994557654321", NEW_PASSWORD).await.unwrap();
    assert_eq!(
        auth.event_kinds(access).await,
        [
            SecurityEventKind::PhoneChanged,
            SecurityEventKind::EmailVerified,
            SecurityEventKind::EmailChanged,
            SecurityEventKind::PasswordChanged,
            SecurityEventKind::NewDevice,
        ]
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn resets_reused_tokens_and_roles_are_events(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    auth.refresh(&session.refresh_token).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(1));
    auth.refresh(&session.refresh_token).await.unwrap_err();
    auth.refresh(&session.refresh_token).await.unwrap_err();
    auth.forget(&email(1)).await.unwrap();
    auth.reset(&notification.link_to(&email(1), "password_reset").await, NEW_PASSWORD).await.unwrap();
    let invited = auth::invite_owner(&auth.app, &phone(1)).await.unwrap();
    let session = auth.sign_in(&phone(1), NEW_PASSWORD).await.unwrap();
    auth.accept_invitation(&session.access_token, invited.rsplit('/').next().unwrap()).await.unwrap();
    let session = auth.sign_in(&phone(1), NEW_PASSWORD).await.unwrap();
    assert_eq!(
        auth.event_kinds(&session.access_token).await,
        [
            SecurityEventKind::NewDevice,
            SecurityEventKind::RoleChanged,
            SecurityEventKind::NewDevice,
            SecurityEventKind::PasswordReset,
            SecurityEventKind::TokenReused,
            SecurityEventKind::NewDevice,
        ]
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn events_are_exported_and_deleted_after_90_days_or_with_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_and_sign_in(2).await;
    let owner = auth.owner(1).await;
    let export = owner.export().await.unwrap();
    assert_eq!(export.security_events, auth.security_events(&owner.session.access_token).await.unwrap());
    assert_eq!(export.security_events.len(), 1);

    auth.clock.advance(TimeDelta::days(89));
    // Another key signs by now. The running process fetches unknown keys only rarely, so a new replica is used.
    let auth = auth.replica().await;
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count(COUNT_EVENTS).await, 3);
    auth.clock.advance(TimeDelta::days(1));
    let tokens = auth.refresh(&session.refresh_token).await.unwrap();
    assert_eq!(auth.event_kinds(&tokens.access_token).await.len(), 1, "old events are not listed");
    auth.clock.advance(TimeDelta::minutes(1));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count(COUNT_EVENTS).await, 1);
    assert_eq!(auth.count("select count(*) from security_notice").await, 1);
    sqlx::query("delete from account").execute(&auth.app.pool).await.unwrap();
    assert_eq!(auth.count(COUNT_EVENTS).await, 0);
    assert_eq!(auth.count("select count(*) from security_notice").await, 0);
}

/// No mail is sent for the very first sign-in, for a known browser, and to an unverified address. A browser without an
/// id counts as new.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_new_browser_is_mailed_to_the_owner_five_times_a_day(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let visitor = visitor_from([10, 0, 0, 1], CHROME);
    auth.sign_in_from_device(&visitor, 1, LAPTOP).await;
    auth.sign_in_from_device(&visitor, 1, LAPTOP).await;
    assert_eq!(notification.templates_to(&email(1)).await, [] as [&str; 0]);
    auth.sign_in_from_device(&visitor, 1, PHONE).await;
    let mail = notification.last_to(&email(1)).await;
    assert_eq!((mail.template.as_str(), mail.values["device"].as_str()), ("new_device", "Chrome, Windows"));
    for _ in 0..10 {
        auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    }
    assert_eq!(notification.templates_to(&email(1)).await, ["new_device"; 5]);
    // The first sign-ins of laptop and phone, and the ten without an id.
    assert_eq!(auth.count("select count(*) from security_event where kind = 'new_device'").await, 12);
    auth.clock.advance(TimeDelta::days(1));
    auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    assert_eq!(notification.templates_to(&email(1)).await, ["new_device"; 6]);

    auth.register_unverified_and_sign_in(2).await;
    auth.sign_in(&phone(2), PASSWORD).await.unwrap();
    assert_eq!(notification.templates_to(&email(2)).await, [] as [&str; 0]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_accepts_every_kind_and_no_other(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let insert = "insert into security_event (account_id, kind, happened_at) select account_id, $1, $2 from account";
    let insert =
        async |kind: String| sqlx::query(insert).bind(kind).bind(auth.clock.now()).execute(&auth.app.pool).await;
    // Kind 0 is unspecified.
    let kinds: Vec<_> = (1..).map_while(|number| SecurityEventKind::try_from(number).ok()).collect();
    for kind in &kinds {
        insert(to_name(*kind)).await.unwrap();
    }
    assert!(insert("unspecified".to_owned()).await.is_err());
    let mut listed = auth.event_kinds(&session.access_token).await;
    listed.truncate(kinds.len());
    listed.reverse();
    assert_eq!(listed, kinds);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_withdrawn_role_is_an_event(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let owner = auth.member_of_staff(9, Role::Owner).await;
    let support = auth.member_of_staff(8, Role::Support).await;
    owner.withdraw(support.account(), Role::Support).await.unwrap();
    let session = auth.sign_in(&phone(8), PASSWORD).await.unwrap();
    let kinds = auth.event_kinds(&session.access_token).await;
    assert_eq!(kinds[1], SecurityEventKind::RoleChanged);
}
