//! Strangers fail to sign in on purpose, so that rate limits prevent the owner from signing in.

use chrono::TimeDelta;
use kit::client::CallContext;
use proto::auth::{Session, SignInRequest, sessions_client::SessionsClient};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    fake_notification::FakeNotification,
    requests::visitor_at,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";
const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";
const OWN_DEVICE: &str = "own-0123456789abcdef";

impl TestAuth {
    async fn sign_in_at(
        &self,
        visitor: &CallContext,
        device: &str,
        login: &str,
        password: &str,
    ) -> Result<Session, Status> {
        let (login, password) = (login.to_owned(), password.to_owned());
        let request = visitor.sign(SignInRequest { login, password, device: Some(device.to_owned()) });
        Ok(SessionsClient::new(self.channel()).sign_in(request).await?.into_inner())
    }
}

/// For a day, a stranger tries passwords with both logins as often as the limits allow, from the owner's network.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_stranger_never_delays_the_owner_on_a_known_device(pool: PgPool) {
    // Five attempts per network are free.
    let auth = TestAuth::start_with_flags(pool, &["--place-free", "5"]).await;
    auth.register(1).await;
    let near = visitor_at([10, 0, 0, 1]);
    auth.sign_in_at(&near, OWN_DEVICE, &phone(1), PASSWORD).await.unwrap();
    let mut guesses = 0;
    // Every 15 minutes of a day.
    for attempt in 0..4 * 24 {
        for login in [phone(1), email(1)] {
            while let Err(status) = auth.sign_in_at(&near, &format!("stranger-{attempt:016}"), &login, "wrong").await
                && status.message() == "invalid_credentials"
            {
                guesses += 1;
            }
            let stranger = auth.sign_in_at(&near, "stranger-0123456789", &login, PASSWORD).await;
            assert_eq!(refusal(stranger), RATE_LIMITED, "the owner's login is limited on other devices");
            auth.sign_in_at(&near, OWN_DEVICE, &login, PASSWORD).await.expect("the owner is not delayed");
        }
        auth.clock.advance(TimeDelta::minutes(15));
    }
    assert!((50..300).contains(&guesses), "guesses in a day: {guesses}");
}

/// A stolen device gets no more guesses than a stranger: ten, then each wait is twice as long.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn guesses_on_a_known_device_are_limited(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    for _ in 0..10 {
        let guess = auth.sign_in_with(&phone(1), "wrong", Some(OWN_DEVICE)).await;
        assert_eq!(refusal(guess), INVALID_CREDENTIALS);
    }
    assert_eq!(refusal(auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await), RATE_LIMITED);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok(), "other devices are counted separately");

    // After a password reset, the owner does not wait.
    auth.forget(&email(1)).await.unwrap();
    let link = notification.link_to(&email(1), "password_reset").await;
    auth.reset(&link, "yeni-söz 2027").await.unwrap();
    assert!(auth.sign_in_with(&phone(1), "yeni-söz 2027", Some(OWN_DEVICE)).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_device_of_another_account_is_a_strangers(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for number in 1..=2 {
        auth.register(number).await;
    }
    auth.sign_in_with(&phone(2), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    for _ in 0..10 {
        auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    }
    assert_eq!(refusal(auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await), RATE_LIMITED);
}
