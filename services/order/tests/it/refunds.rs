//! Tests refunds: shoppers return goods of a delivered order, operators decide, and the money goes back.

use futures::future::join_all;
use insta::assert_snapshot;
use order::payment;
use proto::{
    json::to_name,
    order::{
        DecideRefundRequest, DeskRefundsRequest, Order, PaymentMethod, Refund, RefundGround, RefundLine,
        RefundOrderRequest, RefundPage, RefundStatus, RefundWay,
    },
};
use sqlx::PgPool;
use testkit::database::announced;
use tonic::Status;

use crate::{
    desk::STEPS_TO_DELIVERY,
    ordering::order_request,
    paying::GOOD_CARD,
    scripted_stock::{Call, Failure},
    shop::{Shopper, TestShop, refused},
    tracking::{next, track},
};

/// The total of the order of [`TestShop::deliver_order`].
const TOTAL: i64 = 2_199;

impl Shopper {
    /// Requests a refund of faulty goods. `lines` are line ids and numbers of units; no lines mean the whole order.
    pub async fn request_refund(&self, code: &str, lines: &[(i64, i64)], key: &str) -> Result<Refund, Status> {
        let request = self.context.sign(refund_request(code, lines, key));
        Ok(self.orders.clone().ask_refund(request).await?.into_inner())
    }

    /// The goods are not sold again.
    pub async fn approve_refund(&self, id: i64) -> Result<Refund, Status> {
        self.decide_refund(DecideRefundRequest { id, approve: true, answer: None, restock: false }).await
    }

    async fn refuse_refund(&self, id: i64) -> Result<Refund, Status> {
        let answer = Some("Qutunun şəklini göndərin".to_owned());
        self.decide_refund(DecideRefundRequest { id, approve: false, answer, restock: false }).await
    }

    pub async fn decide_refund(&self, request: DecideRefundRequest) -> Result<Refund, Status> {
        Ok(self.desk.clone().decide_refund(self.context.sign(request)).await?.into_inner())
    }

    pub async fn list_refunds(&self, status: RefundStatus) -> Result<RefundPage, Status> {
        let request = DeskRefundsRequest { status: status.into(), page: 1, per_page: 10 };
        Ok(self.desk.clone().refunds(self.context.sign(request)).await?.into_inner())
    }
}

impl TestShop {
    pub async fn deliver(&self, code: &str) {
        self.run_due_jobs().await;
        for to in STEPS_TO_DELIVERY {
            self.any_operator().move_order(code, to, None).await.expect("the next status is allowed");
        }
    }

    /// Delivers an order of 21.99 ₼ in cash: three units of product 1 at 3.33 ₼ and one of product 2 at 10.00 ₼, less a
    /// promo discount of 1.00 ₼, delivered for 3.00 ₼.
    pub async fn deliver_order(&self, shopper: &Shopper) -> Order {
        self.catalog.add_offer(1, 333, 99);
        self.catalog.add_offer(2, 1_000, 99);
        sqlx::query(
            "insert into promo (code, folded, kind, value, is_for_reduced)
             values ('HUNDRED', 'hundred', 'fixed', 100, true)
             on conflict do nothing",
        )
        .execute(&self.app.pool)
        .await
        .expect("the promo code is stored");
        shopper.add((1, None), 3).await.expect("the product is for sale");
        shopper.add((2, None), 1).await.expect("the product is for sale");
        let promo_code = Some("HUNDRED".to_owned());
        let request = order_request(&shopper.quote_with("HUNDRED").await, PaymentMethod::Cash, "delivered");
        let placed = shopper
            .place(proto::order::PlaceOrderRequest { promo_code, ..request })
            .await
            .expect("the order is accepted");
        let order = placed.order.expect("nothing has changed since the quote");
        self.deliver(&order.code).await;
        let order = shopper.order(&order.code).await.expect("the shopper sees the order");
        assert_eq!((order.amounts.expect("an order has amounts").total, order.can_refund), (TOTAL, true));
        order
    }

    /// Returns the sum of all ledger entries, which must be 0, and the cash.
    async fn ledger_sum_and_cash(&self) -> (i64, i64) {
        let sum = "select coalesce(sum(amount), 0)::bigint, coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint from entry";
        sqlx::query_as(sum).fetch_one(&self.app.pool).await.expect("the ledger can be read")
    }
}

pub fn refund_request(code: &str, lines: &[(i64, i64)], key: &str) -> RefundOrderRequest {
    RefundOrderRequest {
        code: code.to_owned(),
        reason: "Qutu əzilmişdi".to_owned(),
        lines: lines.iter().map(|(line_id, count)| RefundLine { line_id: *line_id, count: *count }).collect(),
        idempotency_key: format!("{key:-<8}"),
        ground: RefundGround::Faulty.into(),
        pictures: vec![],
    }
}

/// Returns status, payment status and refunded amount, for example `delivered paid 0`.
fn order_text(order: &Order) -> String {
    let payment = to_name(order.payment_status());
    format!("{} {payment} {}", to_name(order.status()), order.amounts.expect("an order has amounts").refunded)
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn partial_refunds_add_up_to_the_amount_paid(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let (line_of_three, line_of_one) = (order.lines[0].id, order.lines[1].id);
    let mut amounts = Vec::new();
    for (number, line) in [line_of_three, line_of_three, line_of_one, line_of_three].into_iter().enumerate() {
        let requested = aygun.request_refund(&order.code, &[(line, 1)], &format!("piece {number}")).await.unwrap();
        assert_eq!((requested.status(), requested.way()), (RefundStatus::Requested, RefundWay::Cash));
        let paid = desk.approve_refund(requested.id).await.unwrap();
        assert_eq!((paid.status(), paid.amount), (RefundStatus::Paid, requested.amount));
        amounts.push(paid.amount);
        assert_eq!(desk.approve_refund(requested.id).await.unwrap(), paid, "the second call changes nothing");
        let (balance, cash) = shop.ledger_sum_and_cash().await;
        assert_eq!((balance, cash), (0, TOTAL - amounts.iter().sum::<i64>()));
        let refunded_order = aygun.order(&order.code).await.unwrap();
        let is_last = number == 3;
        let expected = if is_last {
            "returned refunded 2199".to_owned()
        } else {
            format!("delivered partly_refunded {}", amounts.iter().sum::<i64>())
        };
        assert_eq!(order_text(&refunded_order), expected);
    }
    // The discount is shared by price, and the last refund includes the delivery fee.
    assert_snapshot!(format!("{amounts:?}"), @"[316, 317, 950, 616]");
    let returned = aygun.order(&order.code).await.unwrap();
    assert_eq!((returned.refunds.len(), returned.can_refund), (4, false));
    assert!(returned.lines.iter().all(|line| line.refunded_count == line.count));
    assert_eq!(refused(aygun.request_refund(&order.code, &[], "more").await), "order_not_refundable");
    let kinds = announced(&pool).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "order_paid").count(), 3, "paid, partly and fully refunded");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_full_refund_includes_the_delivery_fee(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let full_refund = aygun.request_refund(&order.code, &[], "whole").await.unwrap();
    assert_eq!((full_refund.amount, full_refund.lines.len()), (TOTAL, 2));
    assert_eq!(
        aygun.request_refund(&order.code, &[], "whole").await.unwrap(),
        full_refund,
        "the same request is the same refund"
    );
    assert_eq!(
        refused(aygun.request_refund(&order.code, &[(order.lines[0].id, 1)], "whole").await),
        "idempotency_key_reused"
    );
    assert_eq!(refused(aygun.request_refund(&order.code, &[], "again").await), "refund_too_large");
    assert!(!aygun.order(&order.code).await.unwrap().can_refund);

    let refusal = desk.refuse_refund(full_refund.id).await.unwrap();
    assert_eq!((refusal.status(), refusal.answer.is_some()), (RefundStatus::Refused, true));
    assert_eq!(refused(desk.approve_refund(full_refund.id).await), "refund_decided");
    assert_eq!(order_text(&aygun.order(&order.code).await.unwrap()), "delivered paid 0");

    let second_refund = aygun.request_refund(&order.code, &[], "again").await.unwrap();
    assert_eq!(
        (desk.approve_refund(second_refund.id).await.unwrap().amount, shop.ledger_sum_and_cash().await),
        (TOTAL, (0, 0))
    );
    assert_eq!(order_text(&aygun.order(&order.code).await.unwrap()), "returned refunded 2199");
    assert_eq!(refused(desk.refuse_refund(second_refund.id).await), "refund_decided");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_delivery_fee_is_refunded_once_with_the_last_unit(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let (line_of_three, line_of_one) = (order.lines[0].id, order.lines[1].id);
    let first = aygun.request_refund(&order.code, &[(line_of_one, 1)], "first").await.unwrap();
    let second = aygun.request_refund(&order.code, &[(line_of_three, 3)], "second").await.unwrap();
    // The last units include the delivery fee of 3.00 ₼.
    assert_eq!((first.amount, second.amount), (950, 949 + 300));
    // The second is approved when the unit of the first is not refunded yet. So the fee moves to the first.
    assert_eq!(desk.approve_refund(second.id).await.unwrap().amount, 949);
    assert_eq!(desk.approve_refund(first.id).await.unwrap().amount, 950 + 300);
    assert_eq!(order_text(&aygun.order(&order.code).await.unwrap()), "returned refunded 2199");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_hundred_concurrent_refunds_never_exceed_the_order(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let line_of_three = order.lines[0].id;
    let keys: Vec<_> = (0..200).map(|number| format!("request {number}")).collect();
    let one_unit = [(line_of_three, 1)];
    let requested = join_all(keys.iter().map(|key| aygun.request_refund(&order.code, &one_unit, key.as_str()))).await;
    let (accepted, refusals): (Vec<_>, Vec<_>) = requested.into_iter().partition(Result::is_ok);
    assert_eq!((accepted.len(), refusals.len()), (3, 200 - 3), "the line has three units");
    assert!(refusals.into_iter().all(|refusal| refused(refusal) == "refund_too_large"));
    let ids: Vec<_> = accepted.into_iter().map(|refund| refund.unwrap().id).collect();
    let decided = join_all((0..60).map(|turn| desk.approve_refund(ids[turn % 3]))).await;
    assert!(decided.iter().all(Result::is_ok));
    // Three units at 3.33 ₼, less 0.50 ₼ of the discount.
    assert_eq!(order_text(&aygun.order(&order.code).await.unwrap()), "delivered partly_refunded 949");
    assert_eq!(shop.ledger_sum_and_cash().await, (0, TOTAL - 949));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn card_payments_are_refunded_to_the_card(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 30_000, 99);
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    aygun.add((1, None), 2).await.unwrap();
    let placed = aygun.place(order_request(&aygun.quote().await, PaymentMethod::Card, "by card")).await.unwrap();
    let code = placed.order.unwrap().code;
    shop.bank.pay(&placed.payment.unwrap().redirect_url.unwrap(), GOOD_CARD).await;
    shop.deliver_callback(1).await;
    shop.deliver(&code).await;
    let line = aygun.order(&code).await.unwrap().lines[0].id;

    let first_half = aygun.request_refund(&code, &[(line, 1)], "half").await.unwrap();
    assert_eq!((first_half.way(), first_half.amount), (RefundWay::Card, 30_000));
    assert_eq!(desk.approve_refund(first_half.id).await.unwrap().status(), RefundStatus::Approved);
    assert_eq!(
        order_text(&aygun.order(&code).await.unwrap()),
        "delivered paid 0",
        "the refund is not booked before the bank has made it"
    );
    payment::send_due_returns(&shop.app).await.unwrap();
    let order = aygun.order(&code).await.unwrap();
    assert_eq!(
        (order_text(&order).as_str(), order.refunds[0].status()),
        ("delivered partly_refunded 30000", RefundStatus::Paid)
    );

    let other_half = aygun.request_refund(&code, &[], "other half").await.unwrap();
    desk.approve_refund(other_half.id).await.unwrap();
    payment::send_due_returns(&shop.app).await.unwrap();
    assert_eq!(order_text(&aygun.order(&code).await.unwrap()), "returned refunded 60000");
    assert_eq!(desk.list_refunds(RefundStatus::Paid).await.unwrap().refunds.len(), 2);
    assert_eq!(shop.ledger_sum_and_cash().await.0, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn returned_goods_are_restocked_once_however_often_it_is_reported(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.stock.set_count(1, 10);
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    assert_eq!(shop.stock.free(1), 7);
    // The first unit cannot be sold again, the second can.
    for (key, restock) in [("kept", false), ("for sale", true)] {
        let requested = aygun.request_refund(&order.code, &[(order.lines[0].id, 1)], key).await.unwrap();
        let request = DecideRefundRequest { id: requested.id, approve: true, answer: None, restock };
        desk.decide_refund(request).await.unwrap();
    }
    shop.stock.fail_calls(Call::Restock, Failure::After);
    assert!(order::restock_due(&shop.app).await.is_err());
    assert_eq!(shop.stock.free(1), 8, "the stock service has done its work, but its answer is lost");
    shop.stock.stop_failing();
    shop.clock.advance(chrono::TimeDelta::minutes(1));
    for _ in 0..2 {
        order::restock_due(&shop.app).await.unwrap();
        assert_eq!(shop.stock.free(1), 8);
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_delivered_goods_can_be_refunded_and_only_by_their_shopper(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (aygun, rauf, desk) = (shop.shopper(1), shop.shopper(2), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let line = order.lines[0].id;
    shop.catalog.add_offer(1, 1_000, 99);
    let undelivered = rauf.order_one().await;
    assert_eq!(refused(rauf.request_refund(&undelivered.code, &[], "early").await), "order_not_refundable");
    assert_eq!(refused(rauf.request_refund(&order.code, &[], "not mine").await), "order_not_found");
    assert_snapshot!(refused(aygun.request_refund(&order.code, &[(undelivered.lines[0].id, 1)], "other").await), @"validation_failed lines: unknown_value");
    assert_snapshot!(refused(aygun.request_refund(&order.code, &[(line, 0)], "none").await), @"validation_failed lines: out_of_range");
    assert_snapshot!(refused(aygun.request_refund(&order.code, &[(line, 1), (line, 1)], "twice").await), @"validation_failed lines: invalid");
    assert_snapshot!(refused(aygun.request_refund(&order.code, &[(line, 4)], "four").await), @"refund_too_large");
    let requested = aygun.request_refund(&order.code, &[(line, 1)], "one").await.unwrap();
    let without_answer = DecideRefundRequest { id: requested.id, ..DecideRefundRequest::default() };
    assert_snapshot!(refused(desk.decide_refund(without_answer).await), @"validation_failed answer: required");
    assert_eq!(refused(desk.approve_refund(404).await), "refund_not_found");
    assert_eq!(refused(aygun.approve_refund(requested.id).await), "forbidden");
    assert_eq!(refused(aygun.list_refunds(RefundStatus::Unspecified).await), "forbidden");
    let waiting = desk.list_refunds(RefundStatus::Requested).await.unwrap();
    assert_eq!((waiting.refunds, waiting.meta.unwrap().total), (vec![requested], 1));
    let audited_decisions: i64 = sqlx::query_scalar("select count(*) from audit where action like 'refund%'")
        .fetch_one(&shop.app.pool)
        .await
        .unwrap();
    assert_eq!(audited_decisions, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn erasing_an_account_deletes_the_texts_of_its_refunds(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let order = shop.deliver_order(&shop.shopper(1)).await;
    let requested = shop.shopper(1).request_refund(&order.code, &[], "whole").await.unwrap();
    shop.any_operator().refuse_refund(requested.id).await.unwrap();
    sqlx::query("update status_change set reason = 'Aygün belə istədi'").execute(&pool).await.unwrap();
    // The table of erased accounts.
    sqlx::query("insert into leaver (account_id, left_at) values (1, now())").execute(&pool).await.unwrap();
    assert_eq!(order::mask_erased_accounts(&shop.app).await.unwrap(), 1);
    let requested = shop.any_operator().list_refunds(RefundStatus::Refused).await.unwrap().refunds.remove(0);
    assert_eq!((requested.reason.as_str(), requested.answer.as_deref(), requested.amount), ("", Some(""), TOTAL));
    let kept_reasons = "select count(*) from status_change where reason is not null";
    assert_eq!(sqlx::query_scalar::<_, i64>(kept_reasons).fetch_one(&pool).await.unwrap(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_open_page_shows_the_state_of_the_refund(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    tokio::spawn(shop.app.tracker.clone().run(pool, tokio_util::sync::CancellationToken::new()));
    let mut stream = track(&aygun, &order.code).await.unwrap();
    assert_eq!(next(&mut stream).await.refunds, []);
    let requested = aygun.request_refund(&order.code, &[], "whole").await.unwrap();
    assert_eq!(next(&mut stream).await.refunds, std::slice::from_ref(&requested));
    let refused = desk.refuse_refund(requested.id).await.unwrap();
    assert_eq!(next(&mut stream).await.refunds, [refused]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn pictures_of_faults_are_shown_to_operators(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    let order = shop.deliver_order(&aygun).await;
    let request_with = async |pictures: Vec<String>, key: &str| {
        let request = RefundOrderRequest {
            code: order.code.clone(),
            reason: "Vaza sınıb".to_owned(),
            idempotency_key: format!("{key:-<8}"),
            ground: RefundGround::Faulty.into(),
            pictures,
            lines: vec![],
        };
        let answer = aygun.orders.clone().ask_refund(aygun.context.sign(request)).await?;
        Ok::<_, Status>(answer.into_inner())
    };
    let picture = |number: usize| format!("/media/0123456789abcde{number}/640.webp");
    for invalid in ["https://elsewhere.example/640.webp", "/media/../etc/640.webp", "/media//640.webp", ""] {
        assert_eq!(
            refused(request_with(vec![invalid.to_owned()], invalid).await),
            "validation_failed pictures: invalid_link"
        );
    }
    assert_eq!(
        refused(request_with((0..6).map(picture).collect(), "six").await),
        "validation_failed pictures: too_many"
    );
    // A refund has at most five pictures.
    let pictures: Vec<_> = (0..5).map(picture).collect();
    let refund = request_with(pictures.clone(), "five").await.unwrap();
    assert_eq!(refund.pictures, pictures);
    assert_eq!(aygun.order(&order.code).await.unwrap().refunds[0].pictures, pictures);
    let page = shop.any_operator().list_refunds(RefundStatus::Requested).await.unwrap();
    assert_eq!(page.refunds[0].pictures, pictures);
}
