//! Tests that bonuses, orders and the ledger agree after a random sequence of steps. The bonuses of one order are a
//! lot: they mature and expire together.

use chrono::TimeDelta;
use order::expire_due;
use proto::order::{OrderStatus, PaymentMethod};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::PgPool;

use crate::{bonus_spending::set_high_bonus_rate, shop::TestShop};

/// Lots must agree with the ledger, and nothing may be owed for finished orders.
async fn assert_books_agree(pool: &PgPool) {
    // Order, earned bonuses, and their rest by the lot and by the ledger.
    let differing_lots: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
        "select lot.order_id, lot.amount, lot.rest, -coalesce(sum(entry.amount), 0)::bigint
         from bonus_lot as lot
         left join entry on entry.lot_id = lot.order_id
         left join movement on movement.movement_id = entry.movement_id
         group by lot.order_id
         having lot.rest <> -coalesce(sum(entry.amount), 0)
             or lot.amount <> -coalesce(sum(entry.amount) filter (where kind = 'bonus_earned'), 0)
             or lot.taken_back <> coalesce(sum(entry.amount) filter (where kind = 'bonus_taken_back'), 0)
             or (select coalesce(sum(amount - given_back), 0) from bonus_use where lot_id = lot.order_id)
                <> coalesce(sum(entry.amount) filter (where kind in ('bonus_spent', 'bonus_given_back')), 0)",
    )
    .fetch_all(pool)
    .await
    .expect("the figures can be read");
    assert_eq!(differing_lots, [], "lots that differ from the ledger");

    let open_balances: Vec<(String, i64)> = sqlx::query_as(
        "select code, sum(entry.amount)::bigint
         from purchase
         join movement on movement.order_id = purchase.order_id
         join entry on entry.movement_id = movement.movement_id and entry.account = 'order'
         where status in ('delivered', 'cancelled', 'returned')
         group by code
         having sum(entry.amount) <> 0",
    )
    .fetch_all(pool)
    .await
    .expect("the figures can be read");
    assert_eq!(open_balances, [], "finished orders with an open balance");
}

/// The numbers of steps that had an effect, by kind.
#[derive(Debug, Default)]
struct StepCounts {
    orders_with_bonuses: usize,
    deliveries: usize,
    cancellations: usize,
    refunds_with_bonuses: usize,
    expiries: usize,
}

impl StepCounts {
    fn all(&self) -> [usize; 5] {
        [self.orders_with_bonuses, self.deliveries, self.cancellations, self.refunds_with_bonuses, self.expiries]
    }
}

fn any_code(random: &mut StdRng, codes: &[String]) -> Option<String> {
    codes.get(random.gen_range(0..codes.len().max(1))).cloned()
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lots_and_ledger_agree_after_any_sequence(pool: PgPool) {
    let shop = TestShop::start_without_limits(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    // A fixed seed makes failures reproducible.
    let mut random = StdRng::seed_from_u64(20_261_125);
    let mut codes: Vec<String> = Vec::new();
    for account in [1, 2] {
        shop.give_bonuses(account, 2_000).await;
    }
    let mut done = StepCounts::default();
    for step in 0..120 {
        let account = random.gen_range(1..=2);
        let (app, operator) = (shop.app_of(account), shop.any_operator());
        match random.gen_range(0..9) {
            0..=3 => {
                shop.catalog.add_offer(1, random.gen_range(1_000..4_000), 999);
                shop.catalog.add_offer(2, random.gen_range(1..50), 999);
                app.add((1, None), random.gen_range(1..5)).await.unwrap();
                app.add((2, None), random.gen_range(1..4)).await.unwrap();
                let spendable =
                    app.check_with_bonuses(0).await.bonus.expect("a check says what can be spent").spendable;
                let bonuses = random.gen_range(0..=spendable);
                codes.push(app.order_with_bonuses(bonuses, PaymentMethod::Cash).await.code);
                done.orders_with_bonuses += usize::from(bonuses > 0);
            }
            4 => {
                if let Some(code) = any_code(&mut random, &codes)
                    && operator.order_as_operator(&code).await.unwrap().status() == OrderStatus::Waiting
                {
                    shop.deliver(&code).await;
                    done.deliveries += 1;
                }
            }
            5 => {
                if let Some(code) = any_code(&mut random, &codes) {
                    done.cancellations += usize::from(app.cancel(&code).await.is_ok());
                }
            }
            6 | 7 => {
                if let Some(code) = any_code(&mut random, &codes)
                    && let Ok(order) = app.order(&code).await
                {
                    let line = &order.lines[random.gen_range(0..order.lines.len())];
                    let key = format!("step {step}");
                    if let Ok(refund) = app.request_refund(&code, &[(line.id, 1)], &key).await {
                        operator.approve_refund(refund.id).await.unwrap();
                        done.refunds_with_bonuses += usize::from(refund.bonus_amount > 0);
                    }
                }
            }
            _ => {
                shop.clock.advance(TimeDelta::days(random.gen_range(1..120)));
                while expire_due(&shop.app).await.unwrap() > 0 {}
                done.expiries += 1;
            }
        }
        assert_books_agree(&pool).await;
    }
    assert!(done.all().into_iter().all(|count| count > 2), "a kind of step happened less than three times: {done:?}");
    for account in [1, 2] {
        let shown = shop.app_of(account).all_bonuses().await;
        let left_in_lots: i64 = sqlx::query_scalar(
            "select sum(rest)::bigint from bonus_lot join holder using (holder_id) where account_id = $1",
        )
        .bind(account)
        .fetch_one(&pool)
        .await
        .unwrap();
        assert!(shown.balance + shown.pending <= left_in_lots, "the page shows no more than the lots have");
    }
}
