//! Numbers of new customers. The clock starts on Monday, 21 September, at 18:13 in Baku.

use chrono::TimeDelta;
use kit::permission::Role;
use proto::auth::{CountNewCustomersRequest, customers_client::CustomersClient};
use sqlx::PgPool;

use crate::test_auth::{TestAuth, with_token};

const MANAGER: u8 = 9;

impl TestAuth {
    /// Returns the accounts of today, and those of last week until the same time.
    async fn new_customers(&self) -> (i64, i64) {
        let token = self.sign_in_staff(MANAGER).await.access_token;
        let request = with_token(&token).sign(CountNewCustomersRequest {});
        let counted = CustomersClient::new(self.channel()).count_new(request).await.expect("the numbers").into_inner();
        (counted.today, counted.last_week)
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn accounts_are_counted_by_the_day_in_baku_until_the_same_time(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.member_of_staff(MANAGER, Role::Manager).await;
    // 23:59 on Monday.
    auth.clock.advance(TimeDelta::hours(5) + TimeDelta::minutes(46));
    auth.register(1).await;
    assert_eq!(auth.new_customers().await, (2, 0), "the manager and the customer");
    // 00:01 on Tuesday.
    auth.clock.advance(TimeDelta::minutes(2));
    auth.register(2).await;
    assert_eq!(auth.new_customers().await, (1, 0));
    // Monday of the next week, at 18:16: the manager's account counts, but not yet the one of 23:59.
    auth.clock.advance(TimeDelta::days(6) + TimeDelta::hours(18) + TimeDelta::minutes(15));
    assert_eq!(auth.new_customers().await, (0, 1));
    // 23:59 and some seconds.
    auth.clock.advance(TimeDelta::hours(5) + TimeDelta::minutes(43) + TimeDelta::seconds(10));
    assert_eq!(auth.new_customers().await, (0, 2));
}
