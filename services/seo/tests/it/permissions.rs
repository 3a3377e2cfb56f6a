//! Tests each method for staff with every role.

use sqlx::PgPool;
use testkit::permissions;

use crate::test_content::TestContent;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let service = TestContent::start(pool).await;
    for package in ["sovqat.seo.", "sovqat.audit.", "sovqat.system."] {
        permissions::check(&service.channel(), package, |role| service.keys.token_of(role)).await;
    }
}
