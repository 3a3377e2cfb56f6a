//! Random sequences of events, sequential and concurrent: one order, at most one charge that is kept, the right final
//! state, and a balanced ledger.

use futures::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use sqlx::PgPool;

use super::{
    scripted_bank::{ScriptedBank, Trouble},
    till::{TOTAL, Till},
};
use crate::{app::payment, domain::checkout::Event};

const STORIES: usize = 60;

#[derive(Debug, Clone, Copy)]
enum Act {
    Opens,
    /// On the n-th payment page.
    Pays(usize),
    PaysWrongly(usize),
    IsDeclined(usize),
    IsCalled(usize),
    IsLiedTo(usize),
    /// The browser returns, and the bank is asked.
    ComesBack,
    /// Time passes, and due work is done.
    IsPolled,
    TriesAgain,
    Cancels,
    RunsOutOfTime,
    BankHasTrouble(Trouble),
}

fn any_act() -> impl Strategy<Value = Act> {
    let page = 0_usize..3;
    prop_oneof![
        3 => Just(Act::Opens),
        4 => page.clone().prop_map(Act::Pays),
        1 => page.clone().prop_map(Act::PaysWrongly),
        2 => page.clone().prop_map(Act::IsDeclined),
        6 => page.clone().prop_map(Act::IsCalled),
        1 => page.prop_map(Act::IsLiedTo),
        3 => Just(Act::ComesBack),
        3 => Just(Act::IsPolled),
        2 => Just(Act::TriesAgain),
        1 => Just(Act::Cancels),
        1 => Just(Act::RunsOutOfTime),
        1 => prop_oneof![Just(Trouble::Refuses), Just(Trouble::LosesAnswer), Just(Trouble::IsAway)]
            .prop_map(Act::BankHasTrouble),
    ]
}

/// Returns the same sequences on every run.
fn stories(seed: u8) -> Vec<Vec<Act>> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let story = prop::collection::vec(any_act(), 4..24);
    (0..STORIES).map(|_| story.new_tree(&mut runner).unwrap().current()).collect()
}

async fn act(till: &Till, order: i64, act: Act) {
    let page = |number: usize| {
        let prefix = format!("SQ-{}/", order - 1);
        let books = till.bank.books();
        let mut pages = books.payments.iter().filter(|(_, payment)| payment.reference.starts_with(&prefix));
        pages.nth(number).map(|(transaction, _)| transaction.clone())
    };
    match act {
        Act::Opens => {
            let attempt = till.stand(order).await.attempt;
            till.opens(order, attempt).await;
        }
        Act::Pays(number) => page(number).into_iter().for_each(|page| till.bank.pays(&page, TOTAL)),
        Act::PaysWrongly(number) => page(number).into_iter().for_each(|page| till.bank.pays(&page, TOTAL + 1)),
        Act::IsDeclined(number) => page(number).into_iter().for_each(|page| till.bank.declines(&page)),
        Act::IsCalled(number) => {
            if let Some(page) = page(number) {
                till.is_called(&page).await;
            }
        }
        Act::IsLiedTo(number) => {
            if let Some(page) = page(number) {
                assert!(till.hears(&ScriptedBank::lie(&page, TOTAL)).await.is_err());
            }
        }
        // A bank in trouble answers with an error.
        Act::ComesBack => drop(payment::ask(&till.app, order).await),
        Act::IsPolled => {
            till.clock.advance(chrono::TimeDelta::minutes(2));
            payment::ask_due(&till.app).await.unwrap();
            payment::give_back_due(&till.app).await.unwrap();
        }
        Act::TriesAgain => drop(till.tries_again(order).await),
        Act::Cancels => till.cancels(order).await,
        Act::RunsOutOfTime => drop(till.happens(order, Event::Overdue).await),
        Act::BankHasTrouble(trouble) => till.bank.next(trouble),
    }
}

/// Delivers every callback, asks the bank about all charges, and ends the order.
async fn all_is_told(till: &Till, order: i64) {
    till.bank.books().trouble.clear();
    let prefix = format!("SQ-{}/", order - 1);
    let is_of_order = |reference: &str| reference.starts_with(&prefix);
    let books = till.bank.books().payments.clone();
    let pages = books.into_iter().filter(|(_, payment)| is_of_order(&payment.reference)).map(|(page, _)| page);
    for page in pages {
        till.is_called(&page).await;
    }
    till.happens(order, Event::Overdue).await;
    till.comes_to_rest().await;
}

async fn all_is_well(till: &Till, order: i64, story: &[Act]) {
    let stand = till.stand(order).await;
    let payments = till.payments(order).await;
    let kept: Vec<_> = payments.iter().filter(|payment| payment.paid > payment.returned).collect();
    let was_called_off = story.iter().any(|act| matches!(act, Act::Cancels | Act::RunsOutOfTime));
    let was_paid = payments.iter().any(|payment| payment.paid == TOTAL);
    match stand.stage.as_str() {
        "accepted" => {
            assert_eq!((kept.len(), stand.payment.as_str()), (1, "paid"), "{story:?} {payments:?}");
            let [payment] = kept.as_slice() else { return };
            assert_eq!((payment.paid, payment.returned), (TOTAL, 0), "{story:?}");
            assert!(payment.reference.ends_with(&format!("/{}", stand.kept.unwrap())), "{story:?}");
        }
        "cancelled" | "expired" => {
            assert!(kept.is_empty(), "{story:?} {payments:?}");
            assert!(was_called_off || !was_paid, "{story:?} {payments:?}");
            let refunded = stand.kept.map_or(("failed", 0), |_| ("refunded", TOTAL));
            assert_eq!((stand.payment.as_str(), stand.refunded), refunded, "{story:?}");
        }
        other => panic!("{other} is no end: {story:?}"),
    }
}

async fn books_add_up(till: &Till) {
    let held = till.bank.held();
    assert_eq!((till.account("bank").await, till.account("order").await), (held, -held));
    let lopsided: i64 = sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry")
        .fetch_one(&till.app.pool)
        .await
        .unwrap();
    assert_eq!(lopsided, 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn one_after_the_other(pool: PgPool) {
    let till = Till::open(pool);
    for story in stories(1) {
        let order = till.order().await;
        for next in &story {
            act(&till, order, *next).await;
        }
        all_is_told(&till, order).await;
        all_is_well(&till, order, &story).await;
    }
    books_add_up(&till).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn all_at_once(pool: PgPool) {
    let till = Till::open(pool);
    for story in stories(2) {
        let order = till.order().await;
        act(&till, order, Act::Opens).await;
        join_all(story.iter().map(|next| act(&till, order, *next))).await;
        all_is_told(&till, order).await;
        all_is_well(&till, order, &story).await;
    }
    books_add_up(&till).await;
}
