//! Counts in these tests are units of one item: ordered, and returned.

use super::*;

const ITEM: (i64, Option<i64>) = (7, Some(70));

fn ordered(stage: Stage, ordered: i64, returned: i64) -> Ordered {
    Ordered { stage, stock_call: None, counts: Counts::from([(ITEM, Count { ordered, returned })]) }
}

fn reserved(state: Reservation, ordered: i64, returned: i64) -> Reserved {
    Reserved { state, counts: Counts::from([(ITEM, Count { ordered, returned })]) }
}

/// Returns each difference as `field expected found`, or empty if both agree.
fn differences(order: Option<&Ordered>, reserved: Option<&Reserved>) -> String {
    let difference_text = |it: Difference| format!("{} {} {}", it.field, it.expected, it.found);
    stock_differences("SQ-1", order, reserved).into_iter().map(difference_text).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_sold_order_has_sold_exactly_its_lines() {
    let order = ordered(Stage::Sold, 3, 1);
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 0))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 1))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 2))), "returned:7/70 1 2");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 2, 0))), "count:7/70 3 2");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "reservation sold held");
    assert_eq!(differences(Some(&order), None), "reservation sold none");
    let other =
        Reserved { state: Reservation::Sold, counts: Counts::from([((8, None), Count { ordered: 3, returned: 0 })]) };
    assert_eq!(differences(Some(&order), Some(&other)), "count:7/70 3 0, count:8 0 3");
}

#[test]
fn an_ended_order_has_no_stock() {
    for stage in [Stage::Cancelled, Stage::Expired, Stage::Refused] {
        let order = ordered(stage, 3, 0);
        assert_eq!(differences(Some(&order), None), "");
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Free, 3, 0))), "");
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "reservation free held");
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 3))), "");
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 2))), "returned:7/70 3 2");
    }
}

#[test]
fn an_unpaid_order_has_its_reservation_or_lost_it() {
    let order = ordered(Stage::Paying, 3, 0);
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Free, 3, 0))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 2, 0))), "count:7/70 3 2");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 0))), "reservation held sold");
    assert_eq!(differences(Some(&order), None), "reservation held none");
}

#[test]
fn an_order_with_a_pending_stock_call_is_not_compared() {
    for stock_call in StockCall::ALL {
        let order = Ordered { stock_call: Some(stock_call), ..ordered(Stage::Accepted, 3, 0) };
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "");
        assert_eq!(differences(Some(&order), None), "");
    }
    assert_eq!(differences(Some(&ordered(Stage::Placed, 3, 0)), None), "");
}

#[test]
fn goods_may_not_be_sold_to_an_order_that_does_not_exist() {
    assert_eq!(differences(None, Some(&reserved(Reservation::Sold, 3, 0))), "order sold none");
    assert_eq!(differences(None, Some(&reserved(Reservation::Held, 3, 0))), "");
    assert_eq!(differences(None, None), "");
}

#[test]
fn a_night_begins_at_three_in_baku() {
    let at = |text: &str| night(text.parse().unwrap()).to_string();
    assert_eq!(at("2026-11-24T22:59:59Z"), "2026-11-24");
    assert_eq!(at("2026-11-24T23:00:00Z"), "2026-11-25");
}

#[test]
fn area_keys_can_be_read_back() {
    for area in Area::ALL {
        assert_eq!(Area::of_key(area.key()), Some(area));
    }
}
