//! Methods for staff, called as every role.

use std::collections::HashMap;

use kit::permission::Role;
use serde_json::json;
use sqlx::PgPool;
use testkit::permissions;

use crate::test_auth::{PASSWORD, TestAuth, demo_account, email, load_demo};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let roles: Vec<_> = [None].into_iter().chain(Role::ALL.iter().copied().map(Some)).collect();
    let people = (1..).zip(&roles).map(|(number, role)| {
        let mut account = demo_account(number);
        account["roles"] = json!(role.map(Role::key).as_slice());
        account
    });
    load_demo(&auth.app, &people.collect::<Vec<_>>()).await.unwrap();
    let mut tokens = HashMap::new();
    for (number, role) in (1..).zip(roles) {
        tokens.insert(role, auth.sign_in(&email(number), PASSWORD).await.unwrap().access_token);
    }
    permissions::check(&auth.channel(), "sovqat.auth.", |role| tokens[&role].clone()).await;
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_knows_every_role_and_no_other(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.operator(1).await;
    let account = auth.owner(2).await.account();
    for role in Role::ALL.iter().map(|role| role.key()).chain(["operator"]) {
        let set = sqlx::query("update account set roles = array[$2] where account_id = $1").bind(account).bind(role);
        assert_eq!(set.execute(&auth.app.pool).await.is_ok(), role != "operator", "{role}");
    }
}
