//! Tests the operators' dashboard. The clock starts on Monday, 21 September, at 18:13 in Baku.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::order::{
    DashboardFigures, DashboardRequest, DaySales, OrderStatus, PaymentMethod, dashboard_client::DashboardClient,
};
use sqlx::PgPool;

use crate::{
    ordering::{new_key, order_request},
    shop::TestShop,
};

/// `revenue` excludes cancelled orders.
#[derive(Debug, Default, PartialEq)]
struct DaySums {
    orders: i64,
    cancelled: i64,
    revenue: i64,
}

impl DaySums {
    fn of(day: &DaySales) -> Self {
        Self { orders: day.orders, cancelled: day.cancelled, revenue: day.revenue }
    }
}

impl TestShop {
    async fn dashboard(&self) -> DashboardFigures {
        let request = self.operator(9).context.sign(DashboardRequest {});
        DashboardClient::new(self.channel()).get(request).await.expect("the figures can be read").into_inner()
    }

    async fn sums_of_orders(&self, accounts: std::ops::RangeInclusive<i64>) -> DaySums {
        let mut sums = DaySums::default();
        for account in accounts {
            let history = self.shopper(account).history(1, 100).await.expect("the history can be read");
            for order in history.orders {
                let order = self.operator(9).order_as_operator(&order.code).await.expect("an operator sees the order");
                sums.orders += 1;
                if order.status() == OrderStatus::Cancelled {
                    sums.cancelled += 1;
                } else {
                    let amounts = order.amounts.expect("an order has amounts");
                    sums.revenue += amounts.total - amounts.refunded;
                }
            }
        }
        sums
    }
}

/// Product 1 belongs to store 1, product 2 to store 5.
async fn shop_with_two_stores(pool: &PgPool) -> TestShop {
    let shop = TestShop::start_without_limits(pool.clone()).await;
    for (product, price) in [(1, 1_000), (2, 2_500)] {
        shop.catalog.add_offer(product, price, 99);
        shop.stock.set_count(product, 99);
    }
    shop.catalog.set_store_and_categories(2, 5, &[]);
    shop
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn figures_equal_the_orders_after_concurrent_orders_cancellations_and_refunds(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let empty = shop.dashboard().await;
    assert_eq!((empty.days.len(), empty.stores.len()), (30, 0));
    assert_eq!(DaySums::of(empty.today.as_ref().unwrap()), DaySums::default());

    let shoppers: Vec<_> = (1..=8).map(|account| shop.shopper(account)).collect();
    let mut requests = Vec::new();
    // The shoppers buy products 1 and 2 in turn.
    for (index, shopper) in (0..).zip(&shoppers) {
        shopper.add((1 + index % 2, None), 1 + index / 3).await.unwrap();
        requests.push(order_request(&shopper.quote().await, PaymentMethod::Cash, &new_key()));
    }
    let placed = join_all(shoppers.iter().zip(requests).map(|(shopper, request)| shopper.place(request))).await;
    let codes: Vec<_> = placed.into_iter().map(|placed| placed.unwrap().order.unwrap().code).collect();
    shop.run_due_jobs().await;

    let cancelling = join_all(shoppers.iter().zip(&codes).take(3).map(|(shopper, code)| shopper.cancel(code)));
    let (cancelled, figures) = tokio::join!(cancelling, shop.dashboard());
    assert!(cancelled.iter().all(Result::is_ok), "{cancelled:?}");
    assert_eq!(figures.today.unwrap().orders, 8, "a cancelled order still counts as an order of the day");

    shop.deliver(&codes[7]).await;
    let delivered = shop.operator(9).order_as_operator(&codes[7]).await.unwrap();
    let line = delivered.lines[0].id;
    let refund = shoppers[7].request_refund(&codes[7], &[(line, 1)], "a refund").await.unwrap();
    let before_refund = shop.dashboard().await;
    shop.operator(9).approve_refund(refund.id).await.unwrap();
    shop.run_due_jobs().await;

    let figures = shop.dashboard().await;
    let today = figures.today.as_ref().unwrap();
    assert_eq!((today.orders, today.cancelled), (8, 3));
    assert_eq!(DaySums::of(today), shop.sums_of_orders(1..=8).await);
    let kept_orders = 8 - 3;
    assert_eq!(today.average_order, Some(today.revenue / kept_orders));
    assert!(today.revenue < before_refund.today.unwrap().revenue, "the refund is subtracted");
    assert_eq!(figures.days.last(), Some(today));
    let store_revenue: i64 = figures.stores.iter().map(|store| store.revenue).sum();
    let store_revenue_before: i64 = before_refund.stores.iter().map(|store| store.revenue).sum();
    assert_eq!(store_revenue_before - store_revenue, 2_500, "the price of the refunded unit, product 2");
    assert_eq!(figures.stores.iter().map(|store| store.orders).sum::<i64>(), kept_orders);
    assert!(figures.stores[0].revenue >= figures.stores[1].revenue);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_day_ends_at_midnight_in_baku_and_is_compared_until_the_same_time(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    // 18:13 and 23:59 on Monday, and 00:01 on Tuesday.
    shop.shopper(1).order_one().await;
    shop.clock.advance(TimeDelta::minutes(346));
    shop.shopper(2).order_one().await;
    shop.clock.advance(TimeDelta::minutes(2));
    shop.shopper(3).order_one().await;
    shop.run_due_jobs().await;
    let orders = |figures: &DashboardFigures| {
        let days = figures.days.iter().filter(|day| day.orders > 0);
        days.map(|day| format!("{} {}", day.day, day.orders)).collect::<Vec<_>>()
    };
    let figures = shop.dashboard().await;
    assert_eq!(orders(&figures), ["2026-09-21 2", "2026-09-22 1"]);
    assert_eq!(figures.today.as_ref().map(|day| day.orders), Some(1));
    let last_week = figures.last_week.unwrap();
    assert_eq!((last_week.day.as_str(), last_week.orders), ("2026-09-15", 0));

    // At 18:16, the last Monday counts until 18:16: its order of 18:13, but not that of 23:59.
    shop.clock.advance(TimeDelta::days(6) + TimeDelta::minutes(1_095));
    let figures = shop.dashboard().await;
    let last_week = figures.last_week.unwrap();
    assert_eq!((last_week.day.as_str(), last_week.orders), ("2026-09-21", 1));
    assert_eq!(figures.today.map(|day| day.orders), Some(0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_is_late_after_its_window_until_it_is_delivered(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let shopper = shop.shopper(1);
    shopper.add((1, None), 1).await.unwrap();
    let quote = shopper.quote_for("baku-2026-09-22-10").await;
    let slot = Some("baku-2026-09-22-10".to_owned());
    let request = order_request(&quote, PaymentMethod::Cash, &new_key());
    let request = proto::order::PlaceOrderRequest { delivery_slot: slot, ..request };
    let code = shopper.place(request).await.unwrap().order.unwrap().code;
    shop.run_due_jobs().await;
    assert_eq!(shop.dashboard().await.late_count, 0);
    shop.clock.advance(TimeDelta::days(1));
    let figures = shop.dashboard().await;
    assert_eq!((figures.late_count, figures.late.len()), (1, 1));
    assert_eq!((figures.late[0].code.as_str(), figures.late[0].status()), (code.as_str(), OrderStatus::Waiting));
    shop.deliver(&code).await;
    assert_eq!(shop.dashboard().await.late_count, 0);
}
