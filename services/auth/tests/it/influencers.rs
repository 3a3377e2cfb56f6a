//! Becoming a blogger: one application at a time, decided once, by operators alone.

use futures::future::join_all;
use insta::assert_debug_snapshot;
use proto::auth::{ApplicationStatus, ApplyRequest};
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    house::{PASSWORD, TestAuth, load, person, refusal},
    owner::application,
};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_approval_makes_a_blogger_and_is_announced(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    assert_eq!(refusal(aygun.application().await), "NotFound application_not_found");
    let applied = aygun.apply(application()).await.unwrap();
    assert_eq!((applied.status(), applied.decided_at), (ApplicationStatus::Pending, None));
    let waiting = operator.applications(ApplicationStatus::Pending).await.unwrap();
    assert_eq!((waiting.applications, waiting.meta.unwrap().total), (vec![applied.clone()], 1));

    let approved = operator.approve(applied.id).await.unwrap();
    assert_eq!((approved.status(), approved.decided_at.is_some()), (ApplicationStatus::Approved, true));
    assert_eq!(aygun.application().await.unwrap(), approved);
    assert!(auth.me(&aygun.session.access_token).await.unwrap().is_blogger);
    assert_eq!(refusal(aygun.apply(application()).await), "FailedPrecondition already_blogger");
    assert_eq!(announced(&auth.app.pool).await.last().unwrap(), "influencer_decided");
    let told: serde_json::Value = sqlx::query_scalar("select payload from outbox order by outbox_id desc limit 1")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(told, serde_json::json!({"accountId": aygun.account(), "approved": true}));
    let audited: (i64, String, i64) =
        sqlx::query_as("select operator_id, action, subject_id from audit").fetch_one(&auth.app.pool).await.unwrap();
    assert_eq!(audited, (operator.account(), "application_approved".to_owned(), applied.id));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn who_is_declined_is_told_why_and_may_try_again(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    let first = aygun.apply(application()).await.unwrap();
    for silent in [None, Some(" ")] {
        let told = refusal(operator.decline(first.id, silent).await);
        assert_eq!(told, "InvalidArgument validation_failed reason=reason_required");
    }
    operator.decline(first.id, Some("Profiliniz hələ çox yenidir.")).await.unwrap();
    let declined = aygun.application().await.unwrap();
    let answer = (declined.status(), declined.reason.as_deref());
    assert_eq!(answer, (ApplicationStatus::Declined, Some("Profiliniz hələ çox yenidir.")));
    assert!(!auth.me(&aygun.session.access_token).await.unwrap().is_blogger);
    let second = aygun.apply(application()).await.unwrap();
    assert_eq!(aygun.application().await.unwrap(), second);
    assert_eq!(operator.applications(ApplicationStatus::Unspecified).await.unwrap().applications, [second, declined]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn one_application_waits_however_many_come_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let outcomes = join_all((0..20).map(|_| aygun.apply(application()))).await;
    let refused: Vec<_> = outcomes.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition application_pending"; 19]);
    assert_eq!(auth.count("select count(*) from application").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_application_is_decided_once_however_many_decide(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    let id = aygun.apply(application()).await.unwrap().id;
    let decisions = join_all((0..10).map(|n| {
        let operator = operator.clone();
        async move { if n % 2 == 0 { operator.approve(id).await } else { operator.decline(id, Some("Yox")).await } }
    }));
    // Meanwhile the applicant tries again and again.
    let (decided, _) = tokio::join!(decisions, join_all((0..10).map(|_| aygun.apply(application()))));
    let refused: Vec<_> = decided.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition application_decided"; 9]);
    let told = announced(&auth.app.pool).await;
    assert_eq!(told.iter().filter(|kind| *kind == "influencer_decided").count(), 1);
    assert_eq!(auth.count("select count(*) from audit").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_operators_see_and_decide(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla, operator) = (auth.owner(1).await, auth.owner(2).await, auth.operator(9).await);
    let applied = aygun.apply(application()).await.unwrap();
    for nosy in [&aygun, &leyla] {
        assert_eq!(refusal(nosy.applications(ApplicationStatus::Pending).await), "PermissionDenied forbidden");
        assert_eq!(refusal(nosy.approve(applied.id).await), "PermissionDenied forbidden");
        assert_eq!(refusal(nosy.decline(applied.id, Some("Yox")).await), "PermissionDenied forbidden");
    }
    assert_eq!(refusal(leyla.application().await), "NotFound application_not_found");
    for unknown in [0, -1, applied.id + 1, i64::MAX] {
        assert_eq!(refusal(operator.approve(unknown).await), "NotFound application_not_found");
    }
    assert_eq!(aygun.application().await.unwrap(), applied);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_blogger_need_not_apply(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut blogger = person(3);
    blogger["isBlogger"] = true.into();
    load(&auth.app, &[blogger]).await.unwrap();
    let leyla = auth.holder_of(auth.sign_in("0502000003", PASSWORD).await.unwrap());
    assert_eq!(refusal(leyla.apply(application()).await), "FailedPrecondition already_blogger");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_broken_rule_of_an_application_is_told_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let link = |link: &str| Some(link.to_owned());
    let astray = ApplyRequest {
        about: "çox qısa".to_owned(),
        instagram: link("https://facebook.com/aygun"),
        youtube: link("http://youtube.com/aygun"),
        facebook: link("facebook.com/aygun"),
        tiktok: link("javascript:alert(1)"),
        other: link("ftp://aygun.az"),
    };
    let mut told = vec![refusal(aygun.apply(astray).await), refusal(aygun.apply(ApplyRequest::default()).await)];
    told.push(refusal(aygun.apply(ApplyRequest { about: "ə".repeat(2001), ..application() }).await));
    assert_debug_snapshot!(told, @r#"
    [
        "InvalidArgument validation_failed about=too_short instagram=invalid_link youtube=invalid_link facebook=invalid_link tiktok=invalid_link other=invalid_link",
        "InvalidArgument validation_failed about=required",
        "InvalidArgument validation_failed about=too_long",
    ]
    "#);
    let wordless = ApplyRequest { instagram: link(" "), other: link("https://aygun.az"), ..application() };
    let applied = aygun.apply(wordless).await.unwrap();
    assert_eq!((applied.instagram, applied.other.as_deref()), (None, Some("https://aygun.az")));
}
