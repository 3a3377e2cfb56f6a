//! A shop with a scripted bank, whose orders are inserted directly.

use std::sync::Arc;

use chrono::TimeDelta;
use kit::{Result, client, db::warm_pool::WarmPool, keyed::KeyedHasher, seal::Seal};
use sqlx::PgPool;
use testkit::clock::TestClock;

use super::scripted_bank::{Payment, ScriptedBank};
use crate::{
    App, Auth, Batches, BonusRules, Catalog, Mail, Notifier, ReturnRules, Stock, Tracker, Wholesale, Zones,
    app::{payment, saga},
    bank::Banks,
    domain::{
        checkout::{Command, Event},
        method::Method,
        order_limits::OrderLimits,
        payment::PaymentTime,
        quote::QuoteKey,
        status::Status,
        two_people::TwoPeopleLimits,
        wholesale::link::LinkKey,
    },
};

/// The total of every order, in qəpik.
pub const TOTAL: i64 = 11_800;
/// 18 % of 10,000.
pub const VAT: i64 = 1_800;

#[derive(Clone)]
pub struct TestShop {
    pub app: App,
    pub bank: ScriptedBank,
    pub clock: TestClock,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderState {
    pub stage: String,
    pub payment: String,
    /// The attempt whose payment the shop keeps.
    pub kept: Option<i32>,
    pub attempt: i32,
    pub refunded: i64,
}

struct Inserted {
    stage: &'static str,
    method: &'static str,
    payment: &'static str,
    attempt: i32,
}

impl TestShop {
    pub fn new(pool: PgPool) -> Self {
        let (clock, bank) = (TestClock::new(), ScriptedBank::default());
        // Payments call no other service except the bank.
        let unreachable = || client::Connector::default().connect("http://127.0.0.1:1").expect("a valid address");
        let warm_pool = WarmPool::new(pool.clone());
        let app = App {
            batches: Batches::open(&warm_pool),
            zones: Zones::new(&warm_pool),
            bonus_rules: BonusRules::new(&warm_pool),
            returns: ReturnRules::new(&warm_pool),
            warm_pool,
            pool,
            clock: clock.clock(),
            auth: Auth::new(unreachable()),
            catalog: Catalog::new(unreachable()),
            stock: Stock::new(unreachable()),
            quote_key: QuoteKey::new("the quotes of these tests, thirty-two or more")
                .expect("the secret is long enough"),
            banks: Banks::new(Some(Arc::new(bank.clone())), vec![]),
            card_seal: Seal::new([0; 32]),
            keyed_hasher: KeyedHasher::new(&[0; 32], "test").expect("the key is long enough"),
            site_url: "http://shop.test".to_owned(),
            payment_time: PaymentTime::of(TimeDelta::minutes(20)),
            order_limits: OrderLimits::default(),
            two_people: TwoPeopleLimits::OFF,
            notifier: Notifier::default(),
            tracker: Tracker::default(),
            wholesale: Wholesale {
                link_key: LinkKey::new("no link is made in these tests, with it").expect("the secret is long enough"),
                payment_days: 5,
                seller: None,
                mail: Mail::new(unreachable()),
            },
        };
        Self { app, bank, clock }
    }

    /// Inserts an order whose shopper is at the bank for the first time.
    pub async fn order(&self) -> i64 {
        self.insert_order(Inserted { stage: "paying", method: "card", payment: "pending", attempt: 1 }).await
    }

    pub async fn cash_order(&self) -> i64 {
        self.insert_order(Inserted { stage: "sold", method: "cash", payment: "unpaid", attempt: 0 }).await
    }

    async fn insert_order(&self, Inserted { stage, method, payment, attempt }: Inserted) -> i64 {
        let order: i64 = sqlx::query_scalar(
            "with placed as (
                 insert into purchase (
                     code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status,
                     payment_method, attempt, pay_until, subtotal, discount, promo_discount, delivery_fee, total, vat,
                     recipient_type, recipient, address
                 )
                 select 'SQ-' || n, 1, n::text, '', $1, 'az', $2, 'waiting', $4, $3, $5, $1, $6, 0, 0, 0, $6, $7, 'self', '{}', '{}'
                 from (select count(*) as n from purchase) as numbered
                 returning order_id, placed_at
             ),
             part as (
                 insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
                 select order_id, 1, 'Gül evi', 'gul-evi', 'waiting', $6, placed_at from placed
             )
             select order_id from placed",
        )
        .bind(self.clock.now())
        .bind(stage)
        .bind(method)
        .bind(payment)
        .bind(attempt)
        .bind(TOTAL)
        .bind(VAT)
        .fetch_one(&self.app.pool)
        .await
        .unwrap();
        order
    }

    /// Inserts a charge as if the process had died before the bank answered.
    pub async fn interrupt_opening(&self, order: i64) {
        sqlx::query(
            "insert into charge (order_id, attempt, reference, provider, amount, state, opened_at, ask_at)
             values ($1, 1, 'SQ-0/1', 'epoint', $2, 'opening', $3, $3)",
        )
        .bind(order)
        .bind(TOTAL)
        .bind(self.clock.now())
        .execute(&self.app.pool)
        .await
        .unwrap();
    }

    /// Returns the bank's transaction id.
    pub async fn open_charge(&self, order: i64, attempt: i32) -> Option<String> {
        let page = payment::open(&self.app, order, attempt).await.unwrap();
        page.map(|page| page.rsplit('/').next().unwrap_or_default().to_owned())
    }

    pub async fn receive_callback(&self, body: &[u8]) -> Result<()> {
        payment::handle_callback(&self.app, "epoint", body).await
    }

    pub async fn deliver_callback(&self, transaction: &str) {
        self.receive_callback(&self.bank.callback(transaction)).await.unwrap();
    }

    pub async fn apply(&self, order: i64, event: Event) -> Vec<Command> {
        let mut tx = kit::db::begin(&self.app.pool).await.unwrap();
        let commands = saga::apply(&mut tx, order, event, self.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        commands
    }

    pub async fn cancel(&self, order: i64) {
        self.apply(order, Event::Cancelled).await;
    }

    pub async fn deliver(&self, order: i64) {
        self.apply(order, Event::Sold).await;
        self.apply(order, Event::Moved(Status::OnTheWay)).await;
        self.apply(order, Event::Moved(Status::Delivered)).await;
    }

    /// Returns the bank's transaction id.
    pub async fn try_again(&self, order: i64) -> Option<String> {
        let attempt = self.state(order).await.attempt + 1;
        let commands = self.apply(order, Event::PayAgain { attempt, method: Method::Card }).await;
        if commands.is_empty() { None } else { self.open_charge(order, attempt).await }
    }

    /// After 80 hours nothing is due any more.
    pub async fn run_all_jobs(&self) {
        for _ in 0..80 {
            self.clock.advance(TimeDelta::hours(1));
            payment::poll_due(&self.app).await.unwrap();
            payment::send_due_returns(&self.app).await.unwrap();
        }
    }

    pub async fn state(&self, order: i64) -> OrderState {
        let (stage, payment, kept, attempt, refunded) = sqlx::query_as(
            "select stage, payment_status, kept_attempt, attempt, refunded from purchase where order_id = $1",
        )
        .bind(order)
        .fetch_one(&self.app.pool)
        .await
        .unwrap();
        OrderState { stage, payment, kept, attempt, refunded }
    }

    pub async fn account(&self, name: &str) -> i64 {
        sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry where account = $1")
            .bind(name)
            .fetch_one(&self.app.pool)
            .await
            .unwrap()
    }

    pub async fn accounts(&self) -> Vec<(&'static str, i64)> {
        let mut balances = Vec::new();
        for name in ["bank", "cash", "order", "sales", "vat"] {
            let amount = self.account(name).await;
            if amount != 0 {
                balances.push((name, amount));
            }
        }
        balances
    }

    pub async fn payments(&self, order: i64) -> Vec<Payment> {
        let code: String = sqlx::query_scalar("select code from purchase where order_id = $1")
            .bind(order)
            .fetch_one(&self.app.pool)
            .await
            .unwrap();
        let prefix = format!("{code}/");
        self.bank.books().payments.values().filter(|payment| payment.reference.starts_with(&prefix)).cloned().collect()
    }
}
