//! Loads the audiences of fan-outs. A fan-out is one event that notifies many accounts: the followers of a store, or
//! the accounts that marked a product as a favourite (likers).

use chrono::{DateTime, Utc};
use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::{
    catalog::{LikersRequest, likes_client::LikesClient},
    json::to_timestamp,
    store::{FollowersRequest, stores_client::StoresClient},
};

/// The clients of the services that know the audiences.
#[derive(Clone)]
pub struct Audiences {
    stores: StoresClient<Channel>,
    likes: LikesClient<Channel>,
}

/// Whom a fan-out notifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The followers of a store, from the store service.
    Followers,
    /// The likers of a product, from the catalogue.
    Likers,
}

impl Audience {
    /// Returns the name in the database.
    pub fn key(self) -> &'static str {
        match self {
            Self::Followers => "followers",
            Self::Likers => "likers",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Followers, Self::Likers].into_iter().find(|audience| audience.key() == key)
    }
}

impl Audiences {
    pub fn new(stores: Channel, catalog: Channel) -> Self {
        Self { stores: StoresClient::new(stores), likes: LikesClient::new(catalog) }
    }

    /// Returns a page of the accounts that belonged to the audience at the time `before`: the first `limit` accounts
    /// with ids above `after`, in ascending order. `audience_id` is the id of the store or product.
    pub async fn page(
        &self,
        audience: Audience,
        audience_id: i64,
        after: i64,
        limit: i64,
        before: DateTime<Utc>,
    ) -> Result<Vec<i64>> {
        let (context, before) = (CallContext::default(), Some(to_timestamp(before)));
        let page = match audience {
            Audience::Followers => {
                let request = FollowersRequest { store_id: audience_id, after, limit, before };
                let response = client::retry(|| {
                    let (mut stores, request) = (self.stores.clone(), context.sign(request));
                    async move { stores.followers(request).await }
                });
                response.await.map(|page| page.into_inner().account_ids)
            }
            Audience::Likers => {
                let request = LikersRequest { product_id: audience_id, after, limit, before };
                let response = client::retry(|| {
                    let (mut likes, request) = (self.likes.clone(), context.sign(request));
                    async move { likes.likers(request).await }
                });
                response.await.map(|page| page.into_inner().account_ids)
            }
        };
        page.map_err(|status| Error::unavailable(anyhow::Error::new(status).context("an audience could not be loaded")))
    }
}
