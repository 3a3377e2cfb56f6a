//! The people of whose birthdays an account is reminded. The tests' clock starts on 21 September 2026 at 18:13 in Baku.

use futures::future::join_all;
use insta::assert_debug_snapshot;
use proto::auth::{AddFamilyRequest, Relation};
use sqlx::PgPool;

use crate::{
    owner::family_request,
    test_auth::{TestAuth, refusal},
};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn relatives_are_sorted_by_next_birthday_including_today(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    for (name, birth_date) in
        [("yesterday", "1990-09-20"), ("today", "1960-09-21"), ("tomorrow", "2020-09-22"), ("leap day", "2000-02-29")]
    {
        aygun.add_family(family_request(name, birth_date)).await.unwrap();
    }
    let relatives = aygun.families().await.unwrap();
    let lines = relatives.iter().map(|person| {
        format!("{}: {} in {} days, {}", person.name, person.next_birthday, person.days_left, person.turns)
    });
    assert_debug_snapshot!(lines.collect::<Vec<_>>(), @r#"
    [
        "today: 2026-09-21 in 0 days, 66",
        "tomorrow: 2026-09-22 in 1 days, 6",
        "leap day: 2027-02-28 in 160 days, 27",
        "yesterday: 2027-09-20 in 364 days, 37",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn dates_are_local_to_baku(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    // 22 September in Baku, still the 21st in UTC.
    auth.clock.advance(chrono::TimeDelta::hours(6));
    let aygun = auth.owner(1).await;
    let relative = aygun.add_family(family_request("Born on the 22nd", "2020-09-22")).await.unwrap();
    assert_eq!((relative.days_left, relative.turns), (0, 6));
    aygun.add_family(family_request("Born tonight", "2026-09-22")).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_relative_is_stored_and_removed(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let friend = AddFamilyRequest {
        name: " Günay ".to_owned(),
        relation: Relation::Friend.into(),
        birth_date: "1991-11-23".to_owned(),
        phone_number: Some("055 000 11 22".to_owned()),
    };
    let added = aygun.add_family(friend).await.unwrap();
    assert_debug_snapshot!(added, @r#"
    Family {
        id: 1,
        name: "Günay",
        relation: Friend,
        birth_date: "1991-11-23",
        phone_number: Some(
            "+994550001122",
        ),
        next_birthday: "2026-11-23",
        days_left: 63,
        turns: 35,
    }
    "#);
    assert_eq!(aygun.families().await.unwrap(), std::slice::from_ref(&added));
    for _ in 0..2 {
        aygun.remove_family(added.id).await.unwrap();
        assert_eq!(aygun.families().await.unwrap(), []);
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_of_a_relative_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let invalid = AddFamilyRequest {
        name: "ə".repeat(61),
        relation: 99,
        birth_date: "2026-09-22".to_owned(),
        phone_number: Some("x".to_owned()),
    };
    let requests = [AddFamilyRequest::default(), invalid].map(|request| aygun.add_family(request));
    let refusals: Vec<_> = join_all(requests).await.into_iter().map(refusal).collect();
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed name=required relation=required birthDate=required",
        "InvalidArgument validation_failed name=too_long relation=unknown_value birthDate=invalid_date phoneNumber=invalid_phone",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_has_at_most_fifty_relatives_under_concurrency(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let added = join_all((0..60).map(|_| aygun.add_family(family_request("Xala", "1970-01-01")))).await;
    let refused: Vec<_> = added.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition too_many_families"; 10], "50 of 60 fit");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn relatives_of_other_accounts_are_neither_listed_nor_removed(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    let mother = aygun.add_family(family_request("Ana", "1960-01-01")).await.unwrap();
    for unknown in [mother.id, 0, -1, i64::MAX] {
        leyla.remove_family(unknown).await.unwrap();
    }
    assert_eq!(leyla.families().await.unwrap(), []);
    assert_eq!(aygun.families().await.unwrap(), [mother]);
}
