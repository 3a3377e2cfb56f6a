use super::*;

/// Product 7 in size 70.
const ITEM: (i64, Option<i64>) = (7, Some(70));

/// The numbers are units of `ITEM`.
fn ordered(stage: Stage, ordered: i64, returned: i64) -> Ordered {
    Ordered { stage, stock_call: None, counts: Counts::from([(ITEM, Count { ordered, returned })]) }
}

fn reserved(state: Reservation, ordered: i64, returned: i64) -> Reserved {
    Reserved { state, counts: Counts::from([(ITEM, Count { ordered, returned })]) }
}

/// Returns each difference as `field expected found`.
fn differences(order: Option<&Ordered>, reserved: Option<&Reserved>) -> String {
    let difference_text = |difference: Difference| {
        let Difference { field, expected, found, .. } = difference;
        format!("{field} {expected} {found}")
    };
    stock_differences("SQ-1", order, reserved).into_iter().map(difference_text).collect::<Vec<_>>().join(", ")
}

#[test]
fn sold_order_requires_a_sold_reservation_of_the_same_units() {
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
fn ended_order_requires_that_all_units_are_free_or_returned() {
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
fn unpaid_order_requires_a_held_or_expired_reservation() {
    let order = ordered(Stage::Paying, 3, 0);
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Free, 3, 0))), "");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 2, 0))), "count:7/70 3 2");
    assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Sold, 3, 0))), "reservation held sold");
    assert_eq!(differences(Some(&order), None), "reservation held none");
}

#[test]
fn order_with_a_pending_stock_call_is_not_compared() {
    for stock_call in StockCall::ALL {
        let order = Ordered { stock_call: Some(stock_call), ..ordered(Stage::Accepted, 3, 0) };
        assert_eq!(differences(Some(&order), Some(&reserved(Reservation::Held, 3, 0))), "");
        assert_eq!(differences(Some(&order), None), "");
    }
    assert_eq!(differences(Some(&ordered(Stage::Placed, 3, 0)), None), "");
}

#[test]
fn sold_reservation_without_an_order_is_a_difference() {
    assert_eq!(differences(None, Some(&reserved(Reservation::Sold, 3, 0))), "order sold none");
    assert_eq!(differences(None, Some(&reserved(Reservation::Held, 3, 0))), "");
    assert_eq!(differences(None, None), "");
}

#[test]
fn night_begins_at_three_in_baku() {
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
