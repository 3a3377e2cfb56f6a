//! Tests that staff who are also customers cannot decide about their own orders, refunds and wholesale requests.

use proto::order::{DecideRefundRequest, OrderStatus};
use sqlx::PgPool;

use crate::{
    shop::{Shopper, TestShop, refused},
    wholesale::request_form,
};

/// A member of staff who is also a customer.
const RASHAD: i64 = 5;

impl TestShop {
    fn as_customer_and_staff(&self, account: i64) -> (Shopper, Shopper) {
        (self.shopper(account), self.operator(account))
    }

    async fn audit_entries_of(&self, account: i64) -> i64 {
        sqlx::query_scalar("select count(*) from audit where account_id = $1")
            .bind(account)
            .fetch_one(&self.app.pool)
            .await
            .expect("the entries can be counted")
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn own_orders_are_moved_by_somebody_else(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (customer, staff) = shop.as_customer_and_staff(RASHAD);
    let code = customer.order_one().await.code;
    shop.run_due_jobs().await;
    for to in [OrderStatus::Confirmed, OrderStatus::Cancelled, OrderStatus::Waiting] {
        assert_eq!(refused(staff.move_order(&code, to, None).await), "conflict_of_interest");
    }
    assert_eq!(customer.order(&code).await.unwrap().status(), OrderStatus::Waiting);
    assert_eq!(shop.audit_entries_of(RASHAD).await, 0);
    // The database refuses such a change, too. 5 is Rashad's account.
    let forged = "insert into status_change (order_id, status, changed_at, actor)
                  select order_id, 'confirmed', now(), '5' from purchase";
    shop.assert_violates("status_change_own_check", forged).await;
    let moved = shop.operator(9).move_order(&code, OrderStatus::Confirmed, None).await.unwrap();
    assert_eq!(moved.status(), OrderStatus::Confirmed);
    assert!(customer.cancel(&code).await.is_ok(), "a customer may cancel an own order");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn refunds_of_own_orders_are_decided_by_somebody_else(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (customer, staff) = shop.as_customer_and_staff(RASHAD);
    let order = shop.deliver_order(&customer).await;
    let requested = customer.request_refund(&order.code, &[], "whole").await.unwrap();
    let refusal =
        DecideRefundRequest { id: requested.id, approve: false, answer: Some("Yox".to_owned()), restock: false };
    assert_eq!(refused(staff.approve_refund(requested.id).await), "own_refund");
    assert_eq!(refused(staff.decide_refund(refusal).await), "own_refund");
    assert_eq!(customer.order(&order.code).await.unwrap().refunds, std::slice::from_ref(&requested));
    assert_eq!(shop.audit_entries_of(RASHAD).await, 0);
    shop.operator(9).approve_refund(requested.id).await.unwrap();
    assert_eq!(refused(staff.approve_refund(requested.id).await), "own_refund", "also after the decision");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn own_wholesale_requests_are_handled_by_somebody_else(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (customer, staff) = shop.as_customer_and_staff(RASHAD);
    let requested = customer.request_wholesale(request_form("own")).await.unwrap();
    assert_eq!(refused(staff.send_quote(shop.terms(&requested.code)).await), "conflict_of_interest");
    assert_eq!(refused(staff.cancel_wholesale(&requested.code).await), "conflict_of_interest");
    assert_eq!(shop.audit_entries_of(RASHAD).await, 0);
    let forged = "insert into wholesale_change (request_id, state, changed_at, actor)
                  select request_id, 'cancelled', now(), '5' from wholesale_request";
    shop.assert_violates("wholesale_change_own_check", forged).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn transfers_for_own_wholesale_requests_are_entered_by_somebody_else(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (customer, staff) = shop.as_customer_and_staff(RASHAD);
    let (requested, _) = shop.accept_by_transfer(&customer).await;
    assert_eq!(refused(staff.enter_received(&requested.code, 400_000, "B-1").await), "conflict_of_interest");
    // The database refuses such rows, too.
    for (table, columns, values) in [
        (
            "wholesale_transfer",
            "direction, amount, reference, moved_on, order_id, entered_at",
            "'in', 1, 'B-2', current_date, order_id, now()",
        ),
        (
            "wholesale_quote",
            "version, valid_until, delivery_fee, delivery_terms, goods, total, vat, quoted_at",
            "2, now() + interval '1 day', 0, '', 1, 1, 0, now()",
        ),
    ] {
        let forged = format!(
            "insert into {table} (request_id, operator_id, {columns}) select request_id, 5, {values} from wholesale_request"
        );
        shop.assert_violates(&format!("{table}_own_check"), &forged).await;
    }
    shop.operator(9).enter_received(&requested.code, 400_000, "B-1").await.unwrap();
}
