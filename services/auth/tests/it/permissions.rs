//! Calls every method for staff in every role, and compares the result with the permissions of the contract.

use std::collections::HashMap;

use kit::permission::{Grant, Role};
use serde_json::json;
use sqlx::PgPool;
use testkit::permissions;

use crate::test_auth::{PASSWORD, TestAuth, demo_account, email, load_demo};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    // `None` is a customer.
    let roles: Vec<_> = [None].into_iter().chain(Role::ALL.iter().copied().map(Some)).collect();
    let people = (1..).zip(&roles).map(|(number, role)| {
        let mut account = demo_account(number);
        account["roles"] = json!(role.map(grant).as_slice());
        account
    });
    load_demo(&auth.app, &people.collect::<Vec<_>>()).await.unwrap();
    let mut tokens = HashMap::new();
    for (number, role) in (1..).zip(roles) {
        let token = match role {
            Some(_) => auth.sign_in_staff(number).await.access_token,
            None => auth.sign_in(&email(number), PASSWORD).await.unwrap().access_token,
        };
        tokens.insert(role, token);
    }
    for package in ["sovqat.auth.", "sovqat.audit.", "sovqat.system."] {
        permissions::check(&auth.channel(), package, |role| tokens[&role].clone()).await;
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_accepts_every_role_and_no_other(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.operator(1).await;
    let account = auth.owner(2).await.account();
    let grants = Role::ALL.iter().map(|role| (grant(*role), true));
    let invalid = ["operator", "store_owner", "store_owner@0", "owner@1"].map(|grant| (grant.to_owned(), false));
    for (grant, is_valid) in grants.chain(invalid) {
        let set = sqlx::query("update account set roles = array[$2] where account_id = $1").bind(account).bind(&grant);
        assert_eq!(set.execute(&auth.app.pool).await.is_ok(), is_valid, "{grant}");
    }
}

/// Roles of a store are granted for one store.
fn grant(role: Role) -> String {
    Grant { role, store: role.is_of_store().then_some(1) }.to_string()
}
