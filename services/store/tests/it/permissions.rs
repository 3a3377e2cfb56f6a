use sqlx::PgPool;
use testkit::permissions;

use crate::test_store::TestStore;

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let service = TestStore::open(pool).await;
    for package in ["sovqat.store.", "sovqat.audit.", "sovqat.system."] {
        permissions::check(&service.channel, package, |role| service.keys.token_of(role)).await;
    }
}
