//! Tests paying by card at the sandbox bank.

use chrono::TimeDelta;
use insta::assert_snapshot;
use order::payment;
use proto::order::{
    Order, OrderStatus, PaymentCallbackRequest, PaymentMethod, PaymentPlansRequest, PaymentStatus, PlacedOrder,
    ReconcileRequest, payments_client::PaymentsClient,
};
use sqlx::PgPool;
use tonic::{Request, Status};

use crate::{
    ordering::{assert_all_settled, order_request},
    shop::{Shopper, TestShop, refused},
};

/// The sandbox bank charges this card.
pub const GOOD_CARD: &str = "4111111111111111";
/// The sandbox bank declines this card.
pub const NO_FUNDS: &str = "4000000000000116";

impl Shopper {
    /// Returns the order and its payment page.
    async fn order_by_card(&self) -> (Order, String) {
        self.add((1, None), 1).await.expect("product 1 is for sale");
        let request = order_request(&self.quote().await, PaymentMethod::Card, "by card");
        order_and_page(self.place(request).await.expect("the order is accepted"))
    }
}

fn order_and_page(placed: PlacedOrder) -> (Order, String) {
    let page = placed.payment.and_then(|payment| payment.redirect_url).expect("the bank has opened a page");
    (placed.order.expect("nothing has changed since the quote"), page)
}

impl TestShop {
    /// Product 1 costs 300.00 ₼.
    pub async fn with_a_product(pool: PgPool) -> Self {
        let shop = Self::start(pool).await;
        shop.catalog.add_offer(1, 30_000, 9);
        shop
    }

    pub async fn receive_callback(&self, provider: &str, body: &[u8]) -> Result<(), Status> {
        let request = PaymentCallbackRequest { provider: provider.to_owned(), body: body.to_vec() };
        PaymentsClient::new(self.channel()).callback(request).await.map(drop)
    }

    /// Waits for the callback with this number, counted from 1, and runs the jobs.
    pub async fn deliver_callback(&self, number: usize) {
        let callbacks = self.bank.callbacks(number).await;
        self.receive_callback("epoint", &callbacks[number - 1]).await.expect("the shop accepts the callback");
        self.run_due_jobs().await;
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_card_pays_and_the_goods_are_sold(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    assert_eq!((order.payment_status(), order.can_pay), (PaymentStatus::Pending, true));
    assert!(page.starts_with(&shop.bank.url), "{page}");
    shop.bank.pay(&page, GOOD_CARD).await;
    // A bank may send a callback twice.
    shop.deliver_callback(1).await;
    shop.deliver_callback(1).await;
    let paid = aygun.order(&order.code).await.unwrap();
    assert_eq!((paid.payment_status(), paid.can_pay, paid.can_cancel), (PaymentStatus::Paid, false, true));
    assert_eq!(refused(aygun.pay(&order.code, PaymentMethod::Card, "twice").await), "order_already_paid");
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_declined_card_can_be_replaced_by_another(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.pay(&page, NO_FUNDS).await;
    shop.deliver_callback(1).await;
    let failed = aygun.order(&order.code).await.unwrap();
    assert_eq!((failed.payment_status(), failed.can_pay), (PaymentStatus::Failed, true));
    let (_, page) = order_and_page(aygun.pay(&order.code, PaymentMethod::Card, "again").await.unwrap());
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.deliver_callback(2).await;
    assert_eq!(aygun.order(&order.code).await.unwrap().payment_status(), PaymentStatus::Paid);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_double_click_makes_one_order_with_one_payment_page(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    let request = order_request(&aygun.quote().await, PaymentMethod::Card, "click");
    let (first, second) = tokio::join!(aygun.place(request.clone()), aygun.place(request));
    let (first_order, first_page) = order_and_page(first.unwrap());
    let (second_order, second_page) = order_and_page(second.unwrap());
    assert_eq!((first_order.code, first_page), (second_order.code, second_page));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn cancelling_a_paid_order_returns_the_money(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.deliver_callback(1).await;
    aygun.cancel(&order.code).await.unwrap();
    assert_eq!(payment::send_due_returns(&shop.app).await.unwrap(), 1);
    shop.deliver_callback(2).await;
    let cancelled = aygun.order(&order.code).await.unwrap();
    let total = cancelled.amounts.unwrap().total;
    assert_eq!((cancelled.status(), cancelled.payment_status()), (OrderStatus::Cancelled, PaymentStatus::Refunded));
    assert_eq!(cancelled.amounts.unwrap().refunded, total);
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_payment_counts_whose_callback_arrives_after_the_time_to_pay(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.clock.advance(TimeDelta::minutes(21));
    shop.run_due_jobs().await;
    shop.run_due_jobs().await;
    let paid = shop.any_operator().order_as_operator(&order.code).await.unwrap();
    assert_eq!((paid.status(), paid.payment_status()), (OrderStatus::Waiting, PaymentStatus::Paid));
    shop.deliver_callback(1).await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_callback_without_a_signature_is_refused(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.pay(&page, NO_FUNDS).await;
    let genuine = String::from_utf8(shop.bank.callbacks(1).await[0].to_vec()).unwrap();
    let forged = genuine.replace("signature=", "signature=A");
    assert_snapshot!(refused(shop.receive_callback("epoint", forged.as_bytes()).await), @"forbidden");
    assert_snapshot!(refused(shop.receive_callback("another", genuine.as_bytes()).await), @"payment_not_found");
    assert_eq!(aygun.order(&order.code).await.unwrap().payment_status(), PaymentStatus::Pending);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_forged_callback_is_refused_and_the_real_one_counts(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.spoil_next_payment("forged").await;
    shop.bank.pay(&page, GOOD_CARD).await;
    let forged = shop.bank.callbacks(1).await.remove(0);
    assert_snapshot!(refused(shop.receive_callback("epoint", &forged).await), @"forbidden");
    assert_eq!(aygun.order(&order.code).await.unwrap().payment_status(), PaymentStatus::Pending);
    shop.deliver_callback(2).await;
    assert_eq!(aygun.order(&order.code).await.unwrap().payment_status(), PaymentStatus::Paid);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_bank_without_callbacks_is_polled(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.spoil_next_payment("drop").await;
    shop.bank.pay(&page, GOOD_CARD).await;
    // The first poll is due after five seconds.
    shop.clock.advance(TimeDelta::seconds(6));
    assert_eq!(payment::poll_due(&shop.app).await.unwrap(), 1);
    assert_eq!(aygun.order(&order.code).await.unwrap().payment_status(), PaymentStatus::Paid);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_wrong_amount_is_returned_and_the_order_waits(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.spoil_next_payment("wrong_amount").await;
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.deliver_callback(1).await;
    assert_eq!(payment::send_due_returns(&shop.app).await.unwrap(), 1);
    let waiting = aygun.order(&order.code).await.unwrap();
    assert_eq!((waiting.payment_status(), waiting.can_pay), (PaymentStatus::Failed, true));
    let (_, page) = order_and_page(aygun.pay(&order.code, PaymentMethod::Card, "again").await.unwrap());
    shop.bank.pay(&page, GOOD_CARD).await;
    // The second callback is about the returned money.
    shop.deliver_callback(3).await;
    let paid = aygun.order(&order.code).await.unwrap();
    assert_eq!((paid.payment_status(), paid.amounts.unwrap().refunded), (PaymentStatus::Paid, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn payment_plans_equal_those_of_product_pages(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let plans = async |amount| {
        let request = PaymentPlansRequest { amount };
        PaymentsClient::new(shop.channel()).plans(request).await.map(|answer| answer.into_inner().plans)
    };
    // Months, and the monthly rate of 100.00 ₼, rounded up.
    let months: Vec<_> =
        plans(10_000).await.unwrap().iter().map(|plan| (plan.months, plan.monthly, plan.total)).collect();
    let expected = [(3, 3_334), (6, 1_667), (12, 834), (18, 556), (24, 417)];
    assert_eq!(months, expected.map(|(months, monthly)| (months, monthly, 10_000)));
    // Below the minimum of 50.00 ₼.
    assert_eq!(plans(4_999).await.unwrap(), []);
    assert_snapshot!(refused(plans(-1).await), @"validation_failed amount: out_of_range");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn operators_compare_a_day_with_the_bank(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    let aygun = shop.shopper(1);
    let (order, page) = aygun.order_by_card().await;
    shop.bank.pay(&page, GOOD_CARD).await;
    let reconcile = async |operator: Shopper, date: &str| {
        let request: Request<_> = operator.context.sign(ReconcileRequest { date: date.to_owned() });
        operator.desk.clone().reconcile(request).await.map(tonic::Response::into_inner)
    };
    let today = shop.clock.now().date_naive().to_string();

    let before_callback = reconcile(shop.any_operator(), &today).await.unwrap();
    let [differing] = before_callback.differing.as_slice() else { panic!("{before_callback:?}") };
    assert_eq!((&*differing.order_code, &*differing.ours, &*differing.theirs), (&*order.code, "pending", "paid"));

    shop.deliver_callback(1).await;
    let after_callback = reconcile(shop.any_operator(), &today).await.unwrap();
    assert_eq!((after_callback.differing.len(), after_callback.agreeing), (0, 1));
    assert_eq!(after_callback.charged, order.amounts.unwrap().total);
    assert_snapshot!(refused(reconcile(shop.any_operator(), "yesterday").await), @"validation_failed date: invalid");
    assert_snapshot!(refused(reconcile(aygun, &today).await), @"forbidden");
}
