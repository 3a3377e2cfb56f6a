//! Permissions of all methods.

use sqlx::PgPool;
use testkit::{permissions, tokens::TestKeys};

use crate::test_delivery_service::TestDeliveryService;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    let keys = TestKeys::new(&service.clock);
    for package in ["sovqat.notification.", "sovqat.audit.", "sovqat.system."] {
        permissions::check(&service.channel(), package, |role| keys.token_of(role)).await;
    }
}
