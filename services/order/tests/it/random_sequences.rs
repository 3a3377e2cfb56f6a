//! Tests random sequences of orders, cancellations, deliveries, refunds, cash-outs and expiring bonuses. At any step
//! the process can stop, an answer of the bank can be lost, or the stock service can be unavailable. After each step
//! every ledger account must hold the amount that a small model predicts, and no blogger is paid for refunded goods.

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

const SEQUENCES: i64 = 6;
/// The number of buyers in one sequence.
const BUYERS: i64 = 2;

/// Buyers earn half of what they pay. The blogger earns 30 per cent, and 10 per cent of flowers.
async fn insert_rules(shop: &TestShop) {
    for statement in [
        r#"insert into bonus_rule (title, basis_points) values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 5000)"#,
        r#"insert into influencer_rule (title, basis_points, category_ids)
           values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 3000, '{}'),
                  ('{"az": "Gül", "ru": "Цветы", "en": "Flowers"}', 1000, '{7}')"#,
        "update cashout_setting set minimum = 100",
    ] {
        sqlx::query(statement).execute(&shop.app.pool).await.expect("the database answers");
    }
    shop.auth.add_blogger(LEYLA, "leyla-h");
    shop.catalog.add_list(4, LEYLA, LIST);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_balance_is_explained_after_any_sequence_and_interruption(pool: PgPool) {
    let (fuse, bank) = (Fuse::default(), Connection::default());
    let wrap_bank = |customer| bank.to(customer);
    let shop = TestShop::start_with(pool, OrderLimits::OFF, wrap_bank, |routes| fuse.wrap(routes)).await;
    insert_rules(&shop).await;
    let (mut books, mut done) = (Books::default(), Done::default());
    let mut runner = TestRunner::deterministic();
    for number in 0..SEQUENCES {
        let sequence = any_sequence().new_tree(&mut runner).expect("a sequence").current();
        // The lower account ids belong to the operator and the blogger.
        let first = 100 + number * BUYERS;
        let mut walk = Walk::begin(&shop, (&fuse, &bank), &mut books, &mut done, [first, first + 1]);
        for (at, (step, fault)) in sequence.iter().enumerate() {
            println!("sequence {number}, step {at}: {step:?}, {fault:?}");
            Box::pin(walk.take_step(step, fault.as_ref())).await;
            walk.assert_agrees().await;
        }
        walk.assert_figures_agree().await;
    }
    println!("{done:?}, {} futures dropped", fuse.cuts());
    assert!(fuse.cuts() >= 15, "only {} futures were dropped", fuse.cuts());
    assert!(done.has_each_kind_twice(), "{done:?}");
}
