//! Methods for staff, called as every role.

use sqlx::PgPool;
use testkit::permissions;

use crate::test_content::TestContent;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let service = TestContent::start(pool).await;
    permissions::check(&service.channel(), "sovqat.seo.", |role| service.keys.token_of(role)).await;
}
