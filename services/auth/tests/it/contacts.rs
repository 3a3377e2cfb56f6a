use proto::auth::{ContactsRequest, contacts_client::ContactsClient};
use sqlx::PgPool;
use tonic::Code;

use crate::test_auth::TestAuth;

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn contacts_are_returned_for_existing_accounts_only(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let session = auth.register_and_sign_in(1).await;
    let user = auth.me(&session.access_token).await.unwrap();
    let account: i64 = sqlx::query_scalar("select account_id from account").fetch_one(&pool).await.unwrap();
    let request = ContactsRequest { account_ids: vec![account, account + 1, 0, -1] };
    let response = ContactsClient::new(auth.channel()).of(request).await.unwrap().into_inner();
    let [contact] = &response.contacts[..] else { panic!("expected one contact") };
    assert_eq!((contact.account_id, Some(&contact.email)), (account, user.email.as_ref()));
    assert_eq!((contact.phone_number.as_str(), contact.language.as_str()), (user.phone_number.as_str(), "az"));
    assert_eq!(contact.email_verified, user.email_verified);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_number_of_requested_contacts_is_limited(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let request = ContactsRequest { account_ids: (1..=1_001).collect() };
    let refused = ContactsClient::new(auth.channel()).of(request).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}
