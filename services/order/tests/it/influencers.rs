//! Tests that bloggers (influencers) earn a share of what is bought through their lists and links within 30 days of a
//! click. Earnings mature when the return period ends.

use chrono::TimeDelta;
use proto::{
    auth::SelfDealing,
    json::{to_name, to_timestamp},
    order::{
        AddRequest, EarningFigures, EarningsPage, GetEarningsRequest, InfluencerEarnings, Order, PaymentMethod,
        Referral, UpdateRequest,
    },
};
use sqlx::PgPool;
use tonic::{Code, Status};

use crate::shop::{Shopper, TestShop, refused};

/// A blogger.
pub const LEYLA: i64 = 50;
const NIGAR: i64 = 51;
pub const LIST: &str = "gul-ucun-b3kd9x";
const LIST_ID: i64 = 4;

impl TestShop {
    pub async fn with_blogger(pool: &PgPool) -> Self {
        let shop = Self::start(pool.clone()).await;
        shop.add_blogger().await;
        shop
    }

    /// Products earn 3 per cent, flowers (category 7) 1 per cent. Product 1 costs 10.00 ₼, and product 2, a flower,
    /// 20.00 ₼.
    pub async fn add_blogger(&self) {
        sqlx::query(
            r#"insert into influencer_rule (title, basis_points, category_ids)
               values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 300, '{}'),
                      ('{"az": "Gül", "ru": "Цветы", "en": "Flowers"}', 100, '{7}')"#,
        )
        .execute(&self.app.pool)
        .await
        .expect("the rules can be stored");
        self.auth.add_blogger(LEYLA, "leyla-h");
        self.catalog.add_list(LIST_ID, LEYLA, LIST);
        self.catalog.add_offer(1, 1_000, 99);
        self.catalog.add_offer(2, 2_000, 99);
        self.catalog.set_store_and_categories(2, 1, &[3, 7]);
    }

    pub fn list_referral(&self) -> Referral {
        Referral { list: Some(LIST.to_owned()), code: None, clicked_at: Some(to_timestamp(self.clock.clock().now())) }
    }

    fn code_referral(&self, code: &str) -> Referral {
        Referral { list: None, code: Some(code.to_owned()), clicked_at: Some(to_timestamp(self.clock.clock().now())) }
    }

    /// Orders three units of product 1 from Leyla's list and a flower through her link, which earn her 90 + 20 qəpik.
    pub async fn order_by_referral(&self, shopper: &Shopper) -> Order {
        shopper.add_from((1, 3), self.list_referral()).await.expect("the product is for sale");
        shopper.add_from((2, 1), self.code_referral("leyla-h")).await.expect("the product is for sale");
        shopper.order_cart(PaymentMethod::Cash).await
    }
}

impl Shopper {
    pub async fn add_from(&self, (product_id, count): (i64, i64), referral: Referral) -> Result<(), Status> {
        let request = AddRequest { product_id, size_id: None, count: Some(count), referral: Some(referral) };
        self.carts.clone().add(self.context.sign(request)).await.map(drop)
    }

    pub async fn earnings_page(&self, request: GetEarningsRequest) -> Result<EarningsPage, Status> {
        Ok(self.earnings.clone().get(self.context.sign(request)).await?.into_inner())
    }

    pub async fn earnings(&self) -> InfluencerEarnings {
        let page = self.earnings_page(GetEarningsRequest::default()).await.expect("the earnings can be read");
        page.earnings.expect("the page has earnings")
    }

    /// Returns the entries newest first, with the balance after each: `balance 0, pending 110 | earned +110 = 110`.
    pub async fn earnings_text(&self) -> String {
        let earnings = self.earnings().await;
        let entry = |entry: &proto::order::EarningEntry| {
            format!("{} {:+} = {}", to_name(entry.kind()), entry.amount, entry.balance)
        };
        let entries: Vec<_> = earnings.entries.iter().map(entry).collect();
        format!("balance {}, pending {} | {}", earnings.balance, earnings.pending, entries.join(", "))
    }
}

pub fn figures_text(figures: Option<&EarningFigures>) -> String {
    let figures = figures.expect("a row has figures");
    format!("{} clicks, {} orders, +{} −{}", figures.clicks, figures.orders, figures.earned, figures.taken_back)
}

/// Returns what the shop owes to bloggers, and its cost.
pub async fn ledger(pool: &PgPool) -> (i64, i64) {
    sqlx::query_as(
        "select coalesce(-sum(amount) filter (where account = 'payable_influencer'), 0)::bigint,
                coalesce(sum(amount) filter (where account = 'expense_influencer'), 0)::bigint
         from entry",
    )
    .fetch_one(pool)
    .await
    .expect("the ledger can be read")
}

/// An order line that was bought through a blogger's link.
#[derive(Debug, PartialEq, sqlx::FromRow)]
struct ReferredLine {
    product_id: i64,
    list_id: Option<i64>,
    /// Why the line earns nothing.
    bar: Option<String>,
    promised: i64,
}

impl ReferredLine {
    fn earning(product_id: i64, list_id: Option<i64>, promised: i64) -> Self {
        Self { product_id, list_id, bar: None, promised }
    }
}

/// Oldest first.
async fn referred_lines(pool: &PgPool) -> Vec<ReferredLine> {
    sqlx::query_as("select product_id, list_id, bar, promised from line_referral order by line_id")
        .fetch_all(pool)
        .await
        .expect("the referrals can be read")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_delivered_order_earns_and_matures_when_the_return_window_ends(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let order = shop.order_by_referral(&shop.shopper(1)).await;
    assert_eq!(
        referred_lines(&pool).await,
        [ReferredLine::earning(1, Some(LIST_ID), 90), ReferredLine::earning(2, None, 20)]
    );
    let leyla = shop.shopper(LEYLA);
    assert_eq!(leyla.earnings_text().await, "balance 0, pending 0 | ");
    shop.deliver(&order.code).await;
    assert_eq!(leyla.earnings_text().await, "balance 0, pending 110 | earned +110 = 110");
    assert_eq!(ledger(&pool).await, (110, 110));
    let earnings = leyla.earnings().await;
    let matures_at = earnings.maturing[0].at.expect("pending earnings have a date");
    // In Baku, 6 October begins at 20:00 UTC on the 5th.
    assert_eq!((earnings.maturing[0].amount, matures_at.to_string().as_str()), (110, "2026-10-05T20:00:00Z"));
    assert_eq!((earnings.code.as_str(), earnings.earned, earnings.taken_back), ("leyla-h", 110, 0));
    assert_eq!(earnings.entries[0].products, ["Product 1", "Product 2"]);
    assert_eq!((earnings.return_days, earnings.window_days), (14, 30));

    shop.clock.advance(TimeDelta::days(15));
    assert_eq!(shop.shopper(LEYLA).earnings_text().await, "balance 110, pending 0 | earned +110 = 110");
    let leyla = shop.shopper(LEYLA);
    let request = proto::order::GetBonusesRequest { page: 1, per_page: 20 };
    let page = leyla.bonuses.clone().get(leyla.context.sign(request)).await.unwrap().into_inner();
    assert_eq!(page.meta.unwrap().total, 0, "earnings are no bonuses");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn returned_goods_take_back_exactly_what_they_earned(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let (buyer, leyla, operator) = (shop.shopper(1), shop.shopper(LEYLA), shop.any_operator());
    let order = shop.order_by_referral(&buyer).await;
    shop.deliver(&order.code).await;
    let (line_of_three, flower) = (order.lines[0].id, order.lines[1].id);
    // Pending earnings after each refund: a unit of product 1 takes back 30, the flower 20.
    for (number, (line, expected)) in
        [(line_of_three, 80), (flower, 60), (line_of_three, 30), (line_of_three, 0)].into_iter().enumerate()
    {
        let refund = buyer.request_refund(&order.code, &[(line, 1)], &format!("unit {number}")).await.unwrap();
        operator.approve_refund(refund.id).await.unwrap();
        operator.approve_refund(refund.id).await.unwrap();
        assert_eq!(leyla.earnings().await.pending, expected);
        assert_eq!(ledger(&pool).await, (expected, expected));
    }
    let expected = "balance 0, pending 0 | taken_back -30 = 0, taken_back -30 = 30, taken_back -20 = 60, \
                    taken_back -30 = 80, earned +110 = 110";
    assert_eq!(leyla.earnings_text().await, expected);
    let earnings = leyla.earnings().await;
    assert_eq!((earnings.earned, earnings.taken_back), (110, 110));
    assert_eq!(figures_text(earnings.total.as_ref()), "0 clicks, 1 orders, +110 −110");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn goods_returned_after_maturity_are_owed_by_the_blogger(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let order = shop.order_by_referral(&shop.shopper(1)).await;
    shop.deliver(&order.code).await;
    shop.clock.advance(TimeDelta::days(20));
    let refund = shop.shopper(1).request_refund(&order.code, &[], "by grace").await.unwrap();
    shop.any_operator().approve_refund(refund.id).await.unwrap();
    let words = shop.shopper(LEYLA).earnings_text().await;
    assert_eq!(words, "balance 0, pending 0 | taken_back -110 = 0, earned +110 = 110");
    assert_eq!(ledger(&pool).await, (0, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn earnings_are_based_on_the_amount_after_promo_codes(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    sqlx::query(
        "insert into promo (code, folded, kind, value, is_for_reduced) values ('HALFOFF', 'halfoff', 'percent', 50, true)",
    )
    .execute(&pool)
    .await
    .unwrap();
    let buyer = shop.shopper(1);
    buyer.add_from((1, 3), shop.list_referral()).await.unwrap();
    let mut request = crate::ordering::order_request(&buyer.quote_with("halfoff").await, PaymentMethod::Cash, "promo");
    request.promo_code = Some("halfoff".to_owned());
    buyer.place(request).await.unwrap();
    assert_eq!(referred_lines(&pool).await, [ReferredLine::earning(1, Some(LIST_ID), 45)]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn own_purchases_devices_and_addresses_earn_nothing(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    shop.auth.set_self_dealing(2, SelfDealing::OwnDevice);
    shop.auth.set_self_dealing(3, SelfDealing::OwnAddress);
    for (buyer, reason) in [(LEYLA, "own_purchase"), (2, "own_device"), (3, "own_address")] {
        let order = shop.order_by_referral(&shop.shopper(buyer)).await;
        shop.deliver(&order.code).await;
        let lines = referred_lines(&pool).await;
        // The order has two lines.
        let newest = &lines[lines.len() - 2..];
        assert!(newest.iter().all(|line| line.bar.as_deref() == Some(reason)), "{lines:?}");
        assert!(newest.iter().all(|line| line.promised == 0), "{lines:?}");
    }
    let earnings = shop.shopper(LEYLA).earnings().await;
    assert_eq!(
        (earnings.entries.len(), figures_text(earnings.total.as_ref())),
        (0, "0 clicks, 0 orders, +0 −0".to_owned())
    );
    assert_eq!(ledger(&pool).await, (0, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn unknown_closed_and_old_links_are_ignored(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let buyer = shop.shopper(1);
    let old = Referral {
        clicked_at: Some(to_timestamp(shop.clock.clock().now() - TimeDelta::days(31))),
        ..shop.list_referral()
    };
    let unknown_list = Referral { list: Some("gone-b3kd9x".to_owned()), ..shop.list_referral() };
    for referral in [old, unknown_list, shop.code_referral("unknown-x")] {
        buyer.add_from((1, 1), referral).await.unwrap();
    }
    buyer.order_cart(PaymentMethod::Cash).await;
    assert_eq!(referred_lines(&pool).await, []);

    // The click was valid when the product was added, but not 31 days later.
    buyer.add_from((1, 1), shop.list_referral()).await.unwrap();
    shop.clock.advance(TimeDelta::days(31));
    shop.shopper(1).order_cart(PaymentMethod::Cash).await;
    assert_eq!(referred_lines(&pool).await, []);

    // The account is no longer a blogger when the product is ordered.
    let buyer = shop.shopper(1);
    buyer.add_from((1, 1), shop.list_referral()).await.unwrap();
    shop.auth.remove_blogger(LEYLA);
    buyer.order_cart(PaymentMethod::Cash).await;
    assert_eq!(referred_lines(&pool).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn malformed_links_are_refused_with_their_field_and_change_nothing(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let buyer = shop.shopper(1);
    let list = |raw: &str| Referral { list: Some(raw.to_owned()), ..shop.list_referral() };
    for (referral, expected) in [
        (list(""), "referral.list: required"),
        (list("<script>"), "referral.list: invalid_characters"),
        (list(&"a".repeat(81)), "referral.list: too_long"),
        (shop.code_referral("LEYLA"), "referral.code: invalid_characters"),
        (Referral { list: None, code: None, ..shop.list_referral() }, "referral.list: required"),
        (Referral { clicked_at: None, ..shop.list_referral() }, "referral.clickedAt: required"),
    ] {
        assert_eq!(refused(buyer.add_from((1, 1), referral).await), format!("validation_failed {expected}"));
    }
    assert_eq!(buyer.units().await.unwrap(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_last_click_wins_and_a_line_keeps_its_referral(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    shop.auth.add_blogger(NIGAR, "nigar-a");
    let buyer = shop.shopper(1);
    buyer.add_from((1, 1), shop.list_referral()).await.unwrap();
    buyer.add((1, None), 1).await.unwrap();
    // A change without a click keeps the blogger of the line.
    let set_count = UpdateRequest { product_id: 1, count: 5, ..UpdateRequest::default() };
    buyer.carts.clone().update(buyer.context.sign(set_count.clone())).await.unwrap();
    let referrer: Option<i64> = sqlx::query_scalar("select referrer_id from cart_line").fetch_one(&pool).await.unwrap();
    assert_eq!(referrer, Some(LEYLA));

    let with_later_click = UpdateRequest { referral: Some(shop.code_referral("nigar-a")), ..set_count };
    buyer.carts.clone().update(buyer.context.sign(with_later_click)).await.unwrap();
    let order = buyer.order_cart(PaymentMethod::Cash).await;
    shop.deliver(&order.code).await;
    // 3 per cent of five units at 10.00 ₼.
    assert_eq!(shop.shopper(NIGAR).earnings_text().await, "balance 0, pending 150 | earned +150 = 150");
    assert_eq!(shop.shopper(LEYLA).earnings_text().await, "balance 0, pending 0 | ");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_bloggers_of_one_order_earn_separately(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    shop.auth.add_blogger(NIGAR, "nigar-a");
    let buyer = shop.shopper(1);
    buyer.add_from((1, 3), shop.list_referral()).await.unwrap();
    buyer.add_from((2, 1), shop.code_referral("nigar-a")).await.unwrap();
    let order = buyer.order_cart(PaymentMethod::Cash).await;
    shop.deliver(&order.code).await;
    let refund = buyer.request_refund(&order.code, &[], "everything").await.unwrap();
    assert_eq!(shop.shopper(LEYLA).earnings_text().await, "balance 0, pending 90 | earned +90 = 90");
    assert_eq!(shop.shopper(NIGAR).earnings_text().await, "balance 0, pending 20 | earned +20 = 20");
    shop.any_operator().approve_refund(refund.id).await.unwrap();
    assert_eq!(shop.shopper(NIGAR).earnings_text().await, "balance 0, pending 0 | taken_back -20 = 0, earned +20 = 20");
    assert_eq!(ledger(&pool).await, (0, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn earnings_are_private(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let code_and_message = |status: Status| (status.code(), status.message().to_owned());
    let request = GetEarningsRequest::default();
    assert_eq!(
        code_and_message(shop.shopper(1).earnings_page(request).await.unwrap_err()),
        (Code::PermissionDenied, "not_a_blogger".to_owned())
    );
    assert_eq!(shop.client_with_token(None).earnings_page(request).await.unwrap_err().code(), Code::Unauthenticated);
    let invalid = GetEarningsRequest { days: 31, ..request };
    assert_eq!(refused(shop.shopper(LEYLA).earnings_page(invalid).await), "validation_failed days: unknown_value");
    let quarter = GetEarningsRequest { days: 90, ..request };
    let page = shop.shopper(LEYLA).earnings_page(quarter).await.unwrap();
    let earnings = page.earnings.unwrap();
    assert_eq!((earnings.by_day.len(), page.meta.unwrap().total), (90, 0));
    let rates: Vec<_> = earnings.rates.iter().map(|rate| (rate.title.as_str(), rate.basis_points)).collect();
    assert_eq!(rates, [("Hamısı", 300), ("Gül", 100)]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn deliveries_and_refunds_at_the_same_moment_agree_with_the_ledger(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let mut refunds = Vec::new();
    for buyer in 1..=4 {
        let order = shop.order_by_referral(&shop.shopper(buyer)).await;
        shop.deliver(&order.code).await;
        let line = order.lines[0].id;
        refunds.push(shop.shopper(buyer).request_refund(&order.code, &[(line, 1)], "at once").await.unwrap().id);
    }
    let operator = shop.any_operator();
    let approved = futures::future::join_all(refunds.iter().map(|id| operator.approve_refund(*id))).await;
    assert!(approved.iter().all(Result::is_ok), "{approved:?}");
    // Each order earns 110, and one returned unit takes back 30.
    assert_eq!(ledger(&pool).await, (320, 320));
    let earnings = shop.shopper(LEYLA).earnings().await;
    assert_eq!((earnings.pending, earnings.entries.len()), (320, 2 * 4));
    for pair in earnings.entries.windows(2) {
        assert_eq!(pair[0].balance, pair[1].balance + pair[0].amount);
    }
}
