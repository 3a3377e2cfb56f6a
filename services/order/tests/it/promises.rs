//! Tests that pages promise the rules that are applied. Return exceptions are goods that can be returned only when they
//! are faulty.

use insta::assert_snapshot;
use kit::client::Channel;
use proto::order::{
    BonusRules, Order, OrderStatus, PaymentMethod, PromiseRulesRequest, PromisesRequest, RateRule, Refund,
    RefundGround, RefundLine, RefundOrderRequest, ReturnExceptionReason, ReturnExceptionRule, ReturnExceptionRules,
    ShopPromises, Titles, ZoneDraft, promise_desk_client::PromiseDeskClient, promises_client::PromisesClient,
};
use sqlx::PgPool;
use tonic::{Request, Status};

use crate::{
    ordering::order_request,
    scripted_auth::{HOME_CITY, HOME_DISTRICT},
    shop::{Shopper, TestShop, refused},
    wholesale::acceptance,
    zones::draft_of,
};

const FLOWERS_CATEGORY: i64 = 22;

pub fn titles(az: &str) -> Titles {
    Titles { az: az.to_owned(), ru: format!("{az} ru"), en: format!("{az} en") }
}

/// Only flowers are an exception, because they are perishable.
pub fn flowers() -> ReturnExceptionRules {
    let reason = ReturnExceptionReason::Perishable.into();
    ReturnExceptionRules {
        exceptions: vec![ReturnExceptionRule {
            title: Some(titles("Gül")),
            reason,
            category_ids: vec![FLOWERS_CATEGORY],
        }],
    }
}

impl TestShop {
    /// Returns the promises as a guest reads them.
    pub async fn promises(&self, language: &'static str) -> ShopPromises {
        let mut request = Request::new(PromisesRequest {});
        request.metadata_mut().insert("accept-language", language.parse().expect("the language is valid"));
        PromisesClient::new(self.channel()).get(request).await.expect("the promises can be read").into_inner()
    }

    pub fn promise_desk(&self) -> PromiseDeskClient<Channel> {
        PromiseDeskClient::new(self.channel())
    }

    pub async fn set_exceptions(&self, exceptions: ReturnExceptionRules) {
        let request = self.any_operator().context.sign(exceptions);
        self.promise_desk().save_return_exceptions(request).await.expect("an operator may change the rules");
    }

    /// Delivers a bouquet (product 1) for 10.00 ₼ and three mugs (product 2) for 3.00 ₼ each.
    async fn deliver_flowers_and_mugs(&self, shopper: &Shopper) -> Order {
        self.catalog.add_offer(1, 1_000, 99);
        self.catalog.set_store_and_categories(1, 1, &[FLOWERS_CATEGORY]);
        self.catalog.add_offer(2, 300, 99);
        shopper.add((1, None), 1).await.expect("the product is for sale");
        shopper.add((2, None), 3).await.expect("the product is for sale");
        let placed = shopper.place(order_request(&shopper.quote().await, PaymentMethod::Cash, "flowers")).await;
        let order = placed.expect("the order is accepted").order.expect("nothing has changed since the quote");
        self.deliver(&order.code).await;
        shopper.order(&order.code).await.expect("the shopper sees the order")
    }
}

impl Shopper {
    /// Returns goods without a fault. `lines` are line ids and numbers of units; no lines mean all that can be
    /// returned.
    async fn request_return(&self, code: &str, lines: &[(i64, i64)], key: &str) -> Result<Refund, Status> {
        let request = RefundOrderRequest {
            code: code.to_owned(),
            reason: "Xoşuma gəlmədi".to_owned(),
            lines: lines.iter().map(|(line_id, count)| RefundLine { line_id: *line_id, count: *count }).collect(),
            idempotency_key: format!("{key:-<8}"),
            ground: RefundGround::ChangedMind.into(),
            pictures: vec![],
        };
        Ok(self.orders.clone().ask_refund(self.context.sign(request)).await?.into_inner())
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn promises_are_the_rules_in_the_readers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.set_exceptions(flowers()).await;
    let [az, ru] = [shop.promises("az").await, shop.promises("ru").await];
    assert_eq!((az.tariffs[0].title.as_str(), ru.tariffs[0].title.as_str()), ("Bakı", "Баку"));
    assert_eq!((az.return_exceptions[0].title.as_str(), ru.return_exceptions[0].title.as_str()), ("Gül", "Gül ru"));
    assert_eq!((az.free_from_lowest, az.free_from_everywhere), (Some(5_000), Some(15_000)));
    assert_eq!((az.return_days, az.click_days, az.pay_minutes), (14, 30, 20));
    assert_eq!(az.cancellable_until(), OrderStatus::CourierAppointed);
    assert_eq!((az.installment_minimum, az.installment_months), (5_000, vec![3, 6, 12, 18, 24]));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_changed_tariff_is_promised_and_charged_immediately(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let desk = shop.operator(9);
    let baku = desk.zone(1).await.unwrap();
    let draft = ZoneDraft { fee: Some(450), free_from: None, ..draft_of(&baku) };
    let saved = desk.update_zone(&baku, draft).await.unwrap();
    assert_eq!((saved.fee, saved.free_from, saved.version), (450, None, 2));
    let promised = shop.promises("en").await;
    assert_eq!((promised.tariffs[0].fee, promised.tariffs[0].free_from), (450, None));
    assert_eq!((promised.free_from_lowest, promised.free_from_everywhere), (Some(5_000), None));
    let slots = shop.slots(HOME_CITY, Some(HOME_DISTRICT)).await.unwrap();
    assert_eq!((slots.days[1].slots[0].fee, slots.free_from), (450, None));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn changed_bonus_rules_are_promised_immediately(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let rule = RateRule { title: Some(titles("Hamısı")), basis_points: Some(275), ..RateRule::default() };
    let rules = BonusRules { rules: vec![rule], spend_share: Some(2_500) };
    let request = shop.any_operator().context.sign(rules);
    shop.promise_desk().save_bonus_rules(request).await.unwrap();
    let bonus = shop.promises("az").await.bonus.unwrap();
    assert_eq!((bonus.rates[0].basis_points, bonus.spend_share), (275, 2_500));
    let actions: Vec<String> = sqlx::query_scalar("select action from audit").fetch_all(&pool).await.unwrap();
    assert_eq!(actions, ["bonus_changed"]);
    let refusal = sqlx::query("update rule_change set operator_id = 1").execute(&pool).await.unwrap_err().to_string();
    assert!(refusal.contains("rule_change is only ever added to"), "{refusal}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_operators_change_rules(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (aygun, mut desk) = (shop.shopper(1), shop.promise_desk());
    assert_eq!(refused(desk.get(aygun.context.sign(PromiseRulesRequest {})).await), "forbidden");
    assert_eq!(refused(desk.save_bonus_rules(aygun.context.sign(BonusRules::default())).await), "forbidden");
    assert_eq!(refused(desk.save_return_exceptions(aygun.context.sign(flowers())).await), "forbidden");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn flowers_can_be_returned_only_when_faulty(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.set_exceptions(flowers()).await;
    let aygun = shop.shopper(1);
    let order = shop.deliver_flowers_and_mugs(&aygun).await;
    let line = |product: i64| order.lines.iter().find(|line| line.product_id == product).unwrap();
    let (bouquet, mugs) = (line(1), line(2));
    assert_eq!((bouquet.return_exception.as_deref(), mugs.return_exception.as_deref()), (Some("perishable"), None));

    let refusal = refused(aygun.request_return(&order.code, &[(bouquet.id, 1)], "bouquet").await);
    assert_snapshot!(refusal, @"validation_failed lines: not_returnable");
    let mugs_refund = aygun.request_return(&order.code, &[], "everything").await.unwrap();
    assert_eq!(mugs_refund.lines, [RefundLine { line_id: mugs.id, count: 3 }], "the bouquet is left out");
    // The delivery fee is not paid back, because the bouquet stays.
    assert_eq!((mugs_refund.amount, mugs_refund.ground()), (900, RefundGround::ChangedMind));

    let refusal = refused(aygun.request_return(&order.code, &[], "more").await);
    assert_snapshot!(refusal, @"validation_failed lines: not_returnable");
    let wilted = aygun.request_refund(&order.code, &[(bouquet.id, 1)], "wilted").await.unwrap();
    assert_eq!(wilted.ground(), RefundGround::Faulty);

    let forced = sqlx::query("insert into refund_line (refund_id, line_id, count, amount) values ($1, $2, 1, 0)");
    let error = forced.bind(mugs_refund.id).bind(bouquet.id).execute(&pool).await.unwrap_err();
    assert_eq!(error.as_database_error().unwrap().constraint(), Some("refund_line_returnable_check"));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn flowers_of_an_accepted_quote_can_be_returned_only_when_faulty(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    shop.catalog.set_store_and_categories(1, 1, &[FLOWERS_CATEGORY]);
    shop.set_exceptions(flowers()).await;
    let aygun = shop.shopper(1);
    let requested = shop.request_and_quote(&aygun).await;
    let answer = aygun.accept_quote(acceptance(&requested, PaymentMethod::Card, "yes")).await.unwrap();
    let order = aygun.order(&answer.request.unwrap().order.unwrap().code).await.unwrap();
    let exceptions: Vec<_> = order.lines.iter().map(|line| line.return_exception.as_deref()).collect();
    assert_eq!(exceptions, [Some("perishable"), None]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_keeps_the_return_exceptions_of_its_day(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    let order = shop.deliver_flowers_and_mugs(&aygun).await;
    shop.set_exceptions(flowers()).await;
    let refund = aygun.request_return(&order.code, &[], "everything").await.unwrap();
    // The bouquet, three mugs, and 3.00 ₼ for delivery.
    assert_eq!((refund.lines.len(), refund.amount), (2, 2_200));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn goods_can_be_returned_without_a_reason_until_the_return_period_ends(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let order = shop.deliver_flowers_and_mugs(&shop.shopper(1)).await;
    let until = order.return_until.expect("a delivered order has a return period");
    let ends = chrono::DateTime::from_timestamp(until.seconds, 0).expect("the time is valid");
    shop.clock.advance(ends - shop.clock.now() - chrono::TimeDelta::seconds(1));
    let aygun = shop.shopper(1);
    let mugs = order.lines.iter().find(|line| line.product_id == 2).unwrap().id;
    aygun.request_return(&order.code, &[(mugs, 1)], "in time").await.unwrap();

    shop.clock.advance(chrono::TimeDelta::seconds(1));
    assert_eq!(refused(aygun.request_return(&order.code, &[(mugs, 1)], "too late").await), "return_period_over");
    aygun.request_refund(&order.code, &[(mugs, 1)], "faulty").await.unwrap();
    let without_ground = RefundOrderRequest {
        code: order.code.clone(),
        reason: "Səbəbsiz".to_owned(),
        idempotency_key: "no-ground".to_owned(),
        ..RefundOrderRequest::default()
    };
    let refusal = refused(aygun.orders.clone().ask_refund(aygun.context.sign(without_ground)).await);
    assert_snapshot!(refusal, @"validation_failed ground: required");
}
