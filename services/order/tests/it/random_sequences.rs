//! Tests random sequences of steps: orders, cancellations, deliveries, refunds, cash-outs and expiring bonuses.
//!
//! - At any step the process can stop, an answer of the bank can be lost, or the stock service can be unavailable.
//! - After each step, every account of the ledger must have the balance that a small model (`books.rs`) predicts.
//! - No blogger is paid for refunded goods. A blogger is an account whose links earn money, and a cash-out pays that
//!   money to a card.

mod books;
mod cashouts;
mod compare;
mod flaky_bank;
mod fuse;
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
    fuse::Fuse,
    steps::any_sequence,
    walk::{Done, Walk},
};
use crate::{
    influencers::{LEYLA, LIST},
    shop::TestShop,
};

/// The number of sequences. With more of them, the test takes longer and finds rarer errors.
const SEQUENCES: i64 = 6;
/// The number of buyers in one sequence.
const BUYERS: i64 = 2;
/// The fewest calls and jobs that must have been interrupted, so that the test is worth something.
const MIN_INTERRUPTIONS: usize = 15;

/// Sets the rules by which buyers earn half of what they pay as bonuses. The blogger earns 30 per cent of it, but only
/// 10 per cent for flowers (category 7). The smallest cash-out is 1 ₼.
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
    let (fuse, bank) = (Fuse::default(), Connection::default());
    let wrap_bank = |client| bank.to(client);
    let shop = TestShop::start_with(pool, OrderLimits::OFF, wrap_bank, |routes| fuse.wrap(routes)).await;
    insert_rules(&shop).await;
    let (mut books, mut done) = (Books::default(), Done::default());
    let mut runner = TestRunner::deterministic();
    for number in 0..SEQUENCES {
        let sequence = any_sequence().new_tree(&mut runner).expect("a sequence can be generated").current();
        // The lower account ids belong to the operator and the blogger.
        let first_buyer = 100 + number * BUYERS;
        let buyers = [first_buyer, first_buyer + 1];
        let mut walk = Walk::begin(&shop, (&fuse, &bank), &mut books, &mut done, buyers);
        for (step_number, (step, fault)) in sequence.iter().enumerate() {
            println!("sequence {number}, step {step_number}: {step:?}, {fault:?}");
            Box::pin(walk.take_step(step, fault.as_ref())).await;
            walk.assert_agrees().await;
        }
        walk.assert_figures_agree().await;
    }
    println!("{done:?}, {} futures dropped", fuse.cuts());
    assert!(fuse.cuts() >= MIN_INTERRUPTIONS, "only {} futures were dropped", fuse.cuts());
    assert!(done.has_each_kind_twice(), "{done:?}");
}
