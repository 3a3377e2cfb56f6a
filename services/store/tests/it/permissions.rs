//! Methods for staff, called as every role.

use sqlx::PgPool;
use testkit::permissions;

use crate::test_store::TestStore;

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let service = TestStore::open(pool).await;
    permissions::check(&service.channel, "sovqat.store.", |role| service.keys.token_of(role)).await;
}
