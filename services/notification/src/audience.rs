//! Who many-told things are for, as the neighbours know them: the followers of a store, the likers of a product.

use chrono::{DateTime, Utc};
use kit::{
    Error, Result,
    client::{self, Channel, OnBehalf},
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

    /// The accounts after `after`, ascending; fewer than `limit` when there are no more.
    pub async fn page(
        &self,
        audience: Audience,
        of: i64,
        after: i64,
        limit: i64,
        before: DateTime<Utc>,
    ) -> Result<Vec<i64>> {
        let (nobody, before) = (OnBehalf::default(), Some(to_timestamp(before)));
        let page = match audience {
            Audience::Followers => {
                let request = FollowersRequest { store_id: of, after, limit, before };
                let answer = client::retry(|| {
                    let (mut stores, request) = (self.stores.clone(), nobody.sign(request.clone()));
                    async move { stores.followers(request).await }
                });
                answer.await.map(|page| page.into_inner().account_ids)
            }
            Audience::Likers => {
                let request = LikersRequest { product_id: of, after, limit, before };
                let answer = client::retry(|| {
                    let (mut likes, request) = (self.likes.clone(), nobody.sign(request.clone()));
                    async move { likes.likers(request).await }
                });
                answer.await.map(|page| page.into_inner().account_ids)
            }
        };
        page.map_err(|status| Error::unavailable(anyhow::Error::new(status).context("an audience cannot be asked for")))
    }
}
