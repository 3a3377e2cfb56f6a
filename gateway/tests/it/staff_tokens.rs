//! Access tokens of staff sessions, signed by the tests to skip the second factor.

use chrono::{DateTime, Utc};
use kit::{
    identity::Claims,
    permission::{Grant, Role},
    seal::Seal,
};
use testkit::tokens;

use crate::{
    apps,
    test_shop::{OPERATOR, OTHER_SHOPPER, TestShop},
};

pub const OWN_STORE: i64 = 1;
pub const CSRF_TOKEN: &str = "csrf-token-of-a-test";

/// Returns a role as tokens contain it.
pub fn grant(role: Role) -> String {
    Grant { role, store: role.is_of_store().then_some(OWN_STORE) }.to_string()
}

/// Returns login and password of an account of the demo. Roles at stores and couriers use a shopper's account.
fn person(role: Role) -> (String, String) {
    match role {
        Role::Owner => (OPERATOR.0.to_owned(), OPERATOR.1.to_owned()),
        Role::Courier | Role::StoreOwner | Role::StoreStaff => (OTHER_SHOPPER.0.to_owned(), OTHER_SHOPPER.1.to_owned()),
        role => (format!("{}@sovqat.example", role.key()), format!("sovqat-{}-2026", role.key())),
    }
}

impl TestShop {
    /// The owner may do everything in the back office.
    pub async fn operator(&self) -> String {
        self.staff(Role::Owner).await
    }

    pub async fn staff(&self, role: Role) -> String {
        self.staff_with_factor(role, Some(self.clock.now())).await
    }

    /// `factor_at` is `None` if the second factor was never checked.
    pub async fn staff_with_factor(&self, role: Role, factor_at: Option<DateTime<Utc>>) -> String {
        let (login, password) = person(role);
        let session = self.token_of((&login, &password)).await;
        self.sign_as_staff(&session, &[grant(role)], factor_at).await
    }

    /// Signs with the auth service's key.
    pub async fn sign_as_staff(&self, session: &str, grants: &[String], factor_at: Option<DateTime<Utc>>) -> String {
        let key = sqlx::query_as("select kid, private_key from signing_key order by active_from limit 1");
        let (kid, sealed): (String, Vec<u8>) = key.fetch_one(&self.auth_pool).await.expect("a key signs");
        let seal = Seal::new(apps::auth_config().key_secret().expect("local mode has a secret"));
        let claims = Claims {
            roles: grants.to_vec(),
            factor_at: factor_at.map(|at| at.timestamp()),
            csrf: Some(CSRF_TOKEN.to_owned()),
            ..tokens::claims(session)
        };
        tokens::sign(&kid, &seal.open(&kid, &sealed).expect("local mode's secret"), &claims)
    }
}
