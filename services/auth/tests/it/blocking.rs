use kit::permission::Role;
use proto::auth::{Customer, SecurityEventKind, User};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::wrong_code_for,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

/// Azerbaijani for fake orders.
const REASON: &str = "Saxta sifarişlər";
const BLOCKED: &str = "PermissionDenied account_blocked";
const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";
const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";
const NEW_PASSWORD: &str = "yeni-söz 2027";
/// The customer's browser.
const DEVICE: &str = "own-0123456789abcdef";

fn account(user: Option<&User>) -> i64 {
    user.expect("a session contains its user").id
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_way_in_is_refused_after_the_right_proof_only(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(9, Role::Manager).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let session = auth.sign_in_with(&phone(1), PASSWORD, Some(DEVICE)).await.unwrap();
    let other = auth.register_and_sign_in(2).await;
    manager.block(account(session.user.as_ref()), REASON).await.unwrap();

    for login in [phone(1), email(1)] {
        assert_eq!(refusal(auth.sign_in(&login, PASSWORD).await), BLOCKED, "{login}");
        assert_eq!(refusal(auth.sign_in(&login, "wrong").await), INVALID_CREDENTIALS, "like an unknown login");
    }
    assert_eq!(refusal(auth.sign_in_with(&phone(1), PASSWORD, Some(DEVICE)).await), BLOCKED, "on a known device");
    assert_eq!(refusal(auth.refresh(&session.refresh_token).await), BLOCKED);
    assert_eq!(refusal(auth.refresh(&"A".repeat(43)).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.me(&session.access_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.security_events(&session.access_token).await), UNAUTHENTICATED);

    auth.send_code(&phone(1)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    let wrong_code = wrong_code_for(&code);
    assert_eq!(refusal(auth.verify_code(&phone(1), wrong_code).await), "FailedPrecondition otp_invalid");
    assert_eq!(refusal(auth.verify_code(&phone(1), &code).await), BLOCKED);
    let again = refusal(auth.verify_code(&phone(1), &code).await);
    assert_eq!(again, "FailedPrecondition otp_expired", "a code counts once");

    auth.forget(&email(1)).await.unwrap();
    auth.reset(&notification.link_to(&email(1), "password_reset").await, NEW_PASSWORD).await.unwrap();
    assert_eq!(refusal(auth.sign_in(&phone(1), NEW_PASSWORD).await), BLOCKED, "with a new password");
    let open_sessions = "select count(*) from session where ended_at is null";
    assert_eq!(auth.count(open_sessions).await, 2, "the sessions of the manager and of the other customer");
    assert!(auth.me(&other.access_token).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_block_is_logged_once_and_can_be_lifted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(9, Role::Manager).await;
    let session = auth.register_and_sign_in(1).await;
    let customer = account(session.user.as_ref());

    let blocked = manager.block(customer, &format!(" {REASON} ")).await.unwrap();
    let block = blocked.block.unwrap();
    assert_eq!((block.blocked_by, block.reason.as_str()), (manager.account(), REASON));
    assert_eq!(block.at.unwrap().seconds, auth.clock.now().timestamp());
    assert_eq!(blocked.devices, []);
    let second = manager.block(customer, "another reason").await.unwrap();
    assert_eq!(second.block.unwrap().reason, REASON, "a second block changes nothing");

    assert_eq!(manager.unblock(customer).await.unwrap().block, None);
    assert_eq!(refusal(auth.refresh(&session.refresh_token).await), UNAUTHENTICATED, "the session stays ended");
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    let by_staff = [SecurityEventKind::Unblocked, SecurityEventKind::Blocked];
    let mut kinds = auth.event_kinds(&session.access_token).await;
    kinds.retain(|kind| by_staff.contains(kind));
    assert_eq!(kinds, by_staff);
    let changes = "select count(*) from audit where action in ('customer_blocked', 'customer_unblocked')";
    assert_eq!(auth.count(changes).await, 2);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn staff_block_customers_but_neither_themselves_nor_staff(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(8, Role::Manager).await;
    let support = auth.member_of_staff(9, Role::Support).await;
    let owner = auth.member_of_staff(7, Role::Owner).await;
    let customer = account(auth.register_and_sign_in(1).await.user.as_ref());

    assert_eq!(refusal(manager.block(manager.account(), REASON).await), "PermissionDenied own_account");
    for outcome in [
        manager.block(support.account(), REASON).await,
        manager.end_sessions_of(owner.account()).await,
        manager.unblock(support.account()).await,
    ] {
        assert_eq!(refusal(outcome), "PermissionDenied staff_protected");
    }
    assert!(support.customer(customer).await.is_ok());
    assert_eq!(refusal(support.block(customer, REASON).await), "PermissionDenied forbidden");
    assert_eq!(refusal(manager.block(999_999, REASON).await), "NotFound customer_not_found");
    assert_eq!(refusal(manager.block(0, REASON).await), "NotFound customer_not_found");
    for (reason, code) in [("", "required"), ("ab", "too_short"), (&"ə".repeat(501), "too_long")] {
        let refused = refusal(manager.block(customer, reason).await);
        assert_eq!(refused, format!("InvalidArgument validation_failed reason={code}"));
    }
    assert_eq!(auth.count("select count(*) from account where blocked_at is not null").await, 0);
    owner.block(support.account(), REASON).await.unwrap();
    assert_eq!(refusal(support.customer(customer).await), UNAUTHENTICATED);
    let block_oneself =
        sqlx::query("update account set blocked_at = now(), blocked_by = account_id, block_reason = 'abc'");
    block_oneself.execute(&auth.app.pool).await.unwrap_err();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_shop_keeps_an_owner_who_is_not_blocked(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for _ in 0..10 {
        let (first_owner, second_owner) =
            (auth.member_of_staff(1, Role::Owner).await, auth.member_of_staff(2, Role::Owner).await);
        let (first, second) = tokio::join!(
            first_owner.block(second_owner.account(), REASON),
            second_owner.block(first_owner.account(), REASON)
        );
        assert_ne!(first.is_ok(), second.is_ok(), "{:?}, {:?}", first.err(), second.err());
        assert_eq!(auth.count("select count(*) from account where blocked_at is null").await, 1);
        let unblock = "update account set blocked_at = null, blocked_by = null, block_reason = null";
        sqlx::query(unblock).execute(&auth.app.pool).await.unwrap();
    }
}

/// A concurrent sign-in is refused, or its session is ended.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn blocking_while_signing_in_leaves_no_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(9, Role::Manager).await;
    let replica = auth.replica().await;
    let customer = account(auth.register_and_sign_in(1).await.user.as_ref());
    for round in 0..20 {
        let login = phone(1);
        let block = async {
            tokio::time::sleep(std::time::Duration::from_millis(round % 5)).await;
            manager.block(customer, REASON).await
        };
        let (blocked, first, second) =
            tokio::join!(block, auth.sign_in(&login, PASSWORD), replica.sign_in(&login, PASSWORD));
        blocked.unwrap();
        for session in [first, second].into_iter().flatten() {
            assert_eq!(refusal(auth.me(&session.access_token).await), UNAUTHENTICATED);
            assert_eq!(refusal(auth.refresh(&session.refresh_token).await), BLOCKED);
        }
        let open_sessions =
            sqlx::query_scalar::<_, i64>("select count(*) from session where account_id = $1 and ended_at is null");
        assert_eq!(open_sessions.bind(customer).fetch_one(&auth.app.pool).await.unwrap(), 0);
        manager.unblock(customer).await.unwrap();
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn customers_are_found_by_number_address_and_code_and_reads_are_audited(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let support = auth.member_of_staff(9, Role::Support).await;
    let session = auth.register_and_sign_in(1).await;
    let claim = auth.register_unverified_and_sign_in(2).await;
    let (user, claimant) = (session.user.unwrap(), claim.user.unwrap());
    auth.change_email(&claim.access_token, &email(1), PASSWORD).await.unwrap();

    let ids = |found: Vec<Customer>| found.iter().map(|customer| customer.account_id).collect::<Vec<_>>();
    for text in ["050 200 00 01", "+994502000001", user.code.as_str()] {
        assert_eq!(ids(support.find_customers(text).await.unwrap()), [user.id], "{text}");
    }
    let customers = support.find_customers(" Person1@Example.az ").await.unwrap();
    assert_eq!(ids(customers.clone()), [user.id, claimant.id], "the owner of the address first");
    let customer = &customers[0];
    assert_eq!(
        (customer.phone_number.as_str(), customer.email.as_deref()),
        (phone(1).as_str(), Some(email(1).as_str()))
    );
    assert_eq!(
        (customer.email_verified, customer.code.as_str(), customer.devices.len()),
        (true, user.code.as_str(), 1)
    );
    assert_eq!(customer.registered_at.unwrap().seconds, auth.clock.now().timestamp());
    assert_eq!(support.find_customers("0509999999").await.unwrap(), []);
    for (text, code) in [("", "required"), ("Aygün", "invalid"), (&"1".repeat(300), "too_long")] {
        let refused = refusal(support.find_customers(text).await);
        assert_eq!(refused, format!("InvalidArgument validation_failed text={code}"));
    }
    assert_eq!(support.customer(user.id).await.unwrap(), *customer);
    assert_eq!(refusal(support.customer(999_999).await), "NotFound customer_not_found");

    // A search logs the accounts that it showed, even if there are none.
    let read = sqlx::query_scalar::<_, String>(
        "select concat(subject, ' ', after ->> 'shown') from audit where action = 'customer_data_read' order by audit_id",
    );
    let (first, second) = (user.id, claimant.id);
    let logged = read.fetch_all(&auth.app.pool).await.unwrap();
    let expected = [
        format!(r#"list ["{first}"]"#),
        format!(r#"list ["{first}", "{second}"]"#),
        "list []".to_owned(),
        format!("{first} "),
    ];
    for entry in &expected {
        assert!(logged.contains(entry), "{entry} in {logged:?}");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn staff_end_the_sessions_of_a_customer_who_can_sign_in_again(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let manager = auth.member_of_staff(9, Role::Manager).await;
    let session = auth.register_and_sign_in(1).await;
    let customer = account(session.user.as_ref());
    assert_eq!(manager.customer(customer).await.unwrap().devices.len(), 1);
    assert_eq!(manager.end_sessions_of(customer).await.unwrap().devices, []);
    assert_eq!(refusal(auth.me(&session.access_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.refresh(&session.refresh_token).await), UNAUTHENTICATED);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
    assert_eq!(auth.count("select count(*) from audit where action = 'customer_sessions_ended'").await, 1);
}
