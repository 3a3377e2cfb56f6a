//! The people whose birthdays matter: by the next birthday, and the owner's alone.

use futures::future::join_all;
use insta::assert_debug_snapshot;
use proto::auth::{AddFamilyRequest, Relation};
use sqlx::PgPool;

use crate::{
    house::{TestAuth, refusal},
    owner::family,
};

/// The tests' clock stands at 21 September 2026, a quarter past six in the evening in Baku.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_next_birthday_comes_first_and_todays_own_counts(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    for (name, birth_date) in
        [("dünən", "1990-09-20"), ("bu gün", "1960-09-21"), ("sabah", "2020-09-22"), ("uzun il", "2000-02-29")]
    {
        aygun.add_family(family(name, birth_date)).await.unwrap();
    }
    let told: Vec<_> = aygun.families().await.unwrap().into_iter().collect();
    let told = told.iter().map(|f| format!("{}: {} in {} days, {}", f.name, f.next_birthday, f.days_left, f.turns));
    assert_debug_snapshot!(told.collect::<Vec<_>>(), @r#"
    [
        "bu gün: 2026-09-21 in 0 days, 66",
        "sabah: 2026-09-22 in 1 days, 6",
        "uzun il: 2027-02-28 in 160 days, 27",
        "dünən: 2027-09-20 in 364 days, 37",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_day_begins_in_baku_before_it_does_in_greenwich(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.clock.advance(chrono::TimeDelta::hours(6));
    let aygun = auth.owner(1).await;
    let born = aygun.add_family(family("sabah", "2020-09-22")).await.unwrap();
    assert_eq!((born.days_left, born.turns), (0, 6));
    aygun.add_family(family("bu gecə", "2026-09-22")).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_was_told_of_them_is_kept(pool: PgPool) {
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
async fn every_broken_rule_of_a_birthday_is_told_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let wrong = AddFamilyRequest {
        name: "ə".repeat(61),
        relation: 99,
        birth_date: "2026-09-22".to_owned(),
        phone_number: Some("x".to_owned()),
    };
    let told = [AddFamilyRequest::default(), wrong].map(|request| aygun.add_family(request));
    let told: Vec<_> = join_all(told).await.into_iter().map(refusal).collect();
    assert_debug_snapshot!(told, @r#"
    [
        "InvalidArgument validation_failed name=required relation=required birthDate=required",
        "InvalidArgument validation_failed name=too_long relation=unknown_value birthDate=invalid_date phoneNumber=invalid_phone",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn fifty_are_enough_whatever_comes_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let added = join_all((0..60).map(|_| aygun.add_family(family("Xala", "1970-01-01")))).await;
    let refused: Vec<_> = added.into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, ["FailedPrecondition too_many_families"; 10]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn anothers_family_is_neither_seen_nor_removed(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    let mother = aygun.add_family(family("Ana", "1960-01-01")).await.unwrap();
    for unknown in [mother.id, 0, -1, i64::MAX] {
        leyla.remove_family(unknown).await.unwrap();
    }
    assert_eq!(leyla.families().await.unwrap(), []);
    assert_eq!(aygun.families().await.unwrap(), [mother]);
}
