//! Fakes the contacts, followers and likers of the other services.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use proto::{
    auth::{Contact, ContactList, ContactsRequest, FindByPhoneRequest, PhoneOwner, contacts_server},
    catalog::{
        CountLikesRequest, LikeCount, LikeRequest, LikerPage, LikersRequest, ListLikesRequest, ProductPage,
        likes_server,
    },
    store::{
        FollowerPage, FollowersRequest, GetStoreRequest, ListStoresRequest, Store, StorePage, SubscribeRequest,
        SubscriptionsRequest, stores_server,
    },
};
use tonic::{Request, Response, Status};

#[derive(Clone, Default)]
pub struct FakeServices(Arc<Mutex<FakeData>>);

#[derive(Default)]
struct FakeData {
    /// Accounts that follow every store and like every product.
    audience: BTreeSet<i64>,
    /// Accounts whose e-mail address is not verified.
    unverified: BTreeSet<i64>,
    languages: BTreeMap<i64, &'static str>,
    /// How many accounts' addresses were loaded.
    contact_lookups: usize,
}

impl FakeServices {
    fn data<T>(&self, access: impl FnOnce(&mut FakeData) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn add_to_audience(&self, accounts: impl IntoIterator<Item = i64>) {
        self.data(|data| data.audience.extend(accounts));
    }

    pub fn set_language(&self, account: i64, language: &'static str) {
        self.data(|data| data.languages.insert(account, language));
    }

    pub fn unverify_email(&self, account: i64) {
        self.data(|data| data.unverified.insert(account));
    }

    pub fn contact_lookups(&self) -> usize {
        self.data(|data| data.contact_lookups)
    }

    fn page(&self, after: i64, limit: i64) -> Vec<i64> {
        self.data(|data| data.audience.range(after + 1..).take(limit as usize).copied().collect())
    }
}

pub fn mailbox(account: i64) -> String {
    format!("a{account}@example.com")
}

pub fn phone(account: i64) -> String {
    format!("+9945000{account:05}")
}

#[tonic::async_trait]
impl contacts_server::Contacts for FakeServices {
    async fn of(&self, request: Request<ContactsRequest>) -> Result<Response<ContactList>, Status> {
        let accounts = request.into_inner().account_ids;
        let contacts = self.data(|data| {
            data.contact_lookups += accounts.len();
            let contact = |account_id: i64| Contact {
                account_id,
                email: mailbox(account_id),
                email_verified: !data.unverified.contains(&account_id),
                phone_number: phone(account_id),
                language: (*data.languages.get(&account_id).unwrap_or(&"az")).to_owned(),
            };
            accounts.into_iter().map(contact).collect()
        });
        Ok(Response::new(ContactList { contacts }))
    }

    async fn find_by_phone(&self, _: Request<FindByPhoneRequest>) -> Result<Response<PhoneOwner>, Status> {
        unimplemented!()
    }
}

/// The response of methods that the service must not call.
fn unimplemented<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not faked in these tests"))
}

#[tonic::async_trait]
impl stores_server::Stores for FakeServices {
    async fn list(&self, _: Request<ListStoresRequest>) -> Result<Response<StorePage>, Status> {
        unimplemented()
    }

    async fn get(&self, _: Request<GetStoreRequest>) -> Result<Response<Store>, Status> {
        unimplemented()
    }

    async fn subscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        unimplemented()
    }

    async fn unsubscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        unimplemented()
    }

    async fn subscriptions(&self, _: Request<SubscriptionsRequest>) -> Result<Response<StorePage>, Status> {
        unimplemented()
    }

    async fn followers(&self, request: Request<FollowersRequest>) -> Result<Response<FollowerPage>, Status> {
        let FollowersRequest { after, limit, .. } = request.into_inner();
        Ok(Response::new(FollowerPage { account_ids: self.page(after, limit) }))
    }
}

#[tonic::async_trait]
impl likes_server::Likes for FakeServices {
    async fn list(&self, _: Request<ListLikesRequest>) -> Result<Response<ProductPage>, Status> {
        unimplemented()
    }

    async fn count(&self, _: Request<CountLikesRequest>) -> Result<Response<LikeCount>, Status> {
        unimplemented()
    }

    async fn add(&self, _: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        unimplemented()
    }

    async fn remove(&self, _: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        unimplemented()
    }

    async fn likers(&self, request: Request<LikersRequest>) -> Result<Response<LikerPage>, Status> {
        let LikersRequest { after, limit, .. } = request.into_inner();
        Ok(Response::new(LikerPage { account_ids: self.page(after, limit) }))
    }
}
