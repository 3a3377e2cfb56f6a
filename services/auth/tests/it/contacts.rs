use proto::auth::{ContactsRequest, FindByPhoneRequest, PhoneOwner, contacts_client::ContactsClient};
use sqlx::PgPool;
use tonic::Code;

use crate::test_auth::{TestAuth, phone};

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

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_is_found_by_its_phone_number(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.register(1).await;
    let account: i64 = sqlx::query_scalar("select account_id from account").fetch_one(&pool).await.unwrap();
    let find = async |phone: String| {
        let request = FindByPhoneRequest { phone_number: phone };
        ContactsClient::new(auth.channel()).find_by_phone(request).await.unwrap().into_inner()
    };
    assert_eq!(find(phone(1)).await, PhoneOwner { account_id: Some(account), ..PhoneOwner::default() });
    assert_eq!(find(phone(2)).await, PhoneOwner::default());

    let unused = "update account set created_at = created_at - interval '200 days', last_used_at = null";
    sqlx::query(unused).execute(&pool).await.unwrap();
    assert_eq!(find(phone(1)).await, PhoneOwner::default(), "the number may have a new owner");

    let block = "update account set blocked_at = now(), blocked_by = account_id + 1, block_reason = 'Fake orders', \
                 birth_date = '1990-11-23'";
    sqlx::query(block).execute(&pool).await.unwrap();
    let blocked = PhoneOwner { account_id: Some(account), is_blocked: true, birth_date: Some("1990-11-23".to_owned()) };
    assert_eq!(find(phone(1)).await, blocked);
    sqlx::query("update account set deletes_at = now()").execute(&pool).await.unwrap();
    assert_eq!(find(phone(1)).await, PhoneOwner::default(), "an account that waits for its deletion");
}
