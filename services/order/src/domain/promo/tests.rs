use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn a_code_has_its_time_and_its_limits() {
    let promo = Promo {
        id: 1,
        code: "NOVRUZ".to_owned(),
        gift: Gift::FreeDelivery,
        minimum: 0,
        is_for_reduced: true,
        scope: Scope::default(),
        starts_at: Some(at("2026-03-01T00:00:00Z")),
        ends_at: Some(at("2026-04-01T00:00:00Z")),
        total_limit: Some(10),
        user_limit: Some(1),
    };
    let (in_time, fresh) = (at("2026-03-20T12:00:00Z"), Used { by_all: 9, by_you: 0 });
    assert_eq!(promo.is_open(fresh, in_time), Ok(()));
    assert_eq!(promo.is_open(fresh, at("2026-02-28T23:59:59Z")), Err(Why::NotStarted));
    assert_eq!(promo.is_open(fresh, at("2026-03-01T00:00:00Z")), Ok(()));
    assert_eq!(promo.is_open(fresh, at("2026-04-01T00:00:00Z")), Err(Why::Ended));
    assert_eq!(promo.is_open(Used { by_all: 10, by_you: 0 }, in_time), Err(Why::UsedUp));
    assert_eq!(promo.is_open(Used { by_all: 9, by_you: 1 }, in_time), Err(Why::UsedByYou));
    let endless = Promo { starts_at: None, ends_at: None, total_limit: None, user_limit: None, ..promo };
    assert_eq!(endless.is_open(Used { by_all: i64::MAX, by_you: i64::MAX }, in_time), Ok(()));
}
