use proto::auth::{
    BeginPasskeyRequest, BeginPasskeySignInRequest, ListPasskeysRequest, Passkey, PasskeyChallenge,
    PasskeySignInRequest, RegisterPasskeyRequest, RemovePasskeyRequest, Session, passkeys_client::PasskeysClient,
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    authenticator::{Authenticator, with_passkey},
    fake_notification::FakeNotification,
    requests::visitor_at,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal, with_token},
};

const EXPIRED: &str = "FailedPrecondition challenge_expired";
const REFUSED: &str = "FailedPrecondition passkey_refused";

impl TestAuth {
    fn passkeys(&self) -> PasskeysClient<kit::client::Channel> {
        PasskeysClient::new(self.channel())
    }

    async fn begin_passkey(&self, access: &str, password: Option<&str>) -> Result<PasskeyChallenge, Status> {
        let request = BeginPasskeyRequest { password: password.map(str::to_owned) };
        Ok(self.passkeys().begin_registration(with_token(access).sign(request)).await?.into_inner())
    }

    async fn register_passkey(&self, access: &str, token: &str, passkey: String) -> Result<Vec<Passkey>, Status> {
        let request = RegisterPasskeyRequest { challenge_token: token.to_owned(), passkey, name: "Telefon".to_owned() };
        Ok(self.passkeys().register(with_token(access).sign(request)).await?.into_inner().passkeys)
    }

    async fn add_passkey(&self, access: &str) -> Authenticator {
        let begun = self.begin_passkey(access, Some(PASSWORD)).await.expect("the correct password");
        let mut authenticator = Authenticator::new();
        let passkey = authenticator.create(&begun.options);
        self.register_passkey(access, &begun.challenge_token, passkey).await.expect("the passkey is stored");
        authenticator
    }

    async fn list_passkeys(&self, access: &str) -> Vec<Passkey> {
        let request = with_token(access).sign(ListPasskeysRequest {});
        self.passkeys().list(request).await.expect("a list").into_inner().passkeys
    }

    async fn remove_passkey(&self, access: &str, id: i64, password: Option<&str>) -> Result<Vec<Passkey>, Status> {
        let request = RemovePasskeyRequest { id, password: password.map(str::to_owned) };
        Ok(self.passkeys().remove(with_token(access).sign(request)).await?.into_inner().passkeys)
    }

    async fn request_passkey(&self) -> PasskeyChallenge {
        self.passkeys().begin_sign_in(BeginPasskeySignInRequest {}).await.expect("a challenge").into_inner()
    }

    async fn sign_in_with_passkey(&self, token: &str, passkey: String) -> Result<Session, Status> {
        let request = PasskeySignInRequest { challenge_token: token.to_owned(), passkey, device: None };
        Ok(self.passkeys().sign_in(request).await?.into_inner())
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_customer_adds_a_passkey_and_signs_in_with_it_at_another_replica(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (replica, notification) = (auth.replica().await, FakeNotification::start(&auth).await);
    let session = auth.register_and_sign_in(1).await;
    let access = &session.access_token;
    assert_eq!(refusal(auth.begin_passkey(access, None).await), "InvalidArgument validation_failed password=required");
    assert_eq!(
        refusal(auth.begin_passkey(access, Some("wrong")).await),
        "InvalidArgument validation_failed password=invalid_password"
    );
    let begun = auth.begin_passkey(access, Some(PASSWORD)).await.unwrap();
    assert!(begun.options.contains(r#""residentKey":"required""#), "{}", begun.options);
    let mut authenticator = Authenticator::new();
    let passkey = authenticator.create(&begun.options);
    let stored = replica.register_passkey(access, &begun.challenge_token, passkey.clone()).await.unwrap();
    assert_eq!((stored.len(), stored[0].name.as_str(), stored[0].last_used_at), (1, "Telefon", None));
    assert_eq!(notification.templates_to(&email(1)).await, ["passkey_added"]);
    assert_eq!(refusal(auth.register_passkey(access, &begun.challenge_token, passkey).await), EXPIRED, "once");

    let challenge = auth.request_passkey().await;
    let signed = authenticator.get(&challenge.options);
    let signed_in = replica.sign_in_with_passkey(&challenge.challenge_token, signed.clone()).await.unwrap();
    assert_eq!(signed_in.user, session.user);
    assert!(auth.list_passkeys(&signed_in.access_token).await[0].last_used_at.is_some());
    assert_eq!(refusal(auth.sign_in_with_passkey(&challenge.challenge_token, signed.clone()).await), EXPIRED, "once");
    let other = auth.request_passkey().await;
    assert_eq!(refusal(auth.sign_in_with_passkey(&other.challenge_token, signed).await), REFUSED, "another challenge");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn unknown_wrong_and_removed_passkeys_are_refused_in_the_same_way(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (session, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let registered = auth.add_passkey(&session.access_token).await;
    let of_other = auth.add_passkey(&other.access_token).await;
    let elsewhere = Authenticator { origin: "https://sovqat.example".to_owned(), ..registered.clone() };
    // Present (0x01), but not verified.
    let unverified = Authenticator { flags: 0x01, ..registered.clone() };
    // Names the other account.
    let misplaced = Authenticator { user_handle: of_other.user_handle.clone(), ..registered.clone() };
    for refused_authenticator in [Authenticator::new(), elsewhere, unverified, misplaced] {
        let challenge = auth.request_passkey().await;
        let refused =
            auth.sign_in_with_passkey(&challenge.challenge_token, refused_authenticator.get(&challenge.options)).await;
        assert_eq!(refusal(refused), REFUSED);
    }
    let challenge = auth.request_passkey().await;
    for text in ["", "{}", "null", "[1]", &"A".repeat(100_000)] {
        let refused = auth.sign_in_with_passkey(&challenge.challenge_token, text.to_owned()).await;
        assert_eq!(refusal(refused), "InvalidArgument validation_failed passkey=invalid");
    }

    let id = auth.list_passkeys(&session.access_token).await[0].id;
    let foreign = auth.list_passkeys(&other.access_token).await[0].id;
    let not_found = "NotFound passkey_not_found";
    assert_eq!(refusal(auth.remove_passkey(&session.access_token, foreign, Some(PASSWORD)).await), not_found);
    assert!(auth.remove_passkey(&session.access_token, id, None).await.is_err(), "the password is missing");
    assert_eq!(auth.remove_passkey(&session.access_token, id, Some(PASSWORD)).await.unwrap(), []);
    let refused = auth.sign_in_with_passkey(&challenge.challenge_token, registered.get(&challenge.options)).await;
    assert_eq!(refusal(refused), REFUSED);
    let signed_in =
        auth.sign_in_with_passkey(&challenge.challenge_token, of_other.get(&challenge.options)).await.unwrap();
    assert_eq!(signed_in.user, other.user);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_registration_belongs_to_its_session_and_a_passkey_to_one_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (session, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let begun = auth.begin_passkey(&session.access_token, Some(PASSWORD)).await.unwrap();
    let mut authenticator = Authenticator::new();
    let passkey = authenticator.create(&begun.options);
    let by_other = auth.register_passkey(&other.access_token, &begun.challenge_token, passkey.clone()).await;
    assert_eq!(refusal(by_other), EXPIRED);
    auth.register_passkey(&session.access_token, &begun.challenge_token, passkey).await.unwrap();

    let begun = auth.begin_passkey(&other.access_token, Some(PASSWORD)).await.unwrap();
    let same = authenticator.create(&begun.options);
    let taken = auth.register_passkey(&other.access_token, &begun.challenge_token, same).await;
    assert_eq!(refusal(taken), "FailedPrecondition passkey_known");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_copied_authenticator_is_noticed_by_its_counter(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let session = auth.register_and_sign_in(1).await;
    // Published passkeys of demo accounts have no counter.
    sqlx::query("update account set is_demo = false").execute(&pool).await.unwrap();
    let authenticator = auth.add_passkey(&session.access_token).await;
    for (counter, is_accepted) in [(1, true), (2, true), (2, false), (1, false), (0, false), (3, true)] {
        let challenge = auth.request_passkey().await;
        let signed = Authenticator { counter, ..authenticator.clone() }.get(&challenge.options);
        let outcome = auth.sign_in_with_passkey(&challenge.challenge_token, signed).await;
        assert_eq!(outcome.is_ok(), is_accepted, "{counter}");
    }
    // Both responses have the same counter and were requested before either is used.
    let next = Authenticator { counter: 4, ..authenticator };
    let challenges = [auth.request_passkey().await, auth.request_passkey().await];
    let sign_in = |challenge: &PasskeyChallenge| {
        let (token, signed) = (challenge.challenge_token.clone(), next.get(&challenge.options));
        let auth = &auth;
        async move { auth.sign_in_with_passkey(&token, signed).await }
    };
    let at_once = futures::future::join_all(challenges.iter().map(sign_in));
    assert_eq!(at_once.await.iter().filter(|outcome| outcome.is_ok()).count(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_password_alone_changes_no_passkey_of_staff(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let customer = auth.sign_in(&phone(1), PASSWORD).await.unwrap().access_token;
    let early = auth.begin_passkey(&customer, Some(PASSWORD)).await.expect("there is no second factor yet");
    let staff = auth.sign_in_staff(1).await;
    let required = "PermissionDenied second_factor_required";
    let passkey = Authenticator::new().create(&early.options);
    assert_eq!(refusal(auth.register_passkey(&customer, &early.challenge_token, passkey).await), required);
    assert_eq!(refusal(auth.begin_passkey(&customer, Some(PASSWORD)).await), required);
    let id = auth.list_passkeys(&customer).await[0].id;
    assert_eq!(refusal(auth.remove_passkey(&customer, id, Some(PASSWORD)).await), required);
    assert_eq!(
        refusal(auth.remove_passkey(&staff.access_token, id, Some(PASSWORD)).await),
        "FailedPrecondition last_second_factor"
    );
    let second = auth.add_passkey(&staff.access_token).await;
    let challenge = auth.begin_staff(1).await;
    let passkey = second.get(challenge.passkey_options.as_deref().unwrap());
    let opened = auth.open_staff(with_passkey(&challenge, passkey)).await.unwrap();
    assert_eq!(auth.remove_passkey(&opened.access_token, id, Some(PASSWORD)).await.unwrap().len(), 1);

    // A passkey alone opens a customer session: the password is missing.
    let challenge = auth.request_passkey().await;
    let session = auth.sign_in_with_passkey(&challenge.challenge_token, second.get(&challenge.options)).await.unwrap();
    assert!(auth.other_service().verify(&session.access_token).await.unwrap().roles.is_empty());
    assert_eq!(refusal(auth.invite_as(&session.access_token, 2).await), "PermissionDenied forbidden");
}

/// The budget is 1,000 per network.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_network_begins_a_limited_number_of_sign_ins(pool: PgPool) {
    let auth = TestAuth::start_with(pool, &testkit::clock::TestClock::new(), &["--network-budget-factor", "1"]).await;
    let mut client = auth.passkeys();
    let near = visitor_at([10, 0, 0, 1]);
    for _ in 0..1_000 {
        client.begin_sign_in(near.sign(BeginPasskeySignInRequest {})).await.unwrap();
    }
    let refused = client.begin_sign_in(near.sign(BeginPasskeySignInRequest {})).await;
    assert_eq!(refusal(refused), "ResourceExhausted too_many_requests");
    auth.request_passkey().await;
}
