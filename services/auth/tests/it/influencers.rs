//! Applications to become a blogger, who earns money with links to the shop.

use futures::future::join_all;
use insta::assert_debug_snapshot;
use proto::auth::{ApplicationStatus, ApplyRequest};
use sqlx::PgPool;
use testkit::{audit::changes, database::announced};

use crate::{
    owner::apply_request,
    test_auth::{PASSWORD, TestAuth, demo_account, load_demo, refusal},
};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_approval_makes_a_blogger_and_publishes_an_event(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    assert_eq!(refusal(aygun.application().await), "NotFound application_not_found");
    let applied = aygun.apply(apply_request()).await.unwrap();
    assert_eq!((applied.status(), applied.decided_at), (ApplicationStatus::Pending, None));
    let waiting = operator.applications(ApplicationStatus::Pending).await.unwrap();
    assert_eq!((waiting.applications, waiting.meta.unwrap().total), (vec![applied.clone()], 1));

    let approved = operator.approve(applied.id).await.unwrap();
    assert_eq!((approved.status(), approved.decided_at.is_some()), (ApplicationStatus::Approved, true));
    assert_eq!(aygun.application().await.unwrap(), approved);
    assert!(auth.me(&aygun.session.access_token).await.unwrap().is_blogger);
    assert_eq!(refusal(aygun.apply(apply_request()).await), "FailedPrecondition already_blogger");
    assert_eq!(announced(&auth.app.pool).await.last().unwrap(), "influencer_decided");
    let event: serde_json::Value = sqlx::query_scalar("select payload from outbox order by outbox_id desc limit 1")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(event, serde_json::json!({"accountId": aygun.account(), "approved": true}));
    let audited = (operator.account(), "application_approved".to_owned(), applied.id.to_string());
    assert_eq!(changes(&auth.app.pool).await, [audited]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_declined_applicant_sees_the_reason_and_may_apply_again(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    let first = aygun.apply(apply_request()).await.unwrap();
    for missing in [None, Some(" ")] {
        let refused = refusal(operator.decline(first.id, missing).await);
        assert_eq!(refused, "InvalidArgument validation_failed reason=reason_required");
    }
    operator.decline(first.id, Some("Profiliniz hələ çox yenidir.")).await.unwrap();
    let declined = aygun.application().await.unwrap();
    let result = (declined.status(), declined.reason.as_deref());
    assert_eq!(result, (ApplicationStatus::Declined, Some("Profiliniz hələ çox yenidir.")));
    assert!(!auth.me(&aygun.session.access_token).await.unwrap().is_blogger);
    let second = aygun.apply(apply_request()).await.unwrap();
    assert_eq!(aygun.application().await.unwrap(), second);
    assert_eq!(operator.applications(ApplicationStatus::Unspecified).await.unwrap().applications, [second, declined]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_applications_leave_one_pending(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let outcomes = join_all((0..20).map(|_| aygun.apply(apply_request()))).await;
    let refused: Vec<_> = outcomes.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition application_pending"; 19]);
    assert_eq!(auth.count("select count(*) from application").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_decisions_take_effect_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    let id = aygun.apply(apply_request()).await.unwrap().id;
    let decisions = join_all((0..10).map(|n| {
        let operator = operator.clone();
        async move { if n % 2 == 0 { operator.approve(id).await } else { operator.decline(id, Some("Yox")).await } }
    }));
    // The applicant applies again repeatedly at the same time.
    let (decided, _) = tokio::join!(decisions, join_all((0..10).map(|_| aygun.apply(apply_request()))));
    let refused: Vec<_> = decided.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition application_decided"; 9]);
    let events = announced(&auth.app.pool).await;
    assert_eq!(events.iter().filter(|kind| *kind == "influencer_decided").count(), 1);
    assert_eq!(changes(&auth.app.pool).await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_operators_list_and_decide_applications(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla, operator) = (auth.owner(1).await, auth.owner(2).await, auth.operator(9).await);
    let applied = aygun.apply(apply_request()).await.unwrap();
    for other in [&aygun, &leyla] {
        assert_eq!(refusal(other.applications(ApplicationStatus::Pending).await), "PermissionDenied forbidden");
        assert_eq!(refusal(other.approve(applied.id).await), "PermissionDenied forbidden");
        assert_eq!(refusal(other.decline(applied.id, Some("Yox")).await), "PermissionDenied forbidden");
    }
    assert_eq!(refusal(leyla.application().await), "NotFound application_not_found");
    for unknown in [0, -1, applied.id + 1, i64::MAX] {
        assert_eq!(refusal(operator.approve(unknown).await), "NotFound application_not_found");
    }
    assert_eq!(aygun.application().await.unwrap(), applied);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_own_application_is_decided_by_another_operator(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (applicant, other) = (auth.operator(8).await, auth.operator(9).await);
    let applied = applicant.apply(apply_request()).await.unwrap();
    assert_eq!(refusal(applicant.approve(applied.id).await), "PermissionDenied own_application");
    assert_eq!(refusal(applicant.decline(applied.id, Some("Yox")).await), "PermissionDenied own_application");
    assert_eq!(auth.count("select count(*) from application where status = 'pending'").await, 1);
    assert_eq!(auth.count("select count(*) from audit").await, 0);
    let forged = "update application set status = 'approved', decided_at = now(), decided_by = account_id";
    let error = sqlx::query(forged).execute(&auth.app.pool).await.unwrap_err();
    let violated = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
    assert_eq!(violated, Some("application_own_check"));
    other.approve(applied.id).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_blogger_cannot_apply(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut blogger = demo_account(3);
    blogger["isBlogger"] = true.into();
    load_demo(&auth.app, &[blogger]).await.unwrap();
    let leyla = auth.owner_of(auth.sign_in("0502000003", PASSWORD).await.unwrap());
    assert_eq!(refusal(leyla.apply(apply_request()).await), "FailedPrecondition already_blogger");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_of_an_application_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let link = |link: &str| Some(link.to_owned());
    let invalid = ApplyRequest {
        about: "çox qısa".to_owned(),
        instagram: link("https://facebook.com/aygun"),
        youtube: link("http://youtube.com/aygun"),
        facebook: link("facebook.com/aygun"),
        tiktok: link("javascript:alert(1)"),
        other: link("ftp://aygun.az"),
    };
    let mut refusals = vec![refusal(aygun.apply(invalid).await), refusal(aygun.apply(ApplyRequest::default()).await)];
    refusals.push(refusal(aygun.apply(ApplyRequest { about: "ə".repeat(2001), ..apply_request() }).await));
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed about=too_short instagram=invalid_link youtube=invalid_link facebook=invalid_link tiktok=invalid_link other=invalid_link",
        "InvalidArgument validation_failed about=required",
        "InvalidArgument validation_failed about=too_long",
    ]
    "#);
    let valid = ApplyRequest { instagram: link(" "), other: link("https://aygun.az"), ..apply_request() };
    let applied = aygun.apply(valid).await.unwrap();
    assert_eq!((applied.instagram, applied.other.as_deref()), (None, Some("https://aygun.az")));
}
