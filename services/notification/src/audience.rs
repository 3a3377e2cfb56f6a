//! Audiences of fan-outs: followers of a store, or accounts that marked a product as a favourite (likers).

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

#[derive(Clone)]
pub struct Audiences {
    stores: StoresClient<Channel>,
    likes: LikesClient<Channel>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Followers,
    Likers,
}

impl Audience {
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

    /// The first `limit` accounts with ids above `after` that belonged to the audience at `before`, in ascending order.
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
