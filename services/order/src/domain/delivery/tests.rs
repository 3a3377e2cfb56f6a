use proptest::prelude::*;

use super::*;

/// Parses a time in Baku like `2026-11-21T13:00`.
fn baku_time(text: &str) -> DateTime<Utc> {
    format!("{text}:00+04:00").parse().unwrap()
}

/// Orders before 17:00 are delivered on the same day.
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
        exceptions: Arc::default(),
    }
}

/// Returns the id of the next slot if no slot is full.
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
    let refusal = |id: &str| zone.slot(id, &full, now).map(|slot| slot.id).unwrap_err();
    assert_eq!(zone.slot("baku-2026-11-22-14", &full, now).unwrap().from, baku_time("2026-11-22T14:00"));
    assert_eq!(refusal("baku-2026-11-22-10"), Unavailable::Full);
    assert_eq!(refusal("baku-2026-11-21-14"), Unavailable::Over);
    assert_eq!(refusal("baku-2026-11-20-10"), Unavailable::Over);
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
        assert_eq!(refusal(unknown), Unavailable::Unknown, "{unknown}");
    }
    let refusal_after = |days: u64, id: &str| zone.slot_after(days, id, &full, now).map(|slot| slot.id).unwrap_err();
    assert_eq!(refusal_after(1, "baku-2026-11-21-20"), Unavailable::TooEarly);
    assert_eq!(refusal_after(1, "baku-2026-11-21-14"), Unavailable::Over);
    assert_eq!(refusal_after(1, "baku-2026-11-22-10"), Unavailable::Full);
    assert_eq!(zone.slot_after(1, "baku-2026-11-22-14", &full, now).unwrap().from, baku_time("2026-11-22T14:00"));
    let without_capacity = Zone { windows: vec![Window { starts: 10, ends: 12, capacity: 0, surcharge: 0 }], ..zone };
    assert_eq!(without_capacity.slot("baku-2026-11-22-10", &HashSet::new(), now), Err(Unavailable::Full));
    assert_eq!(without_capacity.next_slot(&HashSet::new(), now), None);
}

#[test]
fn delivery_is_free_from_a_threshold_except_for_the_surcharge() {
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

fn closed(zone: Zone, days: &[&str]) -> Zone {
    let closed = days.iter().map(|day| day.parse().unwrap()).collect();
    Zone { exceptions: Arc::new(Exceptions { closed, ..Exceptions::default() }), ..zone }
}

#[test]
fn closed_days_have_no_slots_and_do_not_count_as_lead_days() {
    let same_day = closed(baku(), &["2026-11-21", "2026-11-22"]);
    for now in ["2026-11-20T17:00", "2026-11-20T23:59", "2026-11-21T00:00", "2026-11-22T23:59", "2026-11-23T07:59"] {
        assert_eq!(next(&same_day, now), "baku-2026-11-23-10", "{now}");
    }
    assert_eq!(next(&same_day, "2026-11-20T16:59"), "baku-2026-11-20-20");
    assert_eq!(next(&same_day, "2026-11-23T08:00"), "baku-2026-11-23-14");

    // An order on a closed day has the whole lead time from the next open day on.
    let next_day = closed(Zone { lead_days: 1, ..baku() }, &["2026-11-22"]);
    assert_eq!(next(&next_day, "2026-11-21T16:59"), "baku-2026-11-23-10");
    assert_eq!(next(&next_day, "2026-11-21T17:00"), "baku-2026-11-24-10");
    assert_eq!(next(&next_day, "2026-11-22T12:00"), "baku-2026-11-24-10");
    assert_eq!(next(&next_day, "2026-11-23T16:59"), "baku-2026-11-24-10");
    assert_eq!(next(&next_day, "2026-11-23T17:00"), "baku-2026-11-25-10");

    let now = baku_time("2026-11-21T12:00");
    let slots: Vec<_> = same_day.slots(baku_time("2026-11-20T12:00")).map(|slot| slot.date.to_string()).collect();
    assert!(!slots.iter().any(|date| date == "2026-11-21" || date == "2026-11-22"), "{slots:?}");
    assert_eq!(same_day.slot("baku-2026-11-22-14", &HashSet::new(), now), Err(Unavailable::Closed));
    // Longer than the two weeks that are usually shown.
    let twenty_days: Vec<_> = (1..=20).map(|day| format!("2026-12-{day:02}")).collect();
    let twenty_days: Vec<_> = twenty_days.iter().map(String::as_str).collect();
    assert_eq!(next(&closed(baku(), &twenty_days), "2026-11-30T17:00"), "baku-2026-12-21-10");
}

#[test]
fn hours_of_closed_days_do_not_count_as_preparation() {
    // Preparation for 10:00 begins at 18:00 of the day before.
    let zone = Zone { cut_off: 24, prepare_hours: 16, ..baku() };
    assert_eq!(next(&zone, "2026-11-22T17:59"), "baku-2026-11-23-10");
    assert_eq!(next(&zone, "2026-11-22T18:00"), "baku-2026-11-23-14");
    let zone = closed(zone, &["2026-11-22"]);
    assert_eq!(next(&zone, "2026-11-21T17:59"), "baku-2026-11-23-10");
    assert_eq!(next(&zone, "2026-11-21T18:00"), "baku-2026-11-23-14");
}

#[test]
fn next_slot_changes_exactly_when_its_order_deadline_passes() {
    for lead_days in 0..3 {
        let zone = closed(Zone { lead_days, ..baku() }, &["2026-11-21", "2026-11-23", "2026-11-24"]);
        let mut before: Option<Slot> = None;
        for minute in 0..7 * 24 * 60 {
            let now = baku_time("2026-11-19T00:00") + TimeDelta::minutes(minute);
            let slot = zone.next_slot(&HashSet::new(), now).unwrap();
            assert!(now < zone.order_until(&slot).unwrap(), "{lead_days} at {now}");
            if let Some(before) = before.filter(|before| *before != slot) {
                assert!(before.from < slot.from, "{lead_days} at {now}");
                assert_eq!(zone.order_until(&before), Some(now), "{lead_days}");
            }
            before = Some(slot);
        }
    }
}

#[test]
fn slot_has_the_capacity_that_staff_set_for_its_day() {
    let capacities = HashMap::from([("baku-2026-11-22-10".to_owned(), 0), ("baku-2026-11-22-14".to_owned(), 9)]);
    let zone = Zone { exceptions: Arc::new(Exceptions { capacities, ..Exceptions::default() }), ..baku() };
    let now = baku_time("2026-11-21T17:00");
    let slots: Vec<_> = zone.slots(now).take(4).map(|slot| slot.capacity).collect();
    assert_eq!(slots, [0, 9, 5, 5]);
    assert_eq!(zone.slot("baku-2026-11-22-10", &HashSet::new(), now), Err(Unavailable::Full));
}

#[test]
fn slot_ids_are_parsed() {
    let date = NaiveDate::from_ymd_opt(2026, 12, 31).unwrap();
    assert_eq!(parse_slot_id("baku_outer-2026-12-31-08"), Some(("baku_outer", date, 8)));
    for malformed in ["", "baku", "baku-2026-12-31", "baku-2026-12-31-8", "baku-2026-13-31-08", "-2026-12-31-x"] {
        assert_eq!(parse_slot_id(malformed), None, "{malformed}");
    }
}
