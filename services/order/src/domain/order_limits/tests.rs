use sha2::{Digest as _, Sha256};

use super::*;

/// The capacity of the smallest delivery window.
const SMALLEST_WINDOW: i64 = 20;
/// Values of `is_cash`.
const CASH: bool = true;
const CARD: bool = false;

fn hash(parts: &[&str]) -> [u8; 32] {
    Sha256::digest(parts.join("\0")).into()
}

fn subjects(account: i64, [phone, recipient_phone]: [&str; 2], building: &str) -> Vec<Subject> {
    let network = Some(IpAddr::from([10, 0, 0, 1]));
    SubjectValues { account, phone, recipient_phone, city: 1, street: "Nizami küçəsi", building, network }
        .subjects(hash)
}

/// The account and subjects do not matter to `check`.
fn wanted(is_cash: bool, units: i64) -> Wanted<'static> {
    Wanted { account: 1, subjects: &[], is_cash, units }
}

const KINDS: [SubjectKind; 5] =
    [SubjectKind::Account, SubjectKind::Phone, SubjectKind::Recipient, SubjectKind::Address, SubjectKind::Network];

/// Returns how many more orders than `held` are accepted.
fn orders_until_refused(kind: SubjectKind, is_cash: bool, delivered: i64, mut held: Held) -> i64 {
    let before = held.open;
    while OrderLimits::default().check(kind, held, &wanted(is_cash, 1), delivered).is_ok() {
        held.add(&wanted(is_cash, 1));
    }
    held.open - before
}

#[test]
fn no_subject_can_fill_the_smallest_window() {
    for kind in KINDS {
        for delivered in [0, 1, 7, 1_000] {
            let cash_orders = orders_until_refused(kind, CASH, delivered, Held::default());
            let held = Held { open: cash_orders, ..Held::default() };
            let card_orders = orders_until_refused(kind, CARD, delivered, held);
            assert!(card_orders > 0, "{kind:?}: a customer whose cash orders wait can still pay by card");
            assert!(cash_orders + card_orders < SMALLEST_WINDOW, "{kind:?} with {delivered} delivered orders");
        }
    }
}

#[test]
fn budgets_of_accounts_and_phones_grow_with_history() {
    let cash_orders = |kind, delivered| orders_until_refused(kind, CASH, delivered, Held::default());
    assert_eq!((cash_orders(SubjectKind::Account, 0), cash_orders(SubjectKind::Account, 3)), (5, 8));
    // The budget grows by at most 7 orders.
    assert_eq!((cash_orders(SubjectKind::Phone, 0), cash_orders(SubjectKind::Phone, 1_000)), (6, 13));
    // The recipient has the account's phone number, which is one subject.
    let all = subjects(1, ["+994501234567", "+994501234567"], "12");
    let limited_kinds = |delivered| -> Vec<_> {
        let limited = OrderLimits::default().subjects_of(&all, delivered);
        limited.iter().map(|subject| subject.kind).collect()
    };
    let (newcomer, regular) = (limited_kinds(0), limited_kinds(1));
    assert_eq!((newcomer.len(), regular.len()), (4, 2));
    assert!(!regular.contains(&SubjectKind::Address));
    assert!(!regular.contains(&SubjectKind::Network));
}

#[test]
fn dropped_orders_count_for_a_person_and_not_for_a_building_or_network() {
    let dropped = Held { dropped: 100, ..Held::default() };
    let can_order = KINDS.map(|kind| OrderLimits::default().check(kind, dropped, &wanted(CASH, 1), 0).is_ok());
    assert_eq!(can_order, [false, false, false, true, true]);
}

#[test]
fn units_are_limited_in_one_order_and_over_several() {
    let check = |units, more| {
        let held = Held { open: 1, units, ..Held::default() };
        let checked = OrderLimits::default().check(SubjectKind::Account, held, &wanted(CARD, more), 0);
        checked.map_err(|exceeded| exceeded.code)
    };
    // An account may order 200 units: 40 for each of five orders.
    assert_eq!(check(0, 200), Ok(()));
    assert_eq!(check(0, 201), Err("order_units_exceeded"));
    assert_eq!(check(150, 51), Err("order_units_exceeded"));
}

#[test]
fn spellings_of_one_building_are_one_subject() {
    let phones = ["+994501234567", "+994501234567"];
    let spaced = subjects(1, phones, "10 A");
    assert_eq!(subjects(1, phones, "10-a"), spaced);
    let address_of = |subjects: &[Subject]| {
        let address = subjects.iter().find(|subject| subject.kind == SubjectKind::Address);
        address.map(|subject| subject.key)
    };
    let address = |building| address_of(&subjects(1, ["", ""], building));
    assert_ne!(address("10a"), address("10b"));
    assert_eq!(address("10a"), address_of(&spaced));
}

#[test]
fn every_code_is_declared_and_every_kind_is_stored_by_its_key() {
    for code in ["cash_orders_exceeded", "unpaid_orders_exceeded", "order_units_exceeded"] {
        assert!(kit::error::codes::is_problem(code), "{code}");
    }
    assert!(KINDS.into_iter().all(|kind| SubjectKind::of_key(kind.key()) == Some(kind)));
}
