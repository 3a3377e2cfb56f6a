//! Tests how operators move orders from one status to the next.

use insta::assert_snapshot;
use proto::order::{DeskListRequest, OrderStatus, PaymentMethod, PaymentStatus};
use sqlx::PgPool;
use testkit::{audit::changes, database::announced};

use crate::{
    ordering::assert_all_settled,
    scripted_stock::State,
    shop::{Shopper, TestShop, refused},
};

/// The statuses after `Waiting`.
pub const STEPS_TO_DELIVERY: [OrderStatus; 6] = [
    OrderStatus::Confirmed,
    OrderStatus::SearchingCourier,
    OrderStatus::CourierAppointed,
    OrderStatus::HandedToCourier,
    OrderStatus::OnTheWay,
    OrderStatus::Delivered,
];

/// Product 1 belongs to store 1, product 2 to store 5.
async fn shop_with_two_stores(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.catalog.add_offer(2, 2_000, 99);
    shop.catalog.set_store_and_categories(2, 5, &[]);
    shop
}

async fn order_of_both(shop: &TestShop, shopper: &Shopper) -> String {
    shopper.add((1, None), 1).await.expect("the product is for sale");
    shopper.add((2, None), 1).await.expect("the product is for sale");
    let order = shopper.order_cart(PaymentMethod::Cash).await;
    shop.run_due_jobs().await;
    order.code
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cash_order_is_delivered_and_paid(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let code = order_of_both(&shop, &aygun).await;
    for to in STEPS_TO_DELIVERY {
        let moved = desk.move_order(&code, to, None).await.unwrap();
        assert_eq!(moved.status(), to);
        assert!(moved.stores.iter().all(|part| part.status() == to));
        assert_eq!(desk.move_order(&code, to, None).await.unwrap(), moved, "the second call changes nothing");
    }
    let delivered = aygun.order(&code).await.unwrap();
    assert_eq!(delivered.payment_status(), PaymentStatus::Paid);
    assert!(delivered.can_refund);
    assert!(!delivered.can_cancel);
    assert_eq!(delivered.status_history.len(), 1 + STEPS_TO_DELIVERY.len());
    assert!(
        delivered.status_history.iter().all(|change| change.actor.is_none()),
        "shoppers do not see who made a change"
    );
    assert_snapshot!(shop.desk_history(&code).await, @"waiting by shopper; confirmed by 9; searching_courier by 9; courier_appointed by 9; handed_to_courier by 9; on_the_way by 9; delivered by 9");
    let kinds = announced(&pool).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "order_moved").count(), 1 + STEPS_TO_DELIVERY.len());
    assert_eq!(kinds[kinds.len() - 3..], ["order_moved", "order_paid", "order_delivered"]);
    assert_eq!(changes(&pool).await, vec![(9, "order_moved".to_owned(), code); STEPS_TO_DELIVERY.len()]);
}

/// Tries to move the order to every other status before each step.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_the_next_step_is_allowed(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let code = order_of_both(&shop, &aygun).await;
    let mut refusal_counts = Vec::new();
    for next in STEPS_TO_DELIVERY {
        let mut refusals = Vec::new();
        for to in [OrderStatus::Waiting, OrderStatus::Returned].into_iter().chain(STEPS_TO_DELIVERY) {
            let is_next = to == next;
            // An order on its way can come back undelivered.
            let comes_back =
                to == OrderStatus::Returned && matches!(next, OrderStatus::OnTheWay | OrderStatus::Delivered);
            // Repeating the current status changes nothing.
            let is_current = desk.order_as_operator(&code).await.unwrap().status() == to;
            // Another courier can be searched for.
            let is_reassigned = to == OrderStatus::SearchingCourier && next == OrderStatus::HandedToCourier;
            let is_allowed = is_next || comes_back || is_current || is_reassigned;
            if !is_allowed {
                refusals.push(refused(desk.move_order(&code, to, None).await));
            }
        }
        assert!(refusals.iter().all(|refusal| refusal == "order_move_not_allowed"), "{refusals:?}");
        refusal_counts.push(refusals.len());
        desk.move_order(&code, next, None).await.unwrap();
    }
    // Refused statuses before each step.
    assert_snapshot!(format!("{refusal_counts:?}"), @"[6, 6, 6, 5, 5, 5]");
    assert_snapshot!(shop.desk_history(&code).await, @"waiting by shopper; confirmed by 9; searching_courier by 9; courier_appointed by 9; handed_to_courier by 9; on_the_way by 9; delivered by 9");
    for to in [OrderStatus::Cancelled, OrderStatus::Returned, OrderStatus::Waiting] {
        assert_eq!(refused(desk.move_order(&code, to, None).await), "order_move_not_allowed");
    }
    assert_snapshot!(refused(desk.move_order(&code, OrderStatus::Unspecified, None).await), @"validation_failed status: required");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_has_the_status_of_its_slowest_store(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let code = order_of_both(&shop, &aygun).await;
    desk.move_order(&code, OrderStatus::Confirmed, None).await.unwrap();
    // Only the part of store 5 moves.
    desk.move_order(&code, OrderStatus::SearchingCourier, Some(5)).await.unwrap();
    let split = desk.move_order(&code, OrderStatus::CourierAppointed, Some(5)).await.unwrap();
    let parts: Vec<_> = split.stores.iter().map(|part| (part.store_id, part.status())).collect();
    assert_eq!(parts, [(1, OrderStatus::Confirmed), (5, OrderStatus::CourierAppointed)]);
    assert_eq!(split.status(), OrderStatus::Confirmed);
    let together = desk.move_order(&code, OrderStatus::SearchingCourier, Some(1)).await.unwrap();
    assert_eq!(together.status(), OrderStatus::SearchingCourier);
    let moved = desk.move_order(&code, OrderStatus::CourierAppointed, None).await.unwrap();
    assert!(moved.stores.iter().all(|part| part.status() == OrderStatus::CourierAppointed));
    assert_snapshot!(shop.desk_history(&code).await, @"waiting by shopper; confirmed by 9; searching_courier at 5 by 9; courier_appointed at 5 by 9; searching_courier at 1 by 9; searching_courier by 9; courier_appointed by 9");
    assert_eq!(refused(desk.move_order(&code, OrderStatus::HandedToCourier, Some(7)).await), "store_not_found");
    assert_eq!(refused(desk.move_order(&code, OrderStatus::Cancelled, Some(5)).await), "order_move_not_allowed");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_undelivered_order_returns_to_the_stock(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    shop.stock.set_count(1, 5);
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let code = order_of_both(&shop, &aygun).await;
    // The first five steps lead to `OnTheWay`.
    for to in &STEPS_TO_DELIVERY[..5] {
        desk.move_order(&code, *to, None).await.unwrap();
    }
    assert_eq!(shop.stock.free(1), 4);
    let returned = desk.move_order(&code, OrderStatus::Returned, None).await.unwrap();
    assert_eq!((returned.status(), returned.payment_status()), (OrderStatus::Returned, PaymentStatus::Unpaid));
    shop.run_due_jobs().await;
    assert_eq!((shop.stock.state(&code), shop.stock.free(1)), (Some(State::Restocked), 5));
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unpaid_order_is_not_prepared(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    aygun.add((1, None), 1).await.unwrap();
    let code = aygun.order_cart(PaymentMethod::Card).await.code;
    assert_eq!(refused(desk.move_order(&code, OrderStatus::Confirmed, None).await), "order_not_ready");
    assert_eq!(desk.move_order(&code, OrderStatus::Cancelled, None).await.unwrap().status(), OrderStatus::Cancelled);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_operators_manage_orders(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let aygun = shop.shopper(1);
    let code = order_of_both(&shop, &aygun).await;
    for refusal in [
        refused(aygun.order_as_operator(&code).await),
        refused(aygun.search_orders(DeskListRequest::default()).await),
        refused(aygun.count_orders().await),
        refused(aygun.deliveries("2026-09-22").await),
        refused(aygun.delivery_windows("2026-09-22").await),
        refused(aygun.move_order(&code, OrderStatus::Confirmed, None).await),
    ] {
        assert_eq!(refusal, "forbidden");
    }
    assert_eq!(refused(shop.client_with_token(None).order_as_operator(&code).await), "unauthenticated");
    assert_eq!(refused(shop.any_operator().order_as_operator("SQ-2222-22").await), "order_not_found");
}
