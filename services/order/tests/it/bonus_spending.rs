//! Tests that bonuses pay for a share of an order, and come back when it is refunded or cancelled. The bonuses of one
//! order are a lot: they mature and expire together.

use chrono::TimeDelta;
use futures::future::join_all;
use order::expire_due;
use proto::{
    json::to_name,
    order::{
        BonusAccount, CheckRequest, CheckedCart, GetBonusesRequest, Order, OrderStatus, PaymentMethod, PaymentStatus,
        PlaceOrderRequest, PlacedOrder,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    ordering::{changes, new_key, order_request},
    scripted_auth::HOME,
    shop::{Shopper, TestShop, refused},
};

/// Makes every purchase earn half of its price.
pub async fn set_high_bonus_rate(pool: &PgPool) {
    sqlx::query(
        r#"insert into bonus_rule (title, basis_points) values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 5000)"#,
    )
    .execute(pool)
    .await
    .expect("the statement succeeds");
}

impl TestShop {
    /// A customer in the mobile app, which alone can spend bonuses.
    pub fn app_of(&self, account: i64) -> Shopper {
        self.client_with_token(Some(self.keys.client_token(account)))
    }

    /// Delivers an order that earns the bonuses.
    async fn give_pending_bonuses(&self, account: i64, bonuses: i64) {
        self.catalog.add_offer(100, 2 * bonuses, 999);
        let shopper = self.shopper(account);
        shopper.add((100, None), 1).await.expect("the product is for sale");
        let order = shopper.order_cart(PaymentMethod::Cash).await;
        self.deliver(&order.code).await;
    }

    pub async fn give_bonuses(&self, account: i64, bonuses: i64) {
        self.give_pending_bonuses(account, bonuses).await;
        // Bonuses mature 15 days after the delivery.
        self.clock.advance(TimeDelta::days(15));
    }

    /// Adds three units of product 1 at 33.33 ₼, and one of product 2 at 0.01 ₼: 100.00 ₼.
    async fn fill_cart(&self, app: &Shopper) {
        self.catalog.add_offer(1, 3_333, 999);
        self.catalog.add_offer(2, 1, 999);
        app.add((1, None), 3).await.expect("the product is for sale");
        app.add((2, None), 1).await.expect("the product is for sale");
    }
}

impl Shopper {
    pub async fn check_with_bonuses(&self, bonuses: i64) -> CheckedCart {
        let request = CheckRequest { address_id: Some(HOME), bonus_amount: Some(bonuses), ..CheckRequest::default() };
        self.check(request).await.expect("the cart can be checked")
    }

    async fn place_with_bonuses(
        &self,
        quote: &str,
        bonuses: i64,
        method: PaymentMethod,
    ) -> Result<PlacedOrder, Status> {
        self.place(PlaceOrderRequest { bonus_amount: Some(bonuses), ..order_request(quote, method, &new_key()) }).await
    }

    pub async fn order_with_bonuses(&self, bonuses: i64, method: PaymentMethod) -> Order {
        let checked = self.check_with_bonuses(bonuses).await;
        assert_eq!(checked.problems, [], "the cart can be ordered");
        let placed = self.place_with_bonuses(&checked.quote, bonuses, method).await.expect("the order is accepted");
        let changed = changes(&placed);
        placed.order.unwrap_or_else(|| panic!("nothing is ordered because of {changed}"))
    }

    pub async fn all_bonuses(&self) -> BonusAccount {
        let request = GetBonusesRequest { page: 1, per_page: 100 };
        let page = self.bonuses.clone().get(self.context.sign(request)).await.expect("the account can be read");
        page.into_inner().account.expect("the page has the account")
    }

    async fn balance(&self) -> i64 {
        self.all_bonuses().await.balance
    }

    /// Returns the newest entries first, for example `spent -30, earned +100`.
    async fn last_bonus_entries(&self, count: usize) -> String {
        let account = self.all_bonuses().await;
        let words =
            account.entries.iter().take(count).map(|entry| format!("{} {:+}", to_name(entry.kind()), entry.amount));
        words.collect::<Vec<_>>().join(", ")
    }
}

fn problems(checked: &CheckedCart) -> Vec<String> {
    let word = |problem: &proto::order::CartProblem| {
        let number = problem.available.map(|available| format!(" {available}")).unwrap_or_default();
        format!("{}{number}", problem.code)
    };
    checked.problems.iter().map(word).collect()
}

async fn ledger_balance(pool: &PgPool, account: &str) -> i64 {
    sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry where account = $1")
        .bind(account)
        .fetch_one(pool)
        .await
        .expect("the statement succeeds")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bonuses_pay_for_a_share_of_the_goods_and_only_money_earns(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 5_000).await;
    let app = shop.app_of(1);
    shop.fill_cart(&app).await;
    let without_bonuses = app.check_with_bonuses(0).await;
    let offer = without_bonuses.bonus.clone().expect("a check says what can be spent");
    // Bonuses can pay for 30 per cent of the goods.
    assert_eq!((offer.balance, offer.spendable, offer.reason.as_deref()), (5_000, 3_000, None));
    let checked = app.check_with_bonuses(3_000).await;
    assert_eq!((checked.bonus_amount, checked.total), (3_000, without_bonuses.total - 3_000));
    assert_eq!(checked.vat, without_bonuses.vat);

    let placed =
        app.place_with_bonuses(&checked.quote, 3_000, PaymentMethod::Cash).await.unwrap().order.expect("an order");
    let order = app.order(&placed.code).await.unwrap();
    assert_eq!(order, placed, "reading returns the same as placing");
    let amounts = order.amounts.expect("an order has amounts");
    assert_eq!((amounts.bonus_amount, amounts.bonus_returned, amounts.total), (3_000, 0, checked.total));
    let bonuses_by_line: Vec<_> = order.lines.iter().map(|line| line.bonus_amount).collect();
    // The share of the line for 0.01 ₼ rounds to 0.
    assert_eq!(bonuses_by_line, [3_000, 0]);
    assert_eq!((app.balance().await, app.last_bonus_entries(1).await), (2_000, "spent -3000".to_owned()));
    assert_eq!(app.all_bonuses().await.entries[0].order_code, order.code);

    let cash_before = ledger_balance(&pool, "cash").await;
    shop.deliver(&order.code).await;
    assert_eq!(ledger_balance(&pool, "cash").await - cash_before, checked.total, "the courier collects only the money");
    assert_eq!(ledger_balance(&pool, "order").await, 0, "nothing is owed for orders that are delivered");
    // Goods earn half of the money paid for them. Half of 0.01 ₼ rounds to 0.
    assert_eq!(shop.shopper(1).all_bonuses().await.pending, (9_999 - 3_000) / 2);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_browser_cannot_spend_bonuses(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 5_000).await;
    let browser = shop.shopper(1);
    shop.fill_cart(&browser).await;
    let checked = browser.check_with_bonuses(1).await;
    assert_eq!((problems(&checked), checked.quote.as_str()), (vec!["bonus_app_only".to_owned()], ""));
    let offer = checked.bonus.expect("a check says what can be spent");
    assert_eq!((offer.balance, offer.spendable, offer.reason.as_deref()), (0, 0, Some("bonus_app_only")));
    let quote = browser.quote().await;
    let outcome = browser.place_with_bonuses(&quote, 1, PaymentMethod::Cash).await;
    assert_eq!(refused(outcome), "bonus_app_only");
    assert_eq!(browser.balance().await, 5_000);
    let order = browser
        .place_with_bonuses(&quote, 0, PaymentMethod::Cash)
        .await
        .unwrap()
        .order
        .expect("the quote is still valid");
    assert_eq!(order.amounts.expect("an order has amounts").bonus_amount, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn impossible_amounts_are_refused_and_nothing_moves(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 2_000).await;
    let app = shop.app_of(1);
    let offer_for_empty_cart = app.check_with_bonuses(0).await.bonus.expect("a check says what can be spent");
    assert_eq!((offer_for_empty_cart.spendable, offer_for_empty_cart.reason.as_deref()), (0, Some("nothing_to_pay")));
    let newcomer = shop.app_of(2);
    let offer_without_bonuses = newcomer.check_with_bonuses(0).await.bonus.expect("a check says what can be spent");
    assert_eq!((offer_without_bonuses.balance, offer_without_bonuses.reason.as_deref()), (0, Some("no_bonuses")));

    shop.fill_cart(&app).await;
    for too_much in [2_001, i64::MAX] {
        assert_eq!(problems(&app.check_with_bonuses(too_much).await), ["bonus_too_much 2000"]);
    }
    let request = CheckRequest { bonus_amount: Some(-1), ..CheckRequest::default() };
    assert_eq!(refused(app.check(request).await), "validation_failed bonusAmount: out_of_range");
    let quote = app.check_with_bonuses(2_000).await.quote;
    let negative = app.place_with_bonuses(&quote, -1, PaymentMethod::Cash).await;
    assert_eq!(refused(negative), "validation_failed bonusAmount: out_of_range");
    for (bonuses, expected_change) in [(1_999, "bonus: 2000 → 1999"), (i64::MAX, "bonus: 9223372036854775807 → 2000")]
    {
        let placed = app.place_with_bonuses(&quote, bonuses, PaymentMethod::Cash).await.unwrap();
        assert!(placed.order.is_none());
        assert!(changes(&placed).contains(expected_change), "{}", changes(&placed));
    }
    assert_eq!((app.balance().await, app.history(1, 9).await.unwrap().orders.len()), (2_000, 1));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_orders_never_spend_the_same_bonuses(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 3_000).await;
    let app = shop.app_of(1);
    shop.fill_cart(&app).await;
    let quote = app.check_with_bonuses(3_000).await.quote;
    let outcomes = join_all((0..8).map(|_| app.place_with_bonuses(&quote, 3_000, PaymentMethod::Card))).await;
    let placed = outcomes.iter().filter(|outcome| outcome.as_ref().is_ok_and(|placed| placed.order.is_some())).count();
    assert_eq!((placed, app.balance().await), (1, 0));

    // The quote is still valid, and the cart holds the same goods again.
    shop.fill_cart(&app).await;
    let second = app.place_with_bonuses(&quote, 3_000, PaymentMethod::Card).await.unwrap();
    assert!(second.order.is_none());
    assert!(changes(&second).contains("bonus: 3000 → 0"), "{}", changes(&second));
    assert_eq!((app.balance().await, ledger_balance(&pool, "bonus").await), (0, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lots_that_expire_first_are_spent_first_and_come_back_in_time(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_pending_bonuses(1, 1_000).await;
    shop.clock.advance(TimeDelta::days(30));
    shop.give_bonuses(1, 4_000).await;
    let app = shop.app_of(1);
    shop.fill_cart(&app).await;
    // All of the older 1,000, and 500 of the 4,000.
    let order = app.order_with_bonuses(1_500, PaymentMethod::Cash).await;
    assert_eq!((app.balance().await, app.last_bonus_entries(2).await), (3_500, "spent -500, spent -1000".to_owned()));
    let cancelled = app.cancel(&order.code).await.unwrap();
    assert_eq!(cancelled.amounts.expect("an order has amounts").bonus_returned, 1_500);
    assert_eq!(app.balance().await, 5_000);
    assert_eq!(app.cancel(&order.code).await.unwrap().amounts, cancelled.amounts, "the second call changes nothing");
    assert_eq!(app.last_bonus_entries(2).await, "given_back +1000, given_back +500");

    // The older lot expires 380 days after its delivery. When it is given back, it gets 30 more days.
    shop.fill_cart(&app).await;
    let order = app.order_with_bonuses(1_200, PaymentMethod::Cash).await;
    shop.clock.advance(TimeDelta::days(340));
    expire_due(&shop.app).await.unwrap();
    let app = shop.app_of(1);
    assert_eq!(app.balance().await, 3_800, "spent bonuses do not expire");
    app.cancel(&order.code).await.unwrap();
    assert_eq!(app.balance().await, 5_000);
    let entries = app.all_bonuses().await.entries;
    let given_back = entries.iter().find(|entry| entry.amount == 1_000).expect("the older bonuses came back");
    let seconds_left = given_back.expires_at.unwrap().seconds - given_back.at.unwrap().seconds;
    assert_eq!(seconds_left / 86_400, 30, "thirty whole days are left");
    shop.clock.advance(TimeDelta::days(31));
    expire_due(&shop.app).await.unwrap();
    assert_eq!(shop.app_of(1).last_bonus_entries(1).await, "expired -1000");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_that_is_not_paid_gives_its_bonuses_back(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 3_000).await;
    let app = shop.app_of(1);
    shop.fill_cart(&app).await;
    let order = app.order_with_bonuses(3_000, PaymentMethod::Card).await;
    assert_eq!(app.balance().await, 0);
    shop.clock.advance(TimeDelta::hours(1));
    shop.run_due_jobs().await;
    let app = shop.app_of(1);
    let expired = app.order(&order.code).await.unwrap();
    assert_eq!((expired.status(), expired.payment_status()), (OrderStatus::Cancelled, PaymentStatus::Failed));
    assert_eq!((app.balance().await, ledger_balance(&pool, "order").await), (3_000, 0));

    // The order is refused after its bonuses are spent.
    shop.stock.set_count(1, 0);
    shop.fill_cart(&app).await;
    let quote = app.check_with_bonuses(1_000).await.quote;
    let short = app.place_with_bonuses(&quote, 1_000, PaymentMethod::Cash).await.unwrap();
    assert!(changes(&short).contains("stock of 1"), "{}", changes(&short));
    assert_eq!((app.balance().await, ledger_balance(&pool, "order").await), (3_000, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_refund_gives_money_back_as_money_and_bonuses_as_bonuses(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 3_000).await;
    let (app, operator) = (shop.app_of(1), shop.any_operator());
    shop.fill_cart(&app).await;
    let order = app.order_with_bonuses(2_000, PaymentMethod::Cash).await;
    let total = order.amounts.as_ref().expect("an order has amounts").total;
    shop.deliver(&order.code).await;
    let (line_of_three, line_of_one) = (order.lines[0].id, order.lines[1].id);
    let mut refunds = Vec::new();
    for (number, line) in [line_of_three, line_of_three, line_of_one, line_of_three].into_iter().enumerate() {
        let refund = app.request_refund(&order.code, &[(line, 1)], &format!("piece {number}")).await.unwrap();
        let balance_before = app.balance().await;
        operator.approve_refund(refund.id).await.unwrap();
        operator.approve_refund(refund.id).await.unwrap();
        assert_eq!(app.balance().await - balance_before, refund.bonus_amount);
        refunds.push((refund.amount, refund.bonus_amount));
    }
    assert_eq!(refunds.iter().map(|(_, bonuses)| bonuses).sum::<i64>(), 2_000, "{refunds:?}");
    assert_eq!(refunds.iter().map(|(amount, _)| amount).sum::<i64>(), total, "{refunds:?}");
    let returned = app.order(&order.code).await.unwrap();
    let amounts = returned.amounts.expect("an order has amounts");
    assert_eq!((returned.status(), amounts.refunded, amounts.bonus_returned), (OrderStatus::Returned, total, 2_000));
    assert_eq!((app.balance().await, app.all_bonuses().await.pending), (3_000, 0));
    assert_eq!(ledger_balance(&pool, "order").await, 0);
    assert_eq!(ledger_balance(&pool, "bonus").await, -3_000, "the bonuses that the first order has earned");
    let sold: i64 = ledger_balance(&pool, "sales").await + ledger_balance(&pool, "vat").await;
    assert_eq!(sold + ledger_balance(&pool, "cash").await, 0, "sales equal payments");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bonuses_of_returned_goods_are_taken_back_when_they_come_back(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 3_000).await;
    let (app, operator) = (shop.app_of(1), shop.any_operator());
    let earning_order = app.history(1, 1).await.unwrap().orders.remove(0);
    shop.fill_cart(&app).await;
    let order = app.order_with_bonuses(2_500, PaymentMethod::Cash).await;
    // The refund takes back the 500 unspent bonuses, the cancellation the others.
    let refund = app.request_refund(&earning_order.code, &[], "bonuses are spent").await.unwrap();
    operator.approve_refund(refund.id).await.unwrap();
    assert_eq!((app.balance().await, app.last_bonus_entries(1).await), (0, "taken_back -500".to_owned()));
    app.cancel(&order.code).await.unwrap();
    assert_eq!(app.balance().await, 0);
    assert_eq!(app.last_bonus_entries(2).await, "taken_back -2500, given_back +2500");
    assert_eq!((ledger_balance(&pool, "bonus").await, ledger_balance(&pool, "bonus_expense").await), (0, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_orders_that_spend_unknown_bonuses(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    set_high_bonus_rate(&pool).await;
    shop.give_bonuses(1, 3_000).await;
    let app = shop.app_of(1);
    shop.fill_cart(&app).await;
    app.order_with_bonuses(1_000, PaymentMethod::Cash).await;
    for (statement, error) in [
        ("update purchase set bonus_spent = bonus_spent + 1 where bonus_spent > 0", "differ from their lots"),
        ("update purchase set bonus_returned = 1 where bonus_spent > 0", "differ from their lots"),
        ("update bonus_use set given_back = 1", "differ from their lots"),
        ("update bonus_use set amount = amount - 1", "differ from their lots"),
        ("update purchase_line set bonus_spent = line_total + 1", "purchase_line_bonus"),
        ("update bonus_lot set rest = -1", "bonus_lot_amounts_check"),
        ("update bonus_setting set spend_share = 9001", "bonus_setting_share_check"),
        ("insert into bonus_setting (is_only) values (false)", "bonus_setting_is_only_check"),
    ] {
        let refused = sqlx::query(statement).execute(&pool).await.unwrap_err();
        assert!(refused.to_string().contains(error), "{statement}: {refused}");
    }
    assert_eq!(app.balance().await, 2_000);
}
