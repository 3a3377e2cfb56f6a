//! Changes of the profile, reports to support, and calls without an open session.

use chrono::TimeDelta;
use insta::assert_debug_snapshot;
use proto::auth::{AddressInput, ApplicationStatus, UpdateUserRequest, User};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    owner::{Owner, apply_request, family_request, home_address},
    test_auth::{PASSWORD, TestAuth, email, refusal},
};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn present_fields_change_and_others_stay(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let before = aygun.session.user.clone().unwrap();
    let new_name = UpdateUserRequest { last_name: Some(" Əliyeva ".to_owned()), ..Default::default() };
    let user = aygun.update(new_name).await.unwrap();
    assert_eq!(user, User { last_name: "Əliyeva".to_owned(), ..before.clone() });

    let new_details = UpdateUserRequest {
        birth_date: Some("1992-02-29".to_owned()),
        language: Some("ru".to_owned()),
        ..Default::default()
    };
    let user = aygun.update(new_details).await.unwrap();
    assert_eq!((user.birth_date.as_deref(), user.language.as_str()), (Some("1992-02-29"), "ru"));
    assert_eq!(auth.me(&aygun.session.access_token).await.unwrap(), user);

    let without_birth_date = UpdateUserRequest { birth_date: Some(String::new()), ..Default::default() };
    let user = aygun.update(without_birth_date).await.unwrap();
    assert_eq!((user.birth_date, user.last_name.as_str()), (None, "Əliyeva"));
    let unchanged = aygun.update(UpdateUserRequest::default()).await.unwrap();
    assert_eq!(unchanged.last_name, "Əliyeva");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_update_affects_only_the_caller(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    let renamed = UpdateUserRequest { first_name: Some("Leyla".to_owned()), ..Default::default() };
    leyla.update(renamed).await.unwrap();
    assert_eq!(auth.me(&aygun.session.access_token).await.ok(), aygun.session.user);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_of_a_profile_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let changes = |first: &str, last: &str, birth: &str, language: &str| UpdateUserRequest {
        first_name: Some(first.to_owned()),
        last_name: Some(last.to_owned()),
        birth_date: Some(birth.to_owned()),
        language: Some(language.to_owned()),
    };
    let mut refusals = Vec::new();
    for changes in [
        changes(" ", &"ə".repeat(61), "2001-02-29", "de"),
        changes("a\0", "Əliyeva", "2999-01-01", "ru-RU"),
        changes("Aygün", "", "1899-12-31", ""),
    ] {
        refusals.push(refusal(aygun.update(changes).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed firstName=required lastName=too_long birthDate=invalid_date language=unknown_value",
        "InvalidArgument validation_failed firstName=invalid_characters birthDate=invalid_date language=unknown_value",
        "InvalidArgument validation_failed lastName=required birthDate=invalid_date language=unknown_value",
    ]
    "#);
    assert_eq!(auth.me(&aygun.session.access_token).await.ok(), aygun.session.user);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_may_send_five_reports_per_day(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    let reports = (0..12).map(|_| aygun.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm."));
    let outcomes = futures::future::join_all(reports).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 5);
    let refused = outcomes.into_iter().filter(Result::is_err).map(refusal);
    assert!(refused.into_iter().all(|code| code == "ResourceExhausted too_many_requests"));
    leyla.report("Sifariş", "Mənim də sualım var, xahiş edirəm.").await.unwrap();

    auth.clock.advance(TimeDelta::days(1));
    let aygun = auth.owner_of(auth.sign_in("0502000001", PASSWORD).await.unwrap());
    aygun.report("Sifariş", "Bu gün də gəlmədi, kömək edin.").await.unwrap();
    assert_eq!(auth.count("select count(*) from report").await, 5 + 1 + 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_report_is_sent_to_support_by_email(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let aygun = auth.owner(1).await;
    aygun.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm.").await.unwrap();
    let message = notification.deliveries().await.pop().unwrap();
    assert_eq!((message.to.as_str(), message.template.as_str()), ("support", "support_report"));
    assert_eq!((message.values["subject"].as_str(), message.values["email"].as_str()), ("Sifariş", &*email(1)));
    assert_eq!(message.values["text"], "Kuryer zəng etmədi, gözləyirəm.");
}

/// Anyone may have entered an unverified address, so support must not trust it.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_report_needs_a_verified_address(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let aygun = auth.owner_of(auth.register_unverified_and_sign_in(1).await);
    let refused = refusal(aygun.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm.").await);
    assert_eq!(refused, "FailedPrecondition email_unverified");
    assert_eq!((notification.deliveries().await.len(), auth.count("select count(*) from report").await), (0, 0));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn reports_have_length_limits(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let mut refusals = Vec::new();
    for (subject, text) in [("", ""), ("ab", "qısa mətn"), (&"ə".repeat(121), &"ə".repeat(4001))] {
        refusals.push(refusal(aygun.report(subject, text).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed subject=required text=required",
        "InvalidArgument validation_failed subject=too_short text=too_short",
        "InvalidArgument validation_failed subject=too_long text=too_long",
    ]
    "#);
    aygun.report(&"ə".repeat(120), &"ə".repeat(4000)).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn account_calls_need_an_open_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    auth.sign_out(&aygun.session.access_token).await.unwrap();
    let expired = auth.owner(2).await;
    for refused in every_call(&aygun).await {
        assert_eq!(refused, "Unauthenticated unauthenticated", "the session has ended");
    }
    // Access tokens are valid for ten minutes.
    auth.clock.advance(TimeDelta::minutes(11));
    for refused in every_call(&expired).await {
        assert_eq!(refused, "Unauthenticated token_expired");
    }
}

/// Calls every method that needs an open session, and returns the refusals.
async fn every_call(owner: &Owner) -> [String; 16] {
    [
        refusal(owner.update(UpdateUserRequest::default()).await),
        refusal(owner.report("Mövzu", "On simvoldan uzun mətn").await),
        refusal(owner.export().await),
        refusal(owner.request_deletion(PASSWORD).await),
        refusal(owner.cancel_deletion().await),
        refusal(owner.addresses().await),
        refusal(owner.add_address(home_address("Ev")).await),
        refusal(owner.update_address(1, AddressInput::default()).await),
        refusal(owner.remove_address(1).await),
        refusal(owner.families().await),
        refusal(owner.add_family(family_request("Ana", "1960-01-01")).await),
        refusal(owner.remove_family(1).await),
        refusal(owner.apply(apply_request()).await),
        refusal(owner.application().await),
        refusal(owner.applications(ApplicationStatus::Pending).await),
        refusal(owner.approve(1).await),
    ]
}
