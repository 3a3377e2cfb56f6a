//! Tests refunds that staff request for shoppers who called.

use proto::order::{Refund, RefundStatus};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    refunds::refund_request,
    shop::{Shopper, TestShop, refused},
};

impl Shopper {
    pub async fn request_refund_for_shopper(
        &self,
        code: &str,
        lines: &[(i64, i64)],
        key: &str,
    ) -> Result<Refund, Status> {
        let request = self.context.sign(refund_request(code, lines, key));
        Ok(self.desk.clone().request_refund(request).await?.into_inner())
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_operator_requests_a_refund_for_a_shopper_who_called(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_order(&aygun).await;
    let line = order.lines[1].id;
    let requested = operator.request_refund_for_shopper(&order.code, &[(line, 1)], "call").await.unwrap();
    // The price of 1,000 less the line's share of the promo code.
    assert_eq!((requested.status(), requested.amount), (RefundStatus::Requested, 950));
    let repeated = operator.request_refund_for_shopper(&order.code, &[(line, 1)], "call").await.unwrap();
    assert_eq!(repeated.id, requested.id, "the key makes the request idempotent");
    assert_eq!(aygun.order(&order.code).await.unwrap().refunds[0].id, requested.id, "the shopper sees it");

    let too_many = operator.request_refund_for_shopper(&order.code, &[(line, 1)], "again").await;
    assert_eq!(refused(too_many), "refund_too_large");
    let by_shopper = aygun.request_refund_for_shopper(&order.code, &[], "whole").await;
    assert_eq!(refused(by_shopper), "forbidden");
    let unknown = operator.request_refund_for_shopper("SQ-0000-00", &[], "whole").await;
    assert_eq!(refused(unknown), "order_not_found");
    let own = shop.operator(1).request_refund_for_shopper(&order.code, &[], "whole").await;
    assert_eq!(refused(own), "own_refund");
    let entries = "select count(*) from audit where action = 'refund_requested'";
    assert_eq!(sqlx::query_scalar::<_, i64>(entries).fetch_one(&pool).await.unwrap(), 1);
}
