use proptest::prelude::*;

use super::*;

/// A time in Baku.
fn baku_time(text: &str) -> DateTime<Utc> {
    format!("{text}:00+04:00").parse().unwrap()
}

/// Orders until 17:00 in Baku are delivered on the same day, in windows that begin two hours later or more.
fn baku() -> Zone {
    let window = |starts, surcharge| Window { starts, ends: starts + 4, capacity: 5, surcharge };
    Zone {
        id: 1,
        code: "baku".to_owned(),
        fee: 300,
        free_from: Some(5_000),
        minimum: 0,
        lead_days: 0,
        cut_off: 17,
        prepare_hours: 2,
        windows: vec![window(10, 0), window(14, 0), window(20, 150)],
    }
}

fn next(zone: &Zone, now: &str) -> String {
    zone.next_slot(&HashSet::new(), baku_time(now)).unwrap().id
}

#[test]
fn the_next_slot_respects_preparation_time_and_cut_off() {
    let zone = baku();
    assert_eq!(next(&zone, "2026-11-21T00:00"), "baku-2026-11-21-10");
    assert_eq!(next(&zone, "2026-11-21T07:59"), "baku-2026-11-21-10");
    assert_eq!(next(&zone, "2026-11-21T08:00"), "baku-2026-11-21-14");
    assert_eq!(next(&zone, "2026-11-21T16:59"), "baku-2026-11-21-20");
    assert_eq!(next(&zone, "2026-11-21T17:00"), "baku-2026-11-22-10");
    let two_days_away = Zone { lead_days: 2, ..baku() };
    assert_eq!(next(&two_days_away, "2026-11-21T16:59"), "baku-2026-11-23-10");
    assert_eq!(next(&two_days_away, "2026-11-21T17:00"), "baku-2026-11-24-10");
    // Goods that need three more days of preparation.
    assert_eq!(next(&two_days_away.after(3), "2026-11-21T16:59"), "baku-2026-11-26-10");
    assert_eq!(zone.after(0), zone);
}

#[test]
fn slots_cover_two_weeks_and_include_past_ones_of_today() {
    let zone = baku();
    let now = baku_time("2026-11-21T13:00");
    let slots: Vec<_> = zone.slots(now).collect();
    let (days, windows_per_day) = (14, 3);
    assert_eq!(slots.len(), days * windows_per_day);
    assert_eq!(slots.last().unwrap().id, "baku-2026-12-04-20");
    let over = slots.iter().filter(|slot| !zone.is_in_time(slot, now)).map(|slot| slot.id.as_str());
    assert_eq!(over.collect::<Vec<_>>(), ["baku-2026-11-21-10", "baku-2026-11-21-14"]);
    let days_after_cut_off = 13;
    assert_eq!(zone.slots(baku_time("2026-11-21T17:00")).count(), days_after_cut_off * windows_per_day);
}

#[test]
fn a_named_slot_is_available_or_the_reason_is_returned() {
    let zone = baku();
    let now = baku_time("2026-11-21T13:00");
    let full = HashSet::from(["baku-2026-11-22-10".to_owned()]);
    let why = |id: &str| zone.slot(id, &full, now).map(|slot| slot.id).unwrap_err();
    assert_eq!(zone.slot("baku-2026-11-22-14", &full, now).unwrap().from, baku_time("2026-11-22T14:00"));
    assert_eq!(why("baku-2026-11-22-10"), Unavailable::Full);
    assert_eq!(why("baku-2026-11-21-14"), Unavailable::Over);
    assert_eq!(why("baku-2026-11-20-10"), Unavailable::Over);
    for unknown in [
        "",
        "baku",
        "baku-",
        "ganja-2026-11-22-10",
        // No window begins at 11.
        "baku-2026-11-22-11",
        // After the last shown day, and too long ago.
        "baku-2026-12-05-10",
        "baku-2026-10-01-10",
        // No date, and dates at the limits of `chrono`.
        "baku-2026-13-01-10",
        "baku-+262142-12-31-10",
        "baku--262143-01-01-10",
    ] {
        assert_eq!(why(unknown), Unavailable::Unknown, "{unknown}");
    }
    let why_after = |days: u64, id: &str| zone.slot_after(days, id, &full, now).map(|slot| slot.id).unwrap_err();
    assert_eq!(why_after(1, "baku-2026-11-21-20"), Unavailable::TooEarly);
    assert_eq!(why_after(1, "baku-2026-11-21-14"), Unavailable::Over);
    assert_eq!(why_after(1, "baku-2026-11-22-10"), Unavailable::Full);
    assert_eq!(zone.slot_after(1, "baku-2026-11-22-14", &full, now).unwrap().from, baku_time("2026-11-22T14:00"));
    let closed = Zone { windows: vec![Window { starts: 10, ends: 12, capacity: 0, surcharge: 0 }], ..zone };
    assert_eq!(closed.slot("baku-2026-11-22-10", &HashSet::new(), now), Err(Unavailable::Full));
    assert_eq!(closed.next_slot(&HashSet::new(), now), None);
}

#[test]
fn delivery_is_free_above_a_threshold_except_the_surcharge() {
    let zone = baku();
    let surcharged = zone.slots(baku_time("2026-11-21T00:00")).find(|slot| slot.surcharge == 150);
    assert_eq!([zone.fee(4_999, None), zone.fee(5_000, None)], [300, 0]);
    assert_eq!([zone.fee(4_999, surcharged.as_ref()), zone.fee(5_000, surcharged.as_ref())], [450, 150]);
    assert_eq!(Zone { free_from: None, ..zone }.fee(i64::MAX / 2, None), 300);
}

proptest! {
    #[test]
    fn every_offered_slot_can_be_selected(minutes in 0_i64..525_600, lead_days in 0_u64..=20) {
        let zone = Zone { lead_days, ..baku() };
        let now = baku_time("2026-01-01T00:00") + TimeDelta::minutes(minutes);
        for slot in zone.slots(now) {
            let expected = if zone.is_in_time(&slot, now) { Ok(slot.clone()) } else { Err(Unavailable::Over) };
            prop_assert_eq!(zone.slot(&slot.id, &HashSet::new(), now), expected);
        }
        let first = zone.next_slot(&HashSet::new(), now).unwrap();
        prop_assert!(first.from > now + TimeDelta::hours(2));
        let full = HashSet::from([first.id.clone()]);
        prop_assert!(zone.next_slot(&full, now).unwrap().from > first.from);
    }
}
