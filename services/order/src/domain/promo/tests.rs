use proptest::prelude::*;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A code for free delivery in March 2026, for ten orders, one of each shopper.
fn novruz() -> Promo {
    let rules = Rules {
        code: "NOVRUZ".to_owned(),
        benefit: Benefit::FreeDelivery,
        minimum: 0,
        is_for_reduced: true,
        scope: Scope::default(),
        starts_at: Some(at("2026-03-01T00:00:00Z")),
        ends_at: Some(at("2026-04-01T00:00:00Z")),
        total_limit: Some(10),
        user_limit: Some(1),
    };
    Promo { id: 1, is_paused: false, rules }
}

#[test]
fn a_code_has_a_period_and_limits() {
    let promo = novruz();
    let (in_time, one_left) = (at("2026-03-20T12:00:00Z"), UseCounts { by_all: 9, by_shopper: 0 });
    assert_eq!(promo.is_open(one_left, in_time), Ok(()));
    assert_eq!(promo.is_open(one_left, at("2026-02-28T23:59:59Z")), Err(PromoRefusal::NotStarted));
    assert_eq!(promo.is_open(one_left, at("2026-03-01T00:00:00Z")), Ok(()));
    assert_eq!(promo.is_open(one_left, at("2026-04-01T00:00:00Z")), Err(PromoRefusal::Ended));
    assert_eq!(promo.is_open(UseCounts { by_all: 10, by_shopper: 0 }, in_time), Err(PromoRefusal::UsedUp));
    assert_eq!(promo.is_open(UseCounts { by_all: 9, by_shopper: 1 }, in_time), Err(PromoRefusal::UsedByYou));
    let rules = Rules { starts_at: None, ends_at: None, total_limit: None, user_limit: None, ..promo.rules };
    let endless = Promo { rules, ..promo };
    assert_eq!(endless.is_open(UseCounts { by_all: i64::MAX, by_shopper: i64::MAX }, in_time), Ok(()));
}

#[test]
fn a_paused_code_is_paused_until_it_ends() {
    let promo = Promo { is_paused: true, ..novruz() };
    let used = |by_all| UseCounts { by_all, by_shopper: 0 };
    assert_eq!(promo.is_open(used(0), at("2026-03-20T12:00:00Z")), Err(PromoRefusal::Paused));
    assert_eq!(promo.is_open(used(10), at("2026-03-20T12:00:00Z")), Err(PromoRefusal::Paused));
    assert_eq!(promo.is_open(used(0), at("2026-02-01T00:00:00Z")), Err(PromoRefusal::Paused));
    assert_eq!(promo.is_open(used(0), at("2026-04-01T00:00:00Z")), Err(PromoRefusal::Ended));
}

#[test]
fn code_kind_and_value_stay_while_orders_use_it() {
    let before = Rules { benefit: Benefit::Percent { percent: 10, at_most: None }, ..novruz().rules };
    let refused = |wanted: &Rules, used| before.check_change(wanted, used).err().unwrap_or_default();
    let other = Rules { code: "BAHAR27".to_owned(), benefit: Benefit::Fixed { amount: 500 }, ..before.clone() };
    assert_eq!(refused(&other, 0), []);
    assert_eq!(refused(&other, 1), [("code", FIXED), ("kind", FIXED), ("value", FIXED)]);
    let capped = Rules {
        code: "novruz".to_owned(),
        benefit: Benefit::Percent { percent: 10, at_most: Some(300) },
        user_limit: None,
        ..before.clone()
    };
    assert_eq!(refused(&capped, 7), [], "the same code in small letters, a cap, and a looser limit");
    let limited = |limit| Rules { total_limit: Some(limit), ..before.clone() };
    assert_eq!(refused(&limited(6), 7), [("totalLimit", BELOW_USED)]);
    assert_eq!(refused(&limited(7), 7), [], "no further order may use it");
}

#[test]
fn every_status_is_found_by_its_key() {
    for status in Status::ALL {
        assert_eq!(Status::of_key(status.key()), Some(status));
    }
    assert_eq!(Status::of_key("planned"), None);
}

proptest! {
    #[test]
    fn a_code_is_open_exactly_while_it_is_active_and_the_shopper_has_uses_left(
        is_paused: bool, starts in prop::option::of(0_i64..4), ends in prop::option::of(0_i64..4), now in 0_i64..4,
        total_limit in prop::option::of(1_i64..4), user_limit in prop::option::of(1_i64..4),
        by_all in 0_i64..4, by_shopper in 0_i64..4,
    ) {
        let moment = |seconds| DateTime::from_timestamp(seconds, 0);
        let rules = Rules { starts_at: starts.and_then(moment), ends_at: ends.and_then(moment), total_limit, user_limit, ..novruz().rules };
        let promo = Promo { is_paused, rules, ..novruz() };
        let now = moment(now).unwrap();
        let has_uses_left = user_limit.is_none_or(|limit| by_shopper < limit);
        let is_active = promo.status(by_all, now) == Status::Active;
        prop_assert_eq!(promo.is_open(UseCounts { by_all, by_shopper }, now).is_ok(), is_active && has_uses_left);
        let is_in_time = starts.and_then(moment).is_none_or(|starts| starts <= now) && ends.and_then(moment).is_none_or(|ends| now < ends);
        prop_assert_eq!(is_active, !is_paused && is_in_time && total_limit.is_none_or(|limit| by_all < limit));
    }
}
