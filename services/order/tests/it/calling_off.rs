//! Tests orders that are cancelled, not paid in time, or paid by another method.

use chrono::TimeDelta;
use proto::order::{OrderStatus, PaymentMethod, PaymentStatus};
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    ordering::{assert_all_settled, stages},
    scripted_stock::State,
    shop::{TestShop, refused},
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn cancelling_returns_the_goods_before_and_after_the_sale(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.stock.set_count(1, 9);
    let aygun = shop.shopper(1);
    let unsold = aygun.order_one().await;
    let cancelled = aygun.cancel(&unsold.code).await.unwrap();
    assert_eq!((cancelled.status(), cancelled.can_cancel), (OrderStatus::Cancelled, false));
    assert_eq!(cancelled.stores[0].status(), OrderStatus::Cancelled);
    assert_eq!(cancelled.status_history.last().unwrap().reason.as_deref(), Some("Fikrimi dəyişdim"));
    shop.run_due_jobs().await;

    let sold = aygun.order_one().await;
    shop.run_due_jobs().await;
    assert_eq!(shop.stock.free(1), 8);
    aygun.cancel(&sold.code).await.unwrap();
    shop.run_due_jobs().await;
    assert_eq!(shop.stock.state(&unsold.code), Some(State::Released));
    assert_eq!(shop.stock.state(&sold.code), Some(State::Restocked));
    assert_eq!(shop.stock.free(1), 9);
    assert_eq!(aygun.cancel(&sold.code).await.unwrap().status_history.len(), 2, "the second call changes nothing");
    assert_all_settled(&shop).await;
    // Both orders were placed and cancelled.
    assert_eq!(announced(&pool).await, ["order_moved"; 4]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_on_its_way_cannot_be_cancelled(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = aygun.order_one().await;
    shop.run_due_jobs().await;
    for to in [OrderStatus::Confirmed, OrderStatus::SearchingCourier, OrderStatus::CourierAppointed] {
        assert!(aygun.order(&order.code).await.unwrap().can_cancel);
        desk.move_order(&order.code, to, None).await.unwrap();
    }
    assert!(!aygun.order(&order.code).await.unwrap().can_cancel);
    assert_eq!(refused(aygun.cancel(&order.code).await), "order_not_cancellable");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_that_is_not_paid_in_time_expires(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.stock.set_count(1, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 4).await.unwrap();
    let order = aygun.order_cart(PaymentMethod::Card).await;
    assert!(order.can_pay);
    assert!(order.pay_until.is_some());
    shop.clock.advance(TimeDelta::minutes(20) - TimeDelta::seconds(1));
    shop.run_due_jobs().await;
    assert_eq!((stages(&pool).await.remove(0).stage.as_str(), shop.stock.free(1)), ("paying", 5));
    shop.clock.advance(TimeDelta::seconds(1));
    shop.run_due_jobs().await;
    // Signs in again, because the token has expired.
    let aygun = shop.shopper(1);
    let expired = aygun.order(&order.code).await.unwrap();
    assert_eq!((expired.status(), expired.payment_status()), (OrderStatus::Cancelled, PaymentStatus::Failed));
    assert_eq!((expired.can_pay, expired.pay_until, shop.stock.free(1)), (false, None, 9));
    assert_eq!(refused(aygun.pay(&order.code, PaymentMethod::Card, "too late").await), "order_not_payable");
    assert_eq!(shop.desk_history(&order.code).await, "waiting by shopper; cancelled by clock");
    assert_all_settled(&shop).await;
}

/// Each attempt to pay gives 20 minutes from now, but at most 40 minutes after the order was placed.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn paying_again_extends_the_time_up_to_twice_its_length(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    aygun.add_one(1).await.unwrap();
    let order = aygun.order_cart(PaymentMethod::Card).await;
    let placed_at = order.created_at.unwrap().seconds;
    let minutes_to_pay = |order: &proto::order::Order| (order.pay_until.unwrap().seconds - placed_at) / 60;
    assert_eq!(minutes_to_pay(&order), 20);
    shop.clock.advance(TimeDelta::minutes(15));
    let second_attempt = shop.shopper(1).pay(&order.code, PaymentMethod::Card, "again").await.unwrap().order.unwrap();
    assert_eq!(minutes_to_pay(&second_attempt), 35);
    shop.clock.advance(TimeDelta::minutes(15));
    let third_attempt =
        shop.shopper(1).pay(&order.code, PaymentMethod::Card, "and again").await.unwrap().order.unwrap();
    assert_eq!(minutes_to_pay(&third_attempt), 40);
    shop.clock.advance(TimeDelta::minutes(10));
    shop.run_due_jobs().await;
    assert_eq!(stages(&pool).await.remove(0).stage, "expired");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unpaid_card_order_can_be_changed_to_cash(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    aygun.add_one(1).await.unwrap();
    let order = aygun.order_cart(PaymentMethod::Card).await;
    for _ in 0..2 {
        let paid = aygun.pay(&order.code, PaymentMethod::Cash, "in cash").await.unwrap().order.unwrap();
        assert_eq!((paid.payment_method(), paid.payment_status()), (PaymentMethod::Cash, PaymentStatus::Unpaid));
        assert!(!paid.can_pay);
        assert!(paid.pay_until.is_none());
    }
    assert_eq!(refused(aygun.pay(&order.code, PaymentMethod::Card, "in cash").await), "idempotency_key_reused");
    assert_eq!(refused(aygun.pay(&order.code, PaymentMethod::Card, "anew").await), "order_not_payable");
    shop.run_due_jobs().await;
    assert_eq!(shop.stock.state(&order.code), Some(State::Sold));
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn cancelling_while_selling_loses_no_goods(pool: PgPool) {
    let shop = TestShop::start_without_limits(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.stock.set_count(1, 50);
    let aygun = shop.shopper(1);
    // The two calls overlap differently each time.
    for _ in 0..15 {
        let order = aygun.order_one().await;
        let (cancelled, jobs) = tokio::join!(aygun.cancel(&order.code), order::run_order_jobs(&shop.app));
        assert_eq!((cancelled.unwrap().status(), jobs.is_ok()), (OrderStatus::Cancelled, true));
        shop.clock.advance(TimeDelta::seconds(20));
        shop.run_due_jobs().await;
    }
    assert_all_settled(&shop).await;
    assert_eq!(shop.stock.free(1), 50);
}
