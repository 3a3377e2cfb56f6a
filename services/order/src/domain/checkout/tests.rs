//! Runs random sequences of events through the state machine of orders.

use proptest::{prelude::*, sample::select};

use super::*;

fn any_method() -> impl Strategy<Value = Method> {
    select(vec![Method::Cash, Method::Card, Method::Installment { months: 6 }])
}

fn any_event() -> impl Strategy<Value = Event> {
    let attempt = 1_i32..4;
    // The numbers are weights.
    prop_oneof![
        4 => Just(Event::Reserved),
        1 => Just(Event::Short),
        1 => Just(Event::CalledOff),
        2 => (attempt.clone(), any_method()).prop_map(|(attempt, method)| Event::PayAgain { attempt, method }),
        4 => attempt.clone().prop_map(|attempt| Event::Paid { attempt }),
        2 => attempt.prop_map(|attempt| Event::PaymentFailed { attempt }),
        1 => Just(Event::Overdue),
        1 => Just(Event::Cancelled),
        4 => Just(Event::Sold),
        1 => Just(Event::SoldOut),
        1 => select(&StockCall::ALL).prop_map(Event::StockCallDone),
        6 => select(&Status::ALL).prop_map(Event::Moved),
        2 => (0_i64..=120).prop_map(|refunded| Event::MoneyReturned { refunded }),
    ]
}

prop_compose! {
    fn any_sequence()(
        method in any_method(), total in select(vec![0_i64, 100]), events in prop::collection::vec(any_event(), 0..24),
    ) -> (State, Vec<Event>) {
        (State::placed(method, total), events)
    }
}

/// Returns all states, beginning with the first, and all commands. Skips payments of attempts that were not opened.
fn run((mut state, events): (State, Vec<Event>)) -> (Vec<State>, Vec<Command>) {
    let (mut states, mut commands) = (vec![state], vec![]);
    for event in events {
        if matches!(event, Event::Paid { attempt } if attempt > state.attempt) {
            continue;
        }
        let (next, new_commands) = decide(state, event);
        state = next;
        states.push(state);
        commands.extend(new_commands);
    }
    (states, commands)
}

fn count(commands: &[Command], matches: impl Fn(&Command) -> bool) -> usize {
    commands.iter().filter(|command| matches(command)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn repeated_event_changes_nothing(sequence in any_sequence(), event in any_event()) {
        let (states, _) = run(sequence);
        let (once, commands) = decide(*states.last().unwrap(), event);
        let (twice, repeated) = decide(once, event);
        prop_assert_eq!(twice, once);
        // A command to return money may be repeated, because the charge's record prevents a second return.
        prop_assert!(repeated.iter().all(|command| {
            matches!(command, Command::ReturnMoney { .. }) && commands.contains(command)
        }), "{repeated:?}");
    }

    #[test]
    fn payment_starts_only_after_the_reservation((mut state, events) in any_sequence()) {
        let mut is_reserved = false;
        for event in events {
            let (next, commands) = decide(state, event);
            is_reserved |= state.stage == Stage::Placed && event == Event::Reserved;
            for command in &commands {
                if matches!(command, Command::OpenPayment { .. }) {
                    prop_assert!(is_reserved && next.stage == Stage::Paying && next.payment == Payment::Pending);
                }
            }
            prop_assert!(is_reserved || matches!(next.stage, Stage::Placed | Stage::Refused));
            state = next;
        }
    }

    /// After any sequence, the clock and a working catalog alone bring every order to a final state.
    #[test]
    fn every_sequence_ends_in_a_valid_state(sequence in any_sequence(), has_stock: bool) {
        let (states, _) = run(sequence);
        let mut state = *states.last().unwrap();
        // Every order ends within four steps.
        for _ in 0..4 {
            let event = match (state.stage, state.stock_call) {
                (Stage::Placed, _) => Event::CalledOff,
                (Stage::Paying, _) => Event::Overdue,
                (Stage::Accepted, _) => if has_stock { Event::Sold } else { Event::SoldOut },
                (_, Some(stock_call)) => Event::StockCallDone(stock_call),
                _ => break,
            };
            state = decide(state, event).0;
        }
        prop_assert_eq!(state.stock_call, None);
        prop_assert!(state.stage == Stage::Sold || state.is_over());
        // A cancelled order whose goods came back has the status `Returned`.
        prop_assert_eq!(state.is_over(), matches!(state.status, Status::Cancelled) || state.stage == Stage::Cancelled);
        prop_assert_ne!(state.payment, Payment::Pending);
    }

    #[test]
    fn all_money_is_kept_for_goods_or_returned(sequence in any_sequence()) {
        let (mut state, events) = sequence.clone();
        // Indexed by attempt. The events have attempts from 1 to 3.
        let mut was_paid = [false; 4];
        for event in events {
            if let Event::Paid { attempt } = event {
                was_paid[attempt as usize] |= attempt <= state.attempt;
            }
            let (states, _) = run((state, vec![event]));
            state = *states.last().unwrap();
        }
        let (states, commands) = run(sequence);
        let last = states.last().unwrap();
        for attempt in 1..4 {
            let returns = count(&commands, |command| *command == Command::ReturnMoney { attempt });
            if !was_paid[attempt as usize] {
                prop_assert_eq!(returns, 0);
            } else if last.kept == Some(attempt) {
                prop_assert_eq!(returns, usize::from(last.is_over()));
            } else {
                prop_assert!(returns >= 1);
            }
        }
        prop_assert!(last.kept.is_none() || last.payment.is_received());
        prop_assert!(states.windows(2).all(|pair| pair[0].kept.is_none() || pair[0].kept == pair[1].kept));
        prop_assert!((0..=last.total).contains(&last.refunded));
        prop_assert_eq!(last.total > 0 && last.refunded == last.total, last.payment == Payment::Refunded);
    }

    #[test]
    fn bookings_are_released_once_and_only_when_the_order_ends(sequence in any_sequence()) {
        let (states, commands) = run(sequence);
        let last = states.last().unwrap();
        prop_assert_eq!(count(&commands, |command| *command == Command::ReleaseBookings), usize::from(last.is_over()));
        let was_delivered = states.iter().any(|state| state.status == Status::Delivered);
        prop_assert_eq!(count(&commands, |command| *command == Command::BookDelivery), usize::from(was_delivered));
    }

    #[test]
    fn ended_order_stays_ended_and_delivered_order_cannot_be_cancelled(sequence in any_sequence()) {
        let (states, _) = run(sequence);
        for pair in states.windows(2) {
            prop_assert!(!pair[0].is_over() || pair[1].stage == pair[0].stage);
            if pair[0].status == Status::Delivered {
                prop_assert!(matches!(pair[1].status, Status::Delivered | Status::Returned));
                prop_assert_eq!(pair[1].stage, Stage::Sold);
            }
        }
    }
}

#[test]
fn keys_are_read_back() {
    assert!(Stage::ALL.into_iter().all(|stage| Stage::of_key(stage.key()) == Some(stage)));
    assert!(StockCall::ALL.into_iter().all(|stock_call| StockCall::of_key(stock_call.key()) == Some(stock_call)));
    assert!(Payment::ALL.into_iter().all(|payment| Payment::of_key(payment.key()) == Some(payment)));
}

#[test]
fn cash_order_is_accepted_after_the_reservation_and_paid_at_delivery() {
    let placed = State::placed(Method::Cash, 100);
    let (states, commands) = run((
        placed,
        vec![Event::Reserved, Event::Sold, Event::Moved(Status::OnTheWay), Event::Moved(Status::Delivered)],
    ));
    let stages: Vec<_> = states.iter().map(|state| (state.stage, state.payment)).collect();
    assert_eq!(
        stages,
        [
            (Stage::Placed, Payment::Unpaid),
            (Stage::Accepted, Payment::Unpaid),
            (Stage::Sold, Payment::Unpaid),
            (Stage::Sold, Payment::Unpaid),
            (Stage::Sold, Payment::Paid),
        ]
    );
    assert_eq!(commands, [Command::BookDelivery]);
}

#[test]
fn money_of_an_old_attempt_is_returned_after_the_order_changed_to_cash() {
    let placed = State::placed(Method::Card, 100);
    let again = Event::PayAgain { attempt: 2, method: Method::Cash };
    let (states, commands) = run((placed, vec![Event::Reserved, again, Event::Paid { attempt: 1 }]));
    let last = states.last().unwrap();
    assert_eq!((last.stage, last.kept, last.payment), (Stage::Accepted, None, Payment::Unpaid));
    assert_eq!(commands, [Command::OpenPayment { attempt: 1 }, Command::ReturnMoney { attempt: 1 }]);
}
