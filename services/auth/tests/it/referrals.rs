//! Links of bloggers: codes, and what shows that a blogger buys through a link of their own.

use proto::auth::{AddressInput, ScreenRequest, SelfDealing};
use sqlx::PgPool;
use tonic::Code;

use crate::{
    house::{PASSWORD, TestAuth, phone},
    owner::{Owner, application, home},
};

const BROWSER: &str = "6f1c2a54-8f0e-4a53-9d0c-1b7a50a1c0de";

impl TestAuth {
    /// A blogger whose application was approved.
    async fn blogger(&self, number: u8) -> Owner {
        let owner = self.owner(number).await;
        let applied = owner.apply(application()).await.expect("a good application");
        self.operator(99).await.approve(applied.id).await.expect("it waits");
        owner
    }

    async fn owner_in(&self, number: u8, browser: &str) -> Owner {
        self.register(number).await;
        self.holder_of(self.sign_in_with(&phone(number), PASSWORD, Some(browser)).await.expect("a good password"))
    }

    async fn code_of(&self, owner: &Owner) -> String {
        let me = self.me(&owner.session.access_token).await.expect("they are signed in");
        me.referral_code.expect("bloggers have a code")
    }
}

async fn screened(buyer: &Owner, code: &str, address_id: Option<i64>) -> (Option<i64>, SelfDealing) {
    let request = ScreenRequest { code: Some(code.to_owned()), account_id: None, address_id };
    let screening = buyer.screen(request).await.expect("anybody may be compared");
    (screening.account_id, screening.self_dealing())
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn each_blogger_gets_a_code_of_their_own_that_stays(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let shopper = auth.owner(3).await;
    assert_eq!(auth.me(&shopper.session.access_token).await.unwrap().referral_code, None);
    // Both are called Aygün Məmmədova.
    let (first, second) = (auth.blogger(1).await, auth.blogger(2).await);
    assert_eq!((auth.code_of(&first).await, auth.code_of(&second).await), ("aygun-m".into(), "aygun-m-2".into()));
    let changes = proto::auth::UpdateUserRequest { first_name: Some("Nigar".to_owned()), ..Default::default() };
    first.update(changes).await.unwrap();
    assert_eq!(auth.code_of(&first).await, "aygun-m", "links with it are out in the world");
    let refused =
        sqlx::query("update account set is_blogger = true where not is_blogger").execute(&auth.app.pool).await;
    assert!(refused.unwrap_err().to_string().contains("account_blogger_has_code_check"));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_blogger_is_recognised_by_account_browser_and_address(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let leyla = auth.blogger(1).await;
    let code = auth.code_of(&leyla).await;
    let account = Some(leyla.account());
    assert_eq!(screened(&leyla, &code, None).await, (account, SelfDealing::OwnPurchase));

    // She has signed in in this browser once, and out again: it still is hers.
    let there = auth.sign_in_with(&phone(1), PASSWORD, Some(BROWSER)).await.unwrap();
    auth.sign_out(&there.access_token).await.unwrap();
    let (same, other) = (auth.owner_in(2, BROWSER).await, auth.owner_in(3, "another-browser-of-somebody").await);
    assert_eq!(screened(&same, &code, None).await, (account, SelfDealing::OwnDevice));
    assert_eq!(screened(&other, &code, None).await, (account, SelfDealing::Unspecified));
    let unnamed = auth.owner_in(4, "short").await;
    assert_eq!(screened(&unnamed, &code, None).await, (account, SelfDealing::Unspecified));

    leyla
        .add_address(AddressInput { street: "Nizami küçəsi".into(), building: "12A".into(), ..home("Ev") })
        .await
        .unwrap();
    let spelled = AddressInput { street: "ул. Низами".into(), building: "12 а".into(), ..home("Dost") };
    let hers = other.add_address(spelled).await.unwrap();
    let next_door = other.add_address(AddressInput { building: "14".into(), ..home("Qonşu") }).await.unwrap();
    assert_eq!(screened(&other, &code, Some(hers.id)).await, (account, SelfDealing::OwnAddress));
    assert_eq!(screened(&other, &code, Some(next_door.id)).await, (account, SelfDealing::Unspecified));
    assert_eq!(
        screened(&unnamed, &code, Some(hers.id)).await,
        (account, SelfDealing::Unspecified),
        "not their address"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unknown_code_and_a_former_blogger_are_nobody(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (leyla, buyer) = (auth.blogger(1).await, auth.owner(2).await);
    assert_eq!(screened(&buyer, "nobody-x", None).await, (None, SelfDealing::Unspecified));
    sqlx::query("update account set is_blogger = false").execute(&auth.app.pool).await.unwrap();
    assert_eq!(screened(&buyer, "aygun-m", None).await, (None, SelfDealing::Unspecified));
    let by_account = ScreenRequest { account_id: Some(leyla.account()), ..ScreenRequest::default() };
    assert_eq!(buyer.screen(by_account).await.unwrap().account_id, None);
    assert_eq!(buyer.screen(ScreenRequest::default()).await.unwrap_err().code(), Code::InvalidArgument);
}
