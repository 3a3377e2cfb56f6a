//! Tests that bonuses, orders and the ledger agree after a random sequence of steps. The bonuses of one order are a
//! lot: they mature and expire together.

use chrono::TimeDelta;
use order::expire_due;
use proto::order::{OrderStatus, PaymentMethod};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::PgPool;

use crate::{
    bonus_spending::set_high_bonus_rate,
    shop::{Shopper, TestShop},
};

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

const ACCOUNTS: [i64; 2] = [1, 2];
const STEPS: usize = 120;

/// A shop in which two accounts take random steps.
struct RandomSteps {
    shop: TestShop,
    random: StdRng,
    /// All orders.
    codes: Vec<String>,
    done: StepCounts,
}

impl RandomSteps {
    async fn begin(pool: &PgPool) -> Self {
        let shop = TestShop::start_without_limits(pool.clone()).await;
        set_high_bonus_rate(pool).await;
        for account in ACCOUNTS {
            shop.give_bonuses(account, 2_000).await;
        }
        // A fixed seed makes failures reproducible.
        let random = StdRng::seed_from_u64(20_261_125);
        Self { shop, random, codes: Vec::new(), done: StepCounts::default() }
    }

    /// `number` makes the idempotency key of a refund unique.
    async fn take_step(&mut self, number: usize) {
        // Signs in again, because the last token may have expired.
        let app = self.shop.app_of(self.random.gen_range(1..=2));
        match self.random.gen_range(0..9) {
            0..=3 => self.order(&app).await,
            4 => self.deliver().await,
            5 => self.cancel(&app).await,
            6 | 7 => self.refund(&app, number).await,
            _ => self.let_bonuses_expire().await,
        }
    }

    async fn order(&mut self, app: &Shopper) {
        let (catalog, random) = (&self.shop.catalog, &mut self.random);
        catalog.add_offer(1, random.gen_range(1_000..4_000), 999);
        catalog.add_offer(2, random.gen_range(1..50), 999);
        app.add((1, None), random.gen_range(1..5)).await.expect("the product is for sale");
        app.add((2, None), random.gen_range(1..4)).await.expect("the product is for sale");
        let offer = app.check_with_bonuses(0).await.bonus.expect("a check says what can be spent");
        let bonuses = random.gen_range(0..=offer.spendable);
        self.codes.push(app.order_with_bonuses(bonuses, PaymentMethod::Cash).await.code);
        self.done.orders_with_bonuses += usize::from(bonuses > 0);
    }

    async fn deliver(&mut self) {
        let Some(code) = self.any_code() else { return };
        let order = self.shop.any_operator().order_as_operator(&code).await.expect("an operator sees the order");
        if order.status() == OrderStatus::Waiting {
            self.shop.deliver(&code).await;
            self.done.deliveries += 1;
        }
    }

    async fn cancel(&mut self, app: &Shopper) {
        let Some(code) = self.any_code() else { return };
        self.done.cancellations += usize::from(app.cancel(&code).await.is_ok());
    }

    async fn refund(&mut self, app: &Shopper, number: usize) {
        let Some(code) = self.any_code() else { return };
        // The order may be the other account's.
        let Ok(order) = app.order(&code).await else { return };
        let line = &order.lines[self.random.gen_range(0..order.lines.len())];
        if let Ok(refund) = app.request_refund(&code, &[(line.id, 1)], &format!("step {number}")).await {
            self.shop.any_operator().approve_refund(refund.id).await.expect("the refund can be approved");
            self.done.refunds_with_bonuses += usize::from(refund.bonus_amount > 0);
        }
    }

    async fn let_bonuses_expire(&mut self) {
        self.shop.clock.advance(TimeDelta::days(self.random.gen_range(1..120)));
        while expire_due(&self.shop.app).await.expect("the job runs") > 0 {}
        self.done.expiries += 1;
    }

    fn any_code(&mut self) -> Option<String> {
        let index = self.random.gen_range(0..self.codes.len().max(1));
        self.codes.get(index).cloned()
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lots_and_ledger_agree_after_any_sequence(pool: PgPool) {
    let mut steps = RandomSteps::begin(&pool).await;
    for number in 0..STEPS {
        steps.take_step(number).await;
        assert_books_agree(&pool).await;
    }
    let RandomSteps { shop, done, .. } = steps;
    assert!(done.all().into_iter().all(|count| count > 2), "a kind of step happened less than three times: {done:?}");
    for account in ACCOUNTS {
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
