//! Services accept only the callers that the `.proto` files allow. Client certificates name the callers.

use proto::auth::{ContactsRequest, FindByPhoneRequest, contacts_client::ContactsClient};
use sqlx::PgPool;
use testkit::authority;
use tonic::Code;

use crate::test_shop::TestShop;

#[sqlx::test(migrations = false)]
async fn only_two_services_read_contacts_without_a_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let flag = shop.gateway_flags.iter().position(|flag| flag == "--auth-url").unwrap();
    let url = &shop.gateway_flags[flag + 1];
    let contacts = async |name: &str| {
        let mut client = ContactsClient::new(authority::connector(name).connect(url).unwrap());
        let request = ContactsRequest { account_ids: (1..100).collect() };
        client.of(request).await.map(|contacts| contacts.into_inner().contacts.len()).map_err(|status| status.code())
    };
    assert!(contacts("notification").await.unwrap() >= 3, "the accounts of the demo");
    for name in ["gateway", "auth", "catalog", "order", "store", "seo", "bank"] {
        assert_eq!(contacts(name).await, Err(Code::PermissionDenied), "{name}");
    }

    let owner = async |name: &str| {
        let mut client = ContactsClient::new(authority::connector(name).connect(url).unwrap());
        let request = FindByPhoneRequest { phone_number: "+994500000000".to_owned() };
        client.find_by_phone(request).await.map(|owner| owner.into_inner().account_id).map_err(|status| status.code())
    };
    assert_eq!(owner("order").await, Ok(None));
    for name in ["gateway", "auth", "catalog", "notification", "store", "seo", "bank"] {
        assert_eq!(owner(name).await, Err(Code::PermissionDenied), "{name}");
    }
}
