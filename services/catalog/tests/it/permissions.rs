//! Permissions of all methods.

use sqlx::PgPool;
use testkit::permissions;

use crate::shop::TestShop;

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for package in ["sovqat.catalog.", "sovqat.audit.", "sovqat.system."] {
        permissions::check(&shop.channel(), package, |role| shop.keys.token_of(role)).await;
    }
}
