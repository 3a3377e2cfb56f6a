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
    test_shop::{TOTAL, TestShop},
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
    IsNotified(usize),
    IsForged(usize),
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
        6 => page.clone().prop_map(Act::IsNotified),
        1 => page.prop_map(Act::IsForged),
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

async fn act(shop: &TestShop, order: i64, act: Act) {
    let page = |number: usize| {
        let prefix = format!("SQ-{}/", order - 1);
        let books = shop.bank.books();
        let mut pages = books.payments.iter().filter(|(_, payment)| payment.reference.starts_with(&prefix));
        pages.nth(number).map(|(transaction, _)| transaction.clone())
    };
    match act {
        Act::Opens => {
            let attempt = shop.state(order).await.attempt;
            shop.opens(order, attempt).await;
        }
        Act::Pays(number) => page(number).into_iter().for_each(|page| shop.bank.pays(&page, TOTAL)),
        Act::PaysWrongly(number) => page(number).into_iter().for_each(|page| shop.bank.pays(&page, TOTAL + 1)),
        Act::IsDeclined(number) => page(number).into_iter().for_each(|page| shop.bank.declines(&page)),
        Act::IsNotified(number) => {
            if let Some(page) = page(number) {
                shop.is_notified(&page).await;
            }
        }
        Act::IsForged(number) => {
            if let Some(page) = page(number) {
                assert!(shop.receives_callback(&ScriptedBank::forged_callback(&page, TOTAL)).await.is_err());
            }
        }
        // A bank in trouble answers with an error.
        Act::ComesBack => drop(payment::ask(&shop.app, order).await),
        Act::IsPolled => {
            shop.clock.advance(chrono::TimeDelta::minutes(2));
            payment::ask_due(&shop.app).await.unwrap();
            payment::give_back_due(&shop.app).await.unwrap();
        }
        Act::TriesAgain => drop(shop.tries_again(order).await),
        Act::Cancels => shop.cancels(order).await,
        Act::RunsOutOfTime => drop(shop.applies(order, Event::Overdue).await),
        Act::BankHasTrouble(trouble) => shop.bank.next(trouble),
    }
}

/// Delivers every callback, asks the bank about all charges, and ends the order.
async fn finish(shop: &TestShop, order: i64) {
    shop.bank.books().trouble.clear();
    let prefix = format!("SQ-{}/", order - 1);
    let is_of_order = |reference: &str| reference.starts_with(&prefix);
    let books = shop.bank.books().payments.clone();
    let pages = books.into_iter().filter(|(_, payment)| is_of_order(&payment.reference)).map(|(page, _)| page);
    for page in pages {
        shop.is_notified(&page).await;
    }
    shop.applies(order, Event::Overdue).await;
    shop.runs_all_jobs().await;
}

async fn assert_valid_end(shop: &TestShop, order: i64, story: &[Act]) {
    let state = shop.state(order).await;
    let payments = shop.payments(order).await;
    let kept: Vec<_> = payments.iter().filter(|payment| payment.paid > payment.returned).collect();
    let was_called_off = story.iter().any(|act| matches!(act, Act::Cancels | Act::RunsOutOfTime));
    let was_paid = payments.iter().any(|payment| payment.paid == TOTAL);
    match state.stage.as_str() {
        "accepted" => {
            assert_eq!((kept.len(), state.payment.as_str()), (1, "paid"), "{story:?} {payments:?}");
            let [payment] = kept.as_slice() else { return };
            assert_eq!((payment.paid, payment.returned), (TOTAL, 0), "{story:?}");
            assert!(payment.reference.ends_with(&format!("/{}", state.kept.unwrap())), "{story:?}");
        }
        "cancelled" | "expired" => {
            assert!(kept.is_empty(), "{story:?} {payments:?}");
            assert!(was_called_off || !was_paid, "{story:?} {payments:?}");
            let refunded = state.kept.map_or(("failed", 0), |_| ("refunded", TOTAL));
            assert_eq!((state.payment.as_str(), state.refunded), refunded, "{story:?}");
        }
        other => panic!("{other} is no end: {story:?}"),
    }
}

async fn books_add_up(shop: &TestShop) {
    let held = shop.bank.held();
    assert_eq!((shop.account("bank").await, shop.account("order").await), (held, -held));
    let sum: i64 = sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry")
        .fetch_one(&shop.app.pool)
        .await
        .unwrap();
    assert_eq!(sum, 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn one_after_the_other(pool: PgPool) {
    let shop = TestShop::open(pool);
    for story in stories(1) {
        let order = shop.order().await;
        for next in &story {
            act(&shop, order, *next).await;
        }
        finish(&shop, order).await;
        assert_valid_end(&shop, order, &story).await;
    }
    books_add_up(&shop).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn all_at_once(pool: PgPool) {
    let shop = TestShop::open(pool);
    for story in stories(2) {
        let order = shop.order().await;
        act(&shop, order, Act::Opens).await;
        join_all(story.iter().map(|next| act(&shop, order, *next))).await;
        finish(&shop, order).await;
        assert_valid_end(&shop, order, &story).await;
    }
    books_add_up(&shop).await;
}
