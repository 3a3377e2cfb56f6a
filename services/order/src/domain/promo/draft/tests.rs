use proptest::prelude::*;

use super::*;

/// 10% off everything.
fn valid_draft() -> Draft {
    Draft {
        code: Some("Novruz-2027".to_owned()),
        kind: Some(Kind::Percent),
        value: Some(10),
        minimum: Some(0),
        is_for_reduced: Some(true),
        categories: Some(vec![]),
        stores: Some(vec![]),
        ..Draft::default()
    }
}

/// Returns for example `code: required, value: out_of_range`.
fn errors_of(draft: Draft) -> String {
    let mut checks = Checks::default();
    let checked = draft.check(&mut checks);
    let errors = checks.finish().err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(checked.is_none(), !errors.is_empty(), "rules are returned if and only if nothing is wrong");
    errors
}

fn errors_after(change: impl FnOnce(&mut Draft)) -> String {
    let mut draft = valid_draft();
    change(&mut draft);
    errors_of(draft)
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn a_missing_required_member_is_refused_and_never_read_as_empty() {
    assert_eq!(
        errors_of(Draft::default()),
        "code: required, kind: required, minimum: required, isForReduced: required, categoryIds: required, storeIds: required"
    );
    assert_eq!(errors_after(|draft| draft.value = None), "value: required");
}

#[test]
fn a_code_is_six_to_forty_letters_digits_and_hyphens() {
    let code = |code: &str| errors_after(|draft| draft.code = Some(code.to_owned()));
    for valid in ["NOVRUZ", " Bahar-27 ", "GÜLÇİÇƏK", "ВЕСНА27", &"A".repeat(40)] {
        assert_eq!(code(valid), "", "{valid}");
    }
    assert_eq!(code("   "), "code: required");
    assert_eq!(code("NOVRU"), "code: too_short");
    assert_eq!(code(&"A".repeat(41)), "code: too_long");
    for invalid in ["NOVRUZ 27", "NOVRUZ%", "NOVRUZ_27", "NOVRUZ\0", "<script>"] {
        assert_eq!(code(invalid), "code: invalid_characters", "{invalid}");
    }
}

#[test]
fn each_kind_has_its_value() {
    let benefit = |kind, value, at_most| {
        errors_after(|draft| (draft.kind, draft.value, draft.at_most) = (Some(kind), value, at_most))
    };
    for value in [1, 100] {
        assert_eq!(benefit(Kind::Percent, Some(value), Some(1)), "");
    }
    for value in [0, 101, -5, i64::MIN, i64::MAX] {
        assert_eq!(benefit(Kind::Percent, Some(value), None), "value: out_of_range", "{value}");
    }
    assert_eq!(benefit(Kind::Percent, Some(10), Some(0)), "atMost: out_of_range");
    assert_eq!(benefit(Kind::Fixed, Some(MAX_MONEY), None), "");
    assert_eq!(benefit(Kind::Fixed, Some(MAX_MONEY + 1), None), "value: out_of_range");
    assert_eq!(benefit(Kind::Fixed, None, Some(5)), "value: required, atMost: must_be_empty");
    assert_eq!(benefit(Kind::FreeDelivery, None, None), "");
    assert_eq!(benefit(Kind::FreeDelivery, Some(5), Some(5)), "value: must_be_empty, atMost: must_be_empty");
}

#[test]
fn amounts_limits_and_lists_have_bounds() {
    assert_eq!(errors_after(|draft| draft.minimum = Some(-1)), "minimum: out_of_range");
    assert_eq!(errors_after(|draft| draft.total_limit = Some(0)), "totalLimit: out_of_range");
    assert_eq!(errors_after(|draft| draft.user_limit = Some(-3)), "userLimit: out_of_range");
    assert_eq!(errors_after(|draft| draft.categories = Some(vec![3, 0])), "categoryIds: invalid");
    assert_eq!(errors_after(|draft| draft.stores = Some((1..=201).collect())), "storeIds: too_many");
    assert_eq!(errors_after(|draft| draft.stores = Some([7; 300].to_vec())), "", "the same store once");
}

#[test]
fn a_period_ends_after_it_begins() {
    let period = |starts, ends| errors_after(|draft| (draft.starts_at, draft.ends_at) = (starts, ends));
    let (first, second) = (Some(at("2027-03-01T00:00:00Z")), Some(at("2027-04-01T00:00:00Z")));
    assert_eq!([period(first, second), period(None, first), period(second, None)], ["", "", ""]);
    assert_eq!([period(second, first), period(first, first)], ["endsAt: invalid_period"; 2]);
}

#[test]
fn parsed_rules_equal_the_input() {
    let draft = Draft {
        code: Some(" Novruz-2027 ".to_owned()),
        at_most: Some(500),
        categories: Some(vec![9, 3, 9]),
        total_limit: Some(10),
        ..valid_draft()
    };
    let (folded, rules) = draft.check(&mut Checks::default()).unwrap();
    assert_eq!((folded.as_str(), rules.code.as_str()), ("novruz-2027", "Novruz-2027"));
    assert_eq!(rules.benefit, Benefit::Percent { percent: 10, at_most: Some(500) });
    assert_eq!((rules.scope.categories, rules.total_limit), (vec![3, 9], Some(10)));
}

prop_compose! {
    fn any_draft()(
        code in prop::option::weighted(0.9, prop_oneof!["[A-Za-zƏəİıŞş0-9-]{4,42}", "[ -~]{0,10}"]),
        kind in prop::option::weighted(0.9, prop::sample::select(&Kind::ALL[..])),
        value in prop::option::of(-2_i64..110),
        at_most in prop::option::weighted(0.2, -1_i64..20),
        minimum in prop::option::weighted(0.9, prop_oneof![4 => -1_i64..50, 1 => Just(i64::MIN), 1 => Just(i64::MAX)]),
        limits in prop::array::uniform2(prop::option::of(-1_i64..50)),
        is_for_reduced in prop::option::weighted(0.9, any::<bool>()),
        lists in prop::array::uniform2(prop::option::weighted(0.9, prop::collection::vec(0_i64..50, 0..5))),
        times in prop::array::uniform2(prop::option::of(0_i64..4)),
    ) -> Draft {
        let [total_limit, user_limit] = limits;
        let [categories, stores] = lists;
        let [starts_at, ends_at] = times.map(|time| time.and_then(|time| DateTime::from_timestamp(time, 0)));
        Draft {
            code, kind, value, at_most, minimum, is_for_reduced, categories, stores, starts_at, ends_at, total_limit, user_limit,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Repeats the table's constraints, so that the database never refuses rules that are accepted here.
    #[test]
    fn accepted_rules_satisfy_the_tables_constraints(draft in any_draft()) {
        if let Some((folded, rules)) = draft.check(&mut Checks::default()) {
            prop_assert!((6..=40).contains(&folded.as_str().chars().count()));
            let (value, at_most) = (rules.benefit.value(), rules.benefit.at_most());
            let is_benefit_valid = match rules.benefit {
                Benefit::Percent { .. } => value.is_some_and(|value| (1..=100).contains(&value)),
                Benefit::Fixed { .. } => value.is_some_and(|value| value > 0) && at_most.is_none(),
                Benefit::FreeDelivery => value.is_none() && at_most.is_none(),
            };
            prop_assert!(is_benefit_valid);
            prop_assert!(rules.minimum >= 0);
            prop_assert!(at_most.is_none_or(|max| max > 0));
            prop_assert!(rules.total_limit.is_none_or(|limit| limit > 0));
            prop_assert!(rules.user_limit.is_none_or(|limit| limit > 0));
            prop_assert!(rules.starts_at.zip(rules.ends_at).is_none_or(|(starts, ends)| starts < ends));
        }
    }
}
