//! Codes of bloggers, and self-dealing: purchases through their own links.

use proto::auth::{AddressInput, ScreenRequest, SelfDealing};
use sqlx::PgPool;
use tonic::Code;

use crate::{
    owner::{Owner, apply_request, home_address},
    test_auth::{PASSWORD, TestAuth, phone},
};

/// The blogger's browser.
const BROWSER: &str = "6f1c2a54-8f0e-4a53-9d0c-1b7a50a1c0de";

impl TestAuth {
    async fn blogger(&self, number: u8) -> Owner {
        let owner = self.owner(number).await;
        let applied = owner.apply(apply_request()).await.expect("a valid application");
        self.operator(99).await.approve(applied.id).await.expect("a pending application");
        owner
    }

    async fn owner_in(&self, number: u8, browser: &str) -> Owner {
        self.register(number).await;
        self.owner_of(self.sign_in_with(&phone(number), PASSWORD, Some(browser)).await.expect("the correct password"))
    }

    async fn code_of(&self, owner: &Owner) -> String {
        let me = self.me(&owner.session.access_token).await.expect("an open session");
        me.referral_code.expect("bloggers have a code")
    }
}

/// Returns the blogger's account, and the sign of self-dealing.
async fn screen(buyer: &Owner, code: &str, address_id: Option<i64>) -> (Option<i64>, SelfDealing) {
    let request = ScreenRequest { code: Some(code.to_owned()), account_id: None, address_id };
    let screening = buyer.screen(request).await.expect("any code can be screened");
    (screening.account_id, screening.self_dealing())
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn each_blogger_gets_a_unique_permanent_code(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let shopper = auth.owner(3).await;
    assert_eq!(auth.me(&shopper.session.access_token).await.unwrap().referral_code, None);
    // Both accounts are named Aygün Məmmədova.
    let (first, second) = (auth.blogger(1).await, auth.blogger(2).await);
    assert_eq!((auth.code_of(&first).await, auth.code_of(&second).await), ("aygun-m".into(), "aygun-m-2".into()));
    let changes = proto::auth::UpdateUserRequest { first_name: Some("Nigar".to_owned()), ..Default::default() };
    first.update(changes).await.unwrap();
    assert_eq!(auth.code_of(&first).await, "aygun-m", "links with the code have been published");
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
    assert_eq!(screen(&leyla, &code, None).await, (account, SelfDealing::OwnPurchase));

    // The blogger's browser counts even after sign-out.
    let earlier = auth.sign_in_with(&phone(1), PASSWORD, Some(BROWSER)).await.unwrap();
    auth.sign_out(&earlier.access_token).await.unwrap();
    let (same_browser, other_browser) =
        (auth.owner_in(2, BROWSER).await, auth.owner_in(3, "another-browser-of-somebody").await);
    assert_eq!(screen(&same_browser, &code, None).await, (account, SelfDealing::OwnDevice));
    assert_eq!(screen(&other_browser, &code, None).await, (account, SelfDealing::Unspecified));
    // Our web app creates no such ids, so this one is ignored.
    let without_id = auth.owner_in(4, "short").await;
    assert_eq!(screen(&without_id, &code, None).await, (account, SelfDealing::Unspecified));

    leyla
        .add_address(AddressInput { street: "Nizami küçəsi".into(), building: "12A".into(), ..home_address("Ev") })
        .await
        .unwrap();
    let same_place =
        AddressInput { street: "ул. Низами".into(), building: "12 а".into(), ..home_address("Dost") };
    let bloggers_place = other_browser.add_address(same_place).await.unwrap();
    let next_door =
        other_browser.add_address(AddressInput { building: "14".into(), ..home_address("Qonşu") }).await.unwrap();
    assert_eq!(screen(&other_browser, &code, Some(bloggers_place.id)).await, (account, SelfDealing::OwnAddress));
    assert_eq!(screen(&other_browser, &code, Some(next_door.id)).await, (account, SelfDealing::Unspecified));
    assert_eq!(
        screen(&without_id, &code, Some(bloggers_place.id)).await,
        (account, SelfDealing::Unspecified),
        "the address belongs to another account"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unknown_code_and_a_former_blogger_are_not_found(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (leyla, buyer) = (auth.blogger(1).await, auth.owner(2).await);
    assert_eq!(screen(&buyer, "unknown-x", None).await, (None, SelfDealing::Unspecified));
    sqlx::query("update account set is_blogger = false").execute(&auth.app.pool).await.unwrap();
    assert_eq!(screen(&buyer, "aygun-m", None).await, (None, SelfDealing::Unspecified));
    let by_account = ScreenRequest { account_id: Some(leyla.account()), ..ScreenRequest::default() };
    assert_eq!(buyer.screen(by_account).await.unwrap().account_id, None);
    assert_eq!(buyer.screen(ScreenRequest::default()).await.unwrap_err().code(), Code::InvalidArgument);
}
