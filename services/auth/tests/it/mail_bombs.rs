//! Strangers cause mails to mailboxes that are not theirs.

use chrono::TimeDelta;
use kit::client::CallContext;
use proto::auth::{ForgetPasswordRequest, passwords_client::PasswordsClient};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    fake_notification::FakeNotification,
    requests::{sign_up_request, visitor_at},
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";

/// Gmail ignores dots and everything after a plus sign.
fn spelling_of_victim(n: usize) -> String {
    let name = ["v.ictim", "vic.tim", "victim"][n % 3];
    format!("{name}+{n}@gmail.com")
}

impl TestAuth {
    async fn forget_from(&self, visitor: &CallContext, email: &str) -> Result<(), Status> {
        let request = visitor.sign(ForgetPasswordRequest { email: email.to_owned() });
        PasswordsClient::new(self.channel()).forget(request).await.map(drop)
    }
}

/// Twelve accounts enter a victim's mailbox in almost 60 spellings.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_mailbox_gets_ten_mails_a_day_however_it_is_spelt(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for account in 1..=12 {
        auth.register(account).await;
    }
    let mut spellings = (0..60).map(spelling_of_victim);
    let mut refused = 0;
    // The accounts take turns, and every two hours somebody signs up.
    for half_hour in 0..47_u8 {
        let session = auth.sign_in(&phone(half_hour % 12 + 1), PASSWORD).await.unwrap();
        let spelling = spellings.next().unwrap();
        match auth.change_email(&session.access_token, &spelling, PASSWORD).await {
            Ok(user) => assert_eq!(user.email, Some(spelling)),
            outcome => {
                assert_eq!(refusal(outcome), RATE_LIMITED);
                refused += 1;
            }
        }
        if half_hour % 4 == 0 {
            let number = phone(100 + half_hour);
            let proof = auth.verify_phone(&notification, &number).await;
            let spelling = spellings.next().unwrap();
            auth.sign_up(sign_up_request(&number, &spelling, &proof)).await.expect("sign-up works without the mail");
        }
        auth.clock.advance(TimeDelta::minutes(30));
    }
    let to_victim = notification.deliveries().await.into_iter().filter(|delivery| delivery.to.contains("gmail.com"));
    assert_eq!(to_victim.count(), 10);
    assert_eq!(refused, 47 - 8, "two of the ten mails were caused by sign-ups");

    // Other mailboxes are not limited, nor is the victim's the next day.
    let session = auth.register_unverified_and_sign_in(50).await;
    auth.send_verification(&session.access_token).await.unwrap();
    assert_eq!(notification.templates_to(&email(50)).await, ["email_verification"]);
    auth.clock.advance(TimeDelta::hours(1));
    let session = auth.sign_in(&phone(50), PASSWORD).await.unwrap();
    auth.change_email(&session.access_token, "victim@gmail.com", PASSWORD).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_causes_ten_mails_a_day(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_unverified_and_sign_in(1).await;
    let mut changed = 0;
    for stranger in 100..200 {
        changed += i32::from(auth.change_email(&session.access_token, &email(stranger), PASSWORD).await.is_ok());
    }
    assert_eq!((changed, notification.deliveries().await.len()), (10, 10));
    let other = auth.register_unverified_and_sign_in(2).await;
    assert!(
        auth.change_email(&other.access_token, &email(3), PASSWORD).await.is_ok(),
        "other accounts are not limited"
    );
}

/// 1,000 requests from one network, each for another address.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_network_causes_three_hundred_mails_a_day(pool: PgPool) {
    // Local mode multiplies budgets by 100.
    let auth = TestAuth::start_with_flags(pool, &["--network-budget-factor", "1"]).await;
    let (near, far) = (visitor_at([10, 0, 0, 1]), visitor_at([10, 0, 0, 2]));
    let mut accepted = 0;
    for stranger in 0..1_000 {
        accepted += i32::from(auth.forget_from(&near, &format!("stranger{stranger}@example.az")).await.is_ok());
        auth.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(accepted, 300);
    assert!(auth.forget_from(&far, "stranger0@example.az").await.is_ok());
    auth.clock.advance(TimeDelta::hours(8));
    assert!(auth.forget_from(&near, "stranger1000@example.az").await.is_ok(), "the next day");
}
