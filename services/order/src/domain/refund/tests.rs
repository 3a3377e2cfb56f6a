use proptest::{prelude::*, sample::Index};

use super::*;

fn line(line_id: i64, count: i64, paid: i64) -> RefundableLine {
    paid_in_part(line_id, count, paid, 0)
}

fn paid_in_part(line_id: i64, count: i64, paid: i64, bonus: i64) -> RefundableLine {
    RefundableLine {
        line_id,
        count,
        paid,
        bonus,
        claimed_count: 0,
        claimed_amount: 0,
        claimed_bonus: 0,
        is_excepted: false,
    }
}

fn wanted(line_id: i64, count: i64) -> Wanted {
    Wanted::Lines(vec![wanted_line(line_id, count)])
}

fn wanted_line(line_id: i64, count: i64) -> WantedLine {
    WantedLine { line_id, count }
}

fn add_claim(lines: &mut [RefundableLine], parts: &[Part]) {
    for part in parts {
        let line = lines.iter_mut().find(|line| line.line_id == part.line_id).unwrap();
        line.claimed_count += part.count;
        line.claimed_amount += part.amount;
        line.claimed_bonus += part.bonus;
    }
}

/// Makes the units claimable again, as the refusal of a refund does.
fn remove_claim(lines: &mut [RefundableLine], parts: &[Part]) {
    for part in parts {
        let line = lines.iter_mut().find(|line| line.line_id == part.line_id).unwrap();
        line.claimed_count -= part.count;
        line.claimed_amount -= part.amount;
        line.claimed_bonus -= part.bonus;
    }
}

prop_compose! {
    fn any_lines()(shapes in prop::collection::vec((1_i64..8, 0_i64..400, 0_i64..200), 1..5)) -> Vec<RefundableLine> {
        shapes.into_iter().zip(1..).map(|((count, paid, bonus), id)| paid_in_part(id, count, paid, bonus)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn refunds_never_exceed_and_finally_equal_the_amount_paid(
        mut lines in any_lines(), steps in prop::collection::vec((any::<Index>(), 1_i64..5, prop::bool::weighted(0.25)), 0..40),
    ) {
        let paid: i64 = lines.iter().map(|line| line.paid).sum();
        let mut accepted: Vec<Vec<Part>> = Vec::new();
        for (which, count, is_refusal) in steps {
            if is_refusal && !accepted.is_empty() {
                let refused = accepted.remove(which.index(accepted.len()));
                remove_claim(&mut lines, &refused);
                continue;
            }
            let line = lines[which.index(lines.len())];
            let claimed = claim(&lines, &wanted(line.line_id, count));
            prop_assert_eq!(claimed.is_ok(), count <= line.left());
            if let Ok(parts) = claimed {
                prop_assert!(parts[0].amount >= 0);
                prop_assert!(parts[0].bonus >= 0);
                add_claim(&mut lines, &parts);
                accepted.push(parts);
            }
            for line in &lines {
                prop_assert!((0..=line.paid).contains(&line.claimed_amount));
                prop_assert!((0..=line.bonus).contains(&line.claimed_bonus));
                prop_assert!((0..=line.count).contains(&line.claimed_count));
            }
        }
        let is_left = lines.iter().any(|line| line.left() > 0);
        match claim(&lines, &Wanted::Everything) {
            Ok(rest) => {
                prop_assert!(is_whole(&lines, &rest));
                add_claim(&mut lines, &rest);
            }
            Err(refused) => prop_assert!(!is_left && refused == Refused::TooMany),
        }
        prop_assert_eq!(lines.iter().map(|line| line.claimed_amount).sum::<i64>(), paid);
        prop_assert!(lines.iter().all(|line| line.claimed_amount == line.paid));
        prop_assert!(lines.iter().all(|line| line.claimed_bonus == line.bonus));
    }
}

#[test]
fn units_that_do_not_divide_evenly_add_up() {
    let mut lines = [line(1, 3, 1_000)];
    let amounts = [1, 1, 1].map(|count| {
        let parts = claim(&lines, &wanted(1, count)).unwrap();
        add_claim(&mut lines, &parts);
        parts[0].amount
    });
    assert_eq!(amounts, [333, 334, 333]);
    assert_eq!(claim(&lines, &wanted(1, 1)), Err(Refused::TooMany));
    assert_eq!(claim(&lines, &Wanted::Everything), Err(Refused::TooMany));
}

#[test]
fn only_lines_of_the_order_can_be_refunded() {
    let lines = [line(1, 2, 500), line(2, 1, 300)];
    assert_eq!(claim(&lines, &wanted(3, 1)), Err(Refused::UnknownLine));
    assert_eq!(claim(&lines, &wanted(1, 3)), Err(Refused::TooMany));
    let all = claim(&lines, &Wanted::Everything).unwrap();
    assert_eq!(all.iter().map(|part| part.amount).collect::<Vec<_>>(), [500, 300]);
    assert!(is_whole(&lines, &all));
    assert!(!is_whole(&lines, &all[..1]));
}

#[test]
fn excepted_goods_can_be_returned_only_when_faulty() {
    let flowers = RefundableLine { is_excepted: true, ..line(1, 2, 900) };
    let lines = [flowers, line(2, 1, 500)];
    let ids = |wanted: Wanted, ground| {
        returnable(&lines, &wanted, ground).map(|lines| lines.iter().map(|line| line.line_id).collect::<Vec<_>>())
    };
    assert_eq!(ids(Wanted::Everything, Ground::Faulty), Ok(vec![1, 2]));
    assert_eq!(ids(Wanted::Everything, Ground::ChangedMind), Ok(vec![2]));
    assert_eq!(ids(wanted(2, 1), Ground::ChangedMind), Ok(vec![2]));
    assert_eq!(
        ids(Wanted::Lines(vec![wanted_line(2, 1), wanted_line(1, 1)]), Ground::ChangedMind),
        Err(Refused::NotReturnable)
    );
    assert_eq!(returnable(&[flowers], &Wanted::Everything, Ground::ChangedMind), Err(Refused::NotReturnable));
    let fully_claimed = RefundableLine { claimed_count: 2, ..flowers };
    assert_eq!(returnable(&[fully_claimed], &Wanted::Everything, Ground::ChangedMind), Ok(vec![]));
    assert!(Ground::ALL.into_iter().all(|ground| Ground::of_key(ground.key()) == Some(ground)));
}
