//! Staff sessions are opened with the password and then a second factor. Only their access tokens contain roles.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::auth::{
    InviteRequest, OpenStaffSessionRequest, StaffChallenge, StaffSession, User, WithdrawRoleRequest,
    staff_client::StaffClient,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use tonic::Status;
use totp_rs::{Builder, Secret};

use crate::{
    authenticator::{Authenticator, with_code, with_passkey, with_recovery_code},
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, demo_account, email, load_demo, phone, refusal, with_token},
};

const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";
const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";
const EXPIRED: &str = "FailedPrecondition challenge_expired";
const REFUSED: &str = "FailedPrecondition second_factor_refused";
const PASSKEY_REFUSED: &str = "FailedPrecondition passkey_refused";
/// The owner's browser.
const OWN_DEVICE: &str = "own-0123456789abcdef";

impl TestAuth {
    pub async fn register_staff(&self, numbers: &[u8], role: &str) {
        let people = numbers.iter().map(|number| {
            let mut account = demo_account(*number);
            account["roles"] = json!([role]);
            account
        });
        load_demo(&self.app, &people.collect::<Vec<_>>()).await.expect("valid accounts");
    }

    /// Returns the current code of an authenticator app.
    pub fn code(&self, secret: &str) -> String {
        let secret = Secret::try_from_base32(secret).expect("secrets are base32");
        let totp = Builder::new().with_secret(secret).build().expect("a valid secret");
        totp.generate(self.clock.now().timestamp() as u64).to_string()
    }

    /// Sets up an authenticator app as the first second factor. Returns its secret and the opened session.
    pub async fn enrol_totp(&self, number: u8) -> (String, StaffSession) {
        let challenge = self.begin_staff(number).await;
        let secret = challenge.first_factor.clone().expect("no second factor yet").totp.expect("a secret").secret;
        let opened = self.open_staff(with_code(&challenge, &self.code(&secret))).await.expect("the code is accepted");
        // A code of the same time step would be refused.
        self.clock.advance(TimeDelta::seconds(30));
        (secret, opened)
    }

    /// Returns the access token and the user.
    async fn sign_in_by_code(&self, notification: &FakeNotification, phone: &str) -> (String, Option<User>) {
        self.send_code(phone).await.expect("the first code");
        let code = notification.code_to(phone).await;
        let verified = self.verify_code(phone, &code).await.expect("the correct code");
        (verified.access_token.expect("the number has an account"), verified.user)
    }

    pub async fn invite_as(&self, access: &str, number: u8) -> Result<(), Status> {
        let request = InviteRequest { phone_number: phone(number), role: "support".to_owned() };
        StaffClient::new(self.channel()).invite(with_token(access).sign(request)).await.map(drop)
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_a_second_factor_opens_a_session_with_roles(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register_staff(&[1], "owner").await;
    let service = auth.other_service();

    let challenge = auth.begin_staff(1).await;
    assert!(!challenge.has_totp);
    assert!(!challenge.has_recovery_codes);
    assert!(challenge.passkey_options.is_none());
    let totp = challenge.first_factor.clone().unwrap().totp.unwrap();
    assert!(totp.url.contains(&totp.secret));
    assert!(totp.qr_svg.starts_with("<svg"));
    assert!(totp.qr_svg.ends_with("</svg>"));
    let opened = auth.open_staff(with_code(&challenge, &auth.code(&totp.secret))).await.unwrap();
    assert_eq!(opened.recovery_codes.len(), 10);
    assert_eq!(opened.step_up_at.unwrap().seconds, auth.clock.now().timestamp() + 600);
    let caller = service.verify(&opened.access_token).await.unwrap();
    assert_eq!(caller.roles, ["owner"]);
    assert_eq!(caller.factor_at, Some(auth.clock.now().timestamp()));
    assert_eq!(caller.csrf.as_deref(), Some(opened.csrf_token.as_str()));
    let user = opened.user.unwrap();
    assert!(user.permissions.contains(&"staff_write".to_owned()), "{:?}", user.permissions);
    assert_eq!(auth.me(&opened.access_token).await.unwrap(), user);

    // Without the second factor, the session is a customer's, whatever the roles are.
    let by_password = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    let by_code = auth.sign_in_by_code(&notification, &phone(1)).await;
    for (access, user) in [(by_password.access_token, by_password.user), by_code] {
        let (caller, user) = (service.verify(&access).await.unwrap(), user.unwrap());
        assert_eq!((caller.roles, caller.factor_at, caller.csrf), (vec![], None, None));
        assert_eq!((user.roles, user.permissions), (vec!["owner".to_owned()], vec![]));
        assert_eq!(refusal(auth.invite_as(&access, 2).await), "PermissionDenied forbidden");
        assert_eq!(refusal(auth.begin_step_up(&access).await), "PermissionDenied second_factor_required");
    }
    auth.invite_as(&opened.access_token, 2).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_password_step_reveals_neither_the_login_nor_the_role(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "finance").await;
    auth.register(2).await;
    for (login, password) in [(phone(1), "wrong"), (phone(2), PASSWORD), (phone(3), PASSWORD), ("x".to_owned(), "x")] {
        assert_eq!(refusal(auth.begin_staff_with(&login, password, None).await), INVALID_CREDENTIALS, "{login}");
    }
    // A customer's correct password counts like a wrong one, so that the two look the same.
    for _ in 0..9 {
        assert_eq!(refusal(auth.begin_staff_with(&phone(2), PASSWORD, None).await), INVALID_CREDENTIALS);
    }
    assert_eq!(refusal(auth.begin_staff_with(&phone(2), PASSWORD, None).await), "ResourceExhausted too_many_requests");
    auth.begin_staff(1).await;
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_counts_once_even_when_two_replicas_get_it_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let replica = auth.replica().await;
    auth.register_staff(&[1], "owner").await;
    let (secret, _) = auth.enrol_totp(1).await;
    for _ in 0..5 {
        let [first, second] = [auth.begin_staff(1).await, auth.begin_staff(1).await];
        assert!(first.has_totp);
        assert!(first.has_recovery_codes);
        assert!(first.first_factor.is_none());
        let code = auth.code(&secret);
        let (at_first, at_replica) =
            tokio::join!(auth.open_staff(with_code(&first, &code)), replica.open_staff(with_code(&second, &code)),);
        assert_ne!(at_first.is_ok(), at_replica.is_ok(), "{at_first:?} {at_replica:?}");
        let late = auth.begin_staff(1).await;
        assert_eq!(refusal(auth.open_staff(with_code(&late, &code)).await), REFUSED, "replayed");
        auth.clock.advance(TimeDelta::seconds(30));
        // A code is valid for one step longer.
        assert_eq!(refusal(auth.open_staff(with_code(&late, &code)).await), REFUSED, "replayed a step later");
    }
    // One session was opened at the set-up, and one in each round.
    assert_eq!(auth.count("select count(*) from session where kind = 'staff'").await, 6);
    let repeated_step = sqlx::query("update totp set last_step = last_step").execute(&pool).await.unwrap_err();
    assert_eq!(repeated_step.as_database_error().and_then(|error| error.constraint()), Some("totp_step_grows"));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_challenge_works_once_in_time_for_five_attempts_and_for_its_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1, 2], "owner").await;
    let (secret, _) = auth.enrol_totp(1).await;
    let (secret_of_other, _) = auth.enrol_totp(2).await;

    let expired = auth.begin_staff(1).await;
    auth.clock.advance(TimeDelta::minutes(5));
    assert_eq!(refusal(auth.open_staff(with_code(&expired, &auth.code(&secret))).await), EXPIRED);

    let exhausted = auth.begin_staff(1).await;
    for _ in 0..5 {
        assert_eq!(refusal(auth.open_staff(with_code(&exhausted, "000000")).await), REFUSED);
    }
    assert_eq!(refusal(auth.open_staff(with_code(&exhausted, &auth.code(&secret))).await), EXPIRED);

    let foreign = auth.begin_staff(1).await;
    assert_eq!(refusal(auth.open_staff(with_code(&foreign, &auth.code(&secret_of_other))).await), REFUSED);
    let opened = auth.open_staff(with_code(&foreign, &auth.code(&secret))).await.unwrap();
    auth.clock.advance(TimeDelta::seconds(30));
    assert_eq!(refusal(auth.open_staff(with_code(&foreign, &auth.code(&secret))).await), EXPIRED, "it was used");

    // A step-up challenge belongs to its session and opens no other.
    let other = auth.open_staff(with_code(&auth.begin_staff(1).await, &auth.code(&secret))).await.unwrap();
    auth.clock.advance(TimeDelta::seconds(30));
    let step_up = auth.begin_step_up(&opened.access_token).await.unwrap();
    let proof = || with_code(&step_up, &auth.code(&secret));
    assert_eq!(refusal(auth.step_up(&other.access_token, proof()).await), EXPIRED);
    assert_eq!(refusal(auth.open_staff(proof()).await), EXPIRED);
    assert!(auth.step_up(&opened.access_token, proof()).await.is_ok());

    for token in ["x", &"A".repeat(43)] {
        let unknown = StaffChallenge { challenge_token: token.to_owned(), ..StaffChallenge::default() };
        assert_eq!(refusal(auth.open_staff(with_code(&unknown, "123456")).await), EXPIRED);
    }
    let two_proofs = OpenStaffSessionRequest { recovery_code: Some("x".to_owned()), ..with_code(&foreign, "123456") };
    assert_eq!(refusal(auth.open_staff(two_proofs).await), "InvalidArgument validation_failed totpCode=invalid");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_passkey_of_another_account_is_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1, 2], "owner").await;
    auth.sign_in_staff(1).await;
    auth.sign_in_staff(2).await;
    let challenge = auth.begin_staff(1).await;
    let options = challenge.passkey_options.clone().unwrap();
    let authenticators = auth.authenticators.lock().await.clone();
    let foreign = authenticators[&2].get(&options);
    assert_eq!(refusal(auth.open_staff(with_passkey(&challenge, foreign)).await), PASSKEY_REFUSED);
    let elsewhere = Authenticator { origin: "https://sovqat.example".to_owned(), ..authenticators[&1].clone() };
    // Present (0x01), but not verified.
    let unverified = Authenticator { flags: 0x01, ..authenticators[&1].clone() };
    for authenticator in [elsewhere, unverified] {
        assert_eq!(
            refusal(auth.open_staff(with_passkey(&challenge, authenticator.get(&options))).await),
            PASSKEY_REFUSED
        );
    }
    let proof = || with_passkey(&challenge, authenticators[&1].get(&options));
    let opened = join_all([auth.open_staff(proof()), auth.open_staff(proof())]).await;
    assert_eq!(opened.iter().filter(|outcome| outcome.is_ok()).count(), 1, "one challenge opens one session");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_sensitive_method_needs_a_second_factor_of_the_last_ten_minutes(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let session = auth.sign_in_staff(1).await;
    auth.clock.advance(TimeDelta::minutes(10));
    let session = auth.refresh_staff(&session.refresh_token).await.unwrap();
    auth.invite_as(&session.access_token, 2).await.unwrap();
    auth.clock.advance(TimeDelta::seconds(1));
    let renewed = auth.refresh_staff(&session.refresh_token).await.unwrap();
    for token in [&session.access_token, &renewed.access_token] {
        assert_eq!(refusal(auth.invite_as(token, 2).await), "PermissionDenied step_up_required");
    }
    let challenge = auth.begin_step_up(&renewed.access_token).await.unwrap();
    let passkey = auth.authenticators.lock().await[&1].get(challenge.passkey_options.as_deref().unwrap());
    let proven = auth.step_up(&renewed.access_token, with_passkey(&challenge, passkey)).await.unwrap();
    auth.invite_as(&proven.access_token, 2).await.unwrap();
    assert_eq!(proven.csrf_token, session.csrf_token, "the session is the same");
    assert_eq!(proven.refresh_token, "", "and keeps its refresh token");
    let renewed = auth.refresh_staff(&renewed.refresh_token).await.unwrap();
    auth.invite_as(&renewed.access_token, 2).await.unwrap();
    assert_eq!(auth.count("select count(*) from session").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn refresh_tokens_rotate_and_work_for_their_kind_of_session_only(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let (staff, customer) = (auth.sign_in_staff(1).await, auth.sign_in(&phone(1), PASSWORD).await.unwrap());
    assert_eq!(refusal(auth.refresh(&staff.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.refresh_staff(&customer.refresh_token).await), UNAUTHENTICATED);
    assert!(auth.refresh(&customer.refresh_token).await.is_ok(), "a refused token stays valid");

    let next = auth.refresh_staff(&staff.refresh_token).await.unwrap();
    assert_eq!(auth.refresh_staff(&staff.refresh_token).await.unwrap().refresh_token, next.refresh_token);
    auth.clock.advance(TimeDelta::seconds(31));
    assert_eq!(refusal(auth.refresh_staff(&staff.refresh_token).await), UNAUTHENTICATED, "it was reused");
    assert_eq!(refusal(auth.refresh_staff(&next.refresh_token).await), UNAUTHENTICATED, "so the session has ended");
    assert_eq!(refusal(auth.invite_as(&next.access_token, 2).await), UNAUTHENTICATED);

    // Staff sessions end after an idle hour, and after twelve hours.
    let idle = auth.sign_in_staff(1).await;
    auth.clock.advance(TimeDelta::minutes(60));
    assert_eq!(refusal(auth.refresh_staff(&idle.refresh_token).await), UNAUTHENTICATED);
    let mut used = auth.sign_in_staff(1).await;
    for _ in 0..12 {
        auth.clock.advance(TimeDelta::minutes(59));
        used = auth.refresh_staff(&used.refresh_token).await.unwrap();
    }
    auth.clock.advance(TimeDelta::minutes(12));
    assert_eq!(refusal(auth.refresh_staff(&used.refresh_token).await), UNAUTHENTICATED);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_session_ends_with_the_last_role_and_the_challenge_with_the_password(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let notification = FakeNotification::start(&auth).await;
    let owner = auth.operator(1).await;
    auth.register_staff(&[2], "support").await;
    let session = auth.sign_in_staff(2).await;
    let customer = auth.sign_in(&phone(2), PASSWORD).await.unwrap();
    let begun = auth.begin_staff(2).await;
    let account_id = session.user.unwrap().id;
    let request = WithdrawRoleRequest { account_id, role: "support".to_owned() };
    StaffClient::new(auth.channel()).withdraw(owner.credentials.sign(request)).await.unwrap();
    assert_eq!(refusal(auth.refresh_staff(&session.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(auth.count("select count(*) from session where end_reason = 'no_role'").await, 1);
    assert!(auth.refresh(&customer.refresh_token).await.is_ok(), "the customer's session goes on");
    let passkey = |challenge: &StaffChallenge, authenticator: &Authenticator| {
        with_passkey(challenge, authenticator.get(challenge.passkey_options.as_deref().unwrap()))
    };
    let authenticators = auth.authenticators.lock().await.clone();
    assert_eq!(refusal(auth.open_staff(passkey(&begun, &authenticators[&2])).await), EXPIRED);
    assert_eq!(refusal(auth.begin_staff_with(&phone(2), PASSWORD, None).await), INVALID_CREDENTIALS);

    let begun = auth.begin_staff(1).await;
    auth.forget(&email(1)).await.unwrap();
    let link = notification.link_to(&email(1), "password_reset").await;
    auth.reset(&link, "yeni-söz 2027").await.unwrap();
    assert_eq!(refusal(auth.open_staff(passkey(&begun, &authenticators[&1])).await), EXPIRED);
}

/// A stranger who knows the password guesses codes, also in browsers with a customer session.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn guessing_codes_is_limited_and_does_not_lock_the_owner_out(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let (secret, _) = auth.enrol_totp(1).await;
    let own = auth.begin_staff_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    auth.open_staff(with_code(&own, &auth.code(&secret))).await.unwrap();
    let mut guesses = 0;
    for browser in 0..10 {
        let device = format!("stranger-{browser:016}");
        auth.sign_in_with(&phone(1), PASSWORD, Some(&device)).await.unwrap();
        let challenge = auth.begin_staff_with(&phone(1), PASSWORD, Some(&device)).await.unwrap();
        for _ in 0..5 {
            let guess = refusal(auth.open_staff(with_code(&challenge, "000000")).await);
            guesses += i32::from(guess == REFUSED);
            assert!(guess == REFUSED || guess == "ResourceExhausted too_many_requests", "{guess}");
        }
    }
    assert_eq!(guesses, 20, "the daily budget");
    auth.clock.advance(TimeDelta::seconds(30));
    let own = auth.begin_staff_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    auth.open_staff(with_code(&own, &auth.code(&secret))).await.expect("the owner is not locked out");
    auth.clock.advance(TimeDelta::days(1));
    let elsewhere = auth.begin_staff(1).await;
    auth.open_staff(with_code(&elsewhere, &auth.code(&secret))).await.expect("the budget is renewed");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_recovery_code_works_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1, 2], "owner").await;
    let (_, opened) = auth.enrol_totp(1).await;
    auth.enrol_totp(2).await;
    let code = opened.recovery_codes[0].to_uppercase();
    let foreign = auth.begin_staff(2).await;
    assert_eq!(refusal(auth.open_staff(with_recovery_code(&foreign, &code)).await), REFUSED, "of another account");
    let [first, second] = [auth.begin_staff(1).await, auth.begin_staff(1).await];
    let at_once =
        join_all([&first, &second].map(|challenge| auth.open_staff(with_recovery_code(challenge, &code)))).await;
    assert_eq!(at_once.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let again = auth.begin_staff(1).await;
    assert_eq!(refusal(auth.open_staff(with_recovery_code(&again, &code)).await), REFUSED);
    assert!(auth.open_staff(with_recovery_code(&again, &opened.recovery_codes[9])).await.is_ok());
    assert_eq!(auth.count("select count(*) from recovery_code").await, 2 * 10 - 2);
}

/// Browser tests and load tests sign in like this.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_demos_staff_sign_in_with_their_published_factors(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo"));
    let read = |name: &str| -> Value { serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap() };
    let args = kit::config::LoadArgs { folder: folder.to_owned(), pictures: None, sample: 1 };
    // Loading again keeps factors and the record of used codes.
    for _ in 0..2 {
        auth::load(&auth.app, &args).await.unwrap();
    }
    let (accounts, key) = (read("accounts.json"), read("staff-passkey.json"));
    let mut staff = 0;
    for account in accounts.as_array().unwrap().iter().filter(|account| account["roles"] != json!([])) {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (login, password) = (text(&account["phoneNumber"]), text(&account["password"]));
        let id = text(&account["secondFactors"]["passkey"]["id"]);
        let authenticator = Authenticator::of_demo(key["privateKey"].as_str().unwrap(), &id);
        for _ in 0..2 {
            let challenge = auth.begin_staff_with(&login, &password, None).await.unwrap();
            let passkey = authenticator.get(challenge.passkey_options.as_deref().unwrap());
            let opened = auth.open_staff(with_passkey(&challenge, passkey)).await.unwrap();
            assert_eq!(json!(opened.user.unwrap().roles), account["roles"]);
        }
        let challenge = auth.begin_staff_with(&login, &password, None).await.unwrap();
        let code = auth.code(&text(&account["secondFactors"]["totp"]));
        auth.open_staff(with_code(&challenge, &code)).await.unwrap();
        staff += 1;
    }
    assert_eq!(staff, 7, "members of the demo's staff");
}
