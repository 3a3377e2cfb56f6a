//! Limits of promo codes and capacities of slots under concurrency.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kit::page::Page;
use sqlx::{PgConnection, PgPool};

use super::{
    promo,
    promo_admin::{self, Filter},
    slot::{self, SlotBooking},
    zone,
};
use crate::domain::{
    delivery::Slot,
    promo::{Code, PromoRefusal, Status},
};

/// 2026-09-21, 14:13:20 UTC.
const NOW: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 0).unwrap();

const REQUESTS: usize = 200;

/// Returns the results that are not `None`.
async fn call_concurrently<T: Send + 'static, F: Future<Output = Option<T>> + Send>(call: impl Fn(i64) -> F) -> Vec<T> {
    futures::future::join_all((1..=REQUESTS as i64).map(call)).await.into_iter().flatten().collect()
}

async fn insert_promo(pool: &PgPool, total_limit: Option<i64>, user_limit: Option<i64>) -> i64 {
    sqlx::query_scalar(
        "insert into promo (code, folded, kind, value, is_for_reduced, total_limit, user_limit)
         values ('NOVRUZ', 'novruz', 'percent', 10, true, $1, $2)
         returning promo_id",
    )
    .bind(total_limit)
    .bind(user_limit)
    .fetch_one(pool)
    .await
    .unwrap()
}

async fn take(pool: &PgPool, promo_id: i64, account: i64, order: i64) -> Option<PromoRefusal> {
    let mut tx = kit::db::begin(pool).await.unwrap();
    let refusal = promo::take(&mut tx, promo_id, account, order, NOW).await.unwrap();
    if refusal.is_none() {
        tx.commit().await.unwrap();
    }
    refusal
}

/// Returns the stored number of uses, and the rows that record a use.
async fn used(pool: &PgPool) -> (i64, i64) {
    sqlx::query_as("select used, (select count(*) from promo_use) from promo").fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn total_limit_is_exact_under_concurrency(pool: PgPool) {
    let promo = insert_promo(&pool, Some(10), None).await;
    let refusals = call_concurrently(|shopper| take(&pool, promo, shopper, shopper)).await;
    assert_eq!(refusals, [PromoRefusal::UsedUp; REQUESTS - 10]);
    assert_eq!(used(&pool).await, (10, 10));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn limit_per_shopper_is_exact_under_concurrency(pool: PgPool) {
    let promo = insert_promo(&pool, None, Some(2)).await;
    // Four shoppers can use the code twice each.
    let refusals = call_concurrently(|order| take(&pool, promo, order % 4, order)).await;
    assert_eq!(refusals, [PromoRefusal::UsedByYou; REQUESTS - 8]);
    assert_eq!(used(&pool).await, (8, 8));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn released_use_can_be_taken_again_once(pool: PgPool) {
    let promo = insert_promo(&pool, Some(2), Some(1)).await;
    for _ in 0..2 {
        assert_eq!(take(&pool, promo, 7, 1).await, None, "a repeated order is the same use");
    }
    assert_eq!(take(&pool, promo, 7, 2).await, Some(PromoRefusal::UsedByYou));
    assert_eq!(take(&pool, promo, 8, 3).await, None);
    assert_eq!(take(&pool, promo, 9, 4).await, Some(PromoRefusal::UsedUp));
    let mut tx = kit::db::begin(&pool).await.unwrap();
    for _ in 0..3 {
        promo::release(&mut tx, 1).await.unwrap();
        promo::release(&mut tx, 404).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(used(&pool).await, (1, 1));
    assert_eq!(take(&pool, promo, 7, 5).await, None);
    let mut connection = pool.acquire().await.unwrap();
    let (_, uses) = promo::find_for(&mut connection, 7, &Code::parse("Novruz").unwrap()).await.unwrap().unwrap();
    assert_eq!((uses.by_all, uses.by_shopper), (2, 1));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn code_is_refused_outside_its_period(pool: PgPool) {
    let promo = insert_promo(&pool, None, None).await;
    let set = |columns: &'static str| sqlx::query(columns).bind(NOW);
    set("update promo set ends_at = $1").execute(&pool).await.unwrap();
    assert_eq!(take(&pool, promo, 7, 1).await, Some(PromoRefusal::Ended));
    set("update promo set starts_at = $1, ends_at = null").execute(&pool).await.unwrap();
    assert_eq!(take(&pool, promo, 7, 1).await, None);
    set("update promo set starts_at = $1 + interval '1 second'").execute(&pool).await.unwrap();
    assert_eq!(take(&pool, promo, 7, 2).await, Some(PromoRefusal::NotStarted));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn paused_code_is_refused(pool: PgPool) {
    let promo = insert_promo(&pool, None, None).await;
    let pause = async |since| {
        promo_admin::set_paused(&mut pool.acquire().await.unwrap(), promo, since).await.unwrap();
    };
    pause(Some(NOW)).await;
    assert_eq!(take(&pool, promo, 7, 1).await, Some(PromoRefusal::Paused));
    pause(None).await;
    assert_eq!(take(&pool, promo, 7, 1).await, None);
    pause(Some(NOW)).await;
    assert_eq!(take(&pool, promo, 7, 1).await, None, "the order that uses it keeps it");
    assert_eq!(used(&pool).await, (1, 1));
}

/// Lists filter by the database's status; all other code uses the domain's.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn database_and_domain_agree_on_every_status(pool: PgPool) {
    sqlx::query(
        "insert into promo (code, folded, kind, is_for_reduced, total_limit, used, paused_at, starts_at, ends_at)
         select 'code-' || row_number() over (), 'code-' || row_number() over (), 'free_delivery', true, 2,
                used, paused_at, starts_at, ends_at
         from (values (0), (2)) as u (used),
              (values (null::timestamptz), ($1)) as p (paused_at),
              (values (null::timestamptz), ($1 - interval '2 seconds'), ($1), ($1 + interval '1 second')) as s (starts_at),
              (values (null::timestamptz), ($1 - interval '1 second'), ($1), ($1 + interval '2 seconds')) as e (ends_at)
         where coalesce(starts_at < ends_at, true)",
    )
    .bind(NOW)
    .execute(&pool)
    .await
    .unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let large_page = Page::single(1_000);
    let records = promo_admin::page(&mut connection, &Filter::default(), NOW, large_page).await.unwrap();
    assert!(records.len() > 40, "the statement above inserts more combinations than {}", records.len());
    let mut found = 0;
    for status in Status::ALL {
        let filter = Filter { status: Some(status), prefix: None };
        let of_status = promo_admin::page(&mut connection, &filter, NOW, large_page).await.unwrap();
        assert!(!of_status.is_empty(), "no code is {}", status.key());
        assert_eq!(promo_admin::count(&mut connection, &filter, NOW).await.unwrap(), of_status.len() as i64);
        found += of_status.len();
        for record in of_status {
            assert_eq!(record.promo.status(record.used, NOW), status, "{record:?}");
        }
    }
    assert_eq!(found, records.len());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn database_refuses_changes_that_operators_may_not_make(pool: PgPool) {
    let promo = insert_promo(&pool, Some(3), None).await;
    assert_eq!(take(&pool, promo, 7, 1).await, None);
    assert_eq!(take(&pool, promo, 8, 2).await, None);
    for (change, constraint) in [
        ("value = 20", "promo_fixed_check"),
        ("kind = 'free_delivery', value = null", "promo_fixed_check"),
        ("folded = 'novruz2'", "promo_fixed_check"),
        ("total_limit = 1", "promo_used_check"),
        ("user_limit = 0", "promo_limits_check"),
        ("starts_at = now(), ends_at = now()", "promo_period_check"),
    ] {
        let statement = format!("update promo set {change}");
        let refused = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().constraint(), Some(constraint), "{change}");
    }
    sqlx::query("update promo set code = 'Novruz', at_most = 500, total_limit = 2, minimum = 100")
        .execute(&pool)
        .await
        .unwrap();
}

/// Baku, 1 December 2026, 10 o'clock. Bookings ignore `from` and `until`.
fn slot_of(capacity: i32) -> Slot {
    let date = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
    let id = "baku-2026-12-01-10".to_owned();
    Slot { id, zone: 1, date, starts: 10, from: NOW, until: NOW, capacity, surcharge: 0 }
}

/// Returns `None` if the slot is full.
async fn book(pool: &PgPool) -> Option<()> {
    let mut tx = kit::db::begin(pool).await.unwrap();
    let is_booked = slot::book(&mut tx, &[SlotBooking { slot: &slot_of(5), orders: 1 }]).await.unwrap();
    tx.commit().await.unwrap();
    is_booked.then_some(())
}

async fn full_slots(tx: &mut PgConnection, since: NaiveDate) -> HashSet<String> {
    let zone_with_slots = zone::find(tx, zone::ZoneQuery { city: Some(1), district: None, since }).await.unwrap();
    zone_with_slots.expect("the migrations insert a zone for Baku").full
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn slot_is_never_oversold(pool: PgPool) {
    sqlx::query("update zone_window set capacity = 5").execute(&pool).await.unwrap();
    assert_eq!(call_concurrently(|_| book(&pool)).await.len(), 5);
    let mut connection = pool.acquire().await.unwrap();
    let slot = slot_of(5);
    let full = full_slots(&mut connection, slot.date).await;
    assert_eq!(full, HashSet::from([slot.id.clone()]));
    slot::release(&mut connection, &slot.id).await.unwrap();
    assert!(full_slots(&mut connection, slot.date).await.is_empty());
    assert_eq!(call_concurrently(|_| book(&pool)).await.len(), 1);
    // The slot has 5 bookings; `Some` means that there is room for one more.
    for (change, expected) in [
        ("update zone_window set capacity = 6", Some(())),
        ("update zone_window set capacity = 3", None),
        ("update slot set own_capacity = 7", Some(())),
        ("update slot set own_capacity = 7", None),
        ("update slot set own_capacity = null; update zone_window set capacity = 0", None),
        ("update zone_window set capacity = 99; delete from zone_window where starts = 10", None),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&pool).await.unwrap();
        assert_eq!(book(&pool).await, expected, "{change}");
    }
}

/// The next slot is promised as soon as one closes.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn earliest_slot_can_be_booked_at_every_minute_of_a_week(pool: PgPool) {
    let mut connection = pool.acquire().await.unwrap();
    let places: Vec<(i64, Option<i64>)> =
        sqlx::query_as("select distinct on (zone_id) city_id, district_id from zone_place")
            .fetch_all(&pool)
            .await
            .unwrap();
    let mut zones = Vec::new();
    for (city, district) in places {
        let zone_with_slots =
            zone::find(&mut connection, zone::ZoneQuery { city: Some(city), district, since: NOW.date_naive() });
        zones.push(zone_with_slots.await.unwrap().expect("the place has a zone").zone);
    }
    assert_eq!(zones.len(), 6, "the migrations insert six zones");
    let zones = zones.iter().flat_map(|zone| [0, 1, 3].map(|preparation| zone.after(preparation)));
    for zone in zones {
        // `NOW` is 20 seconds into a minute, and slots close on full minutes.
        let begin = NOW - TimeDelta::seconds(20);
        let all_of_a_day: HashSet<String> = zone.slots(begin).take(zone.windows.len()).map(|slot| slot.id).collect();
        for full in [HashSet::new(), all_of_a_day] {
            let mut before: Option<Slot> = None;
            for minute in 0..7 * 24 * 60 {
                let now = begin + TimeDelta::minutes(minute);
                let slot = zone.next_slot(&full, now).expect("a free slot within two weeks");
                let until = zone.order_until(&slot).expect("an order deadline");
                assert_eq!(zone.slot(&slot.id, &full, now).as_ref(), Ok(&slot), "{} at {now}", zone.code);
                assert!(now < until, "{} at {now}", zone.code);
                assert!(zone.slot(&slot.id, &full, until).is_err(), "{} at {now}", zone.code);
                if let Some(before) = before.filter(|before| *before != slot) {
                    assert!(before.from < slot.from, "{} at {now}", zone.code);
                    assert_eq!(zone.order_until(&before), Some(now), "{} at {now}", zone.code);
                }
                before = Some(slot);
            }
        }
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn places_in_several_slots_are_booked_all_or_none(pool: PgPool) {
    sqlx::query("update zone_window set capacity = 5").execute(&pool).await.unwrap();
    let [noon, evening] = [12, 18].map(|starts| Slot { id: format!("baku-2026-12-01-{starts}"), starts, ..slot_of(5) });
    let book = async |noons: i32, evenings: i32| {
        let mut tx = kit::db::begin(&pool).await.unwrap();
        let bookings = [SlotBooking { slot: &evening, orders: evenings }, SlotBooking { slot: &noon, orders: noons }];
        let is_booked = slot::book(&mut tx, &bookings).await.unwrap();
        if is_booked {
            tx.commit().await.unwrap();
        }
        is_booked
    };
    assert!(!book(6, 1).await, "more than the capacity");
    assert!(book(4, 1).await);
    assert!(!book(2, 1).await, "the evening slot is free, the noon slot is full");
    assert!(book(1, 4).await);
    let full = full_slots(&mut pool.acquire().await.unwrap(), noon.date).await;
    assert_eq!(full, HashSet::from([noon.id.clone(), evening.id.clone()]));
}
