//! Tests that all balances are as a simple model (`books.rs`) predicts after each step of random sequences, even if
//! steps are interrupted.

mod books;
mod cashouts;
mod compare;
mod flaky_bank;
mod interrupter;
mod orders;
mod steps;
mod walk;

use order::domain::order_limits::OrderLimits;
use proptest::{
    strategy::{Strategy as _, ValueTree as _},
    test_runner::TestRunner,
};
use sqlx::PgPool;

use self::{
    books::Books,
    flaky_bank::Connection,
    interrupter::Interrupter,
    steps::any_sequence,
    walk::{StepCounts, Walk},
};
use crate::{
    influencers::{LEYLA, LIST},
    shop::TestShop,
};

/// More sequences take longer and find rarer errors.
const SEQUENCES: i64 = 6;
/// Buyers per sequence.
const BUYERS: i64 = 2;
const MIN_INTERRUPTIONS: usize = 15;

/// Buyers earn 50 per cent as bonuses, the blogger 30 per cent, but only 10 for flowers (category 7). The smallest
/// cash-out is 1 ₼.
async fn insert_rules(shop: &TestShop) {
    for statement in [
        r#"insert into bonus_rule (title, basis_points) values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 5000)"#,
        r#"insert into influencer_rule (title, basis_points, category_ids)
           values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 3000, '{}'),
                  ('{"az": "Gül", "ru": "Цветы", "en": "Flowers"}', 1000, '{7}')"#,
        "update cashout_setting set minimum = 100",
    ] {
        sqlx::query(statement).execute(&shop.app.pool).await.expect("the rules can be stored");
    }
    shop.auth.add_blogger(LEYLA, "leyla-h");
    shop.catalog.add_list(4, LEYLA, LIST);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_balance_is_as_predicted_after_any_sequence_and_interruption(pool: PgPool) {
    let (interrupter, connection) = (Interrupter::default(), Connection::default());
    let wrap_bank = |client| connection.wrap(client);
    let shop = TestShop::start_with(pool, OrderLimits::OFF, wrap_bank, |routes| interrupter.wrap(routes)).await;
    insert_rules(&shop).await;
    let (mut books, mut step_counts) = (Books::default(), StepCounts::default());
    let mut runner = TestRunner::deterministic();
    for number in 0..SEQUENCES {
        let sequence = any_sequence().new_tree(&mut runner).expect("a sequence can be generated").current();
        // The lower account ids belong to the operator and the blogger.
        let first_buyer = 100 + number * BUYERS;
        let buyers = [first_buyer, first_buyer + 1];
        let mut walk = Walk::begin(&shop, &interrupter, &connection, &mut books, &mut step_counts, buyers);
        for (step_number, (step, fault)) in sequence.iter().enumerate() {
            println!("sequence {number}, step {step_number}: {step:?}, {fault:?}");
            Box::pin(walk.take_step(step, fault.as_ref())).await;
            walk.assert_agrees().await;
        }
        walk.assert_figures_agree().await;
    }
    println!("{step_counts:?}, {} futures dropped", interrupter.dropped_futures());
    assert!(
        interrupter.dropped_futures() >= MIN_INTERRUPTIONS,
        "only {} futures were dropped",
        interrupter.dropped_futures()
    );
    assert!(step_counts.has_each_kind_twice(), "{step_counts:?}");
}
