//! Stores for shoppers. The contract calls following "subscribing".

use std::collections::HashSet;

use kit::{Error, Language, page::Page};
use proto::store::{
    FollowerPage, FollowersRequest, GetStoreRequest, ListStoresRequest, Store, StorePage, SubscribeRequest,
    SubscriptionsRequest, stores_server,
};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use super::{parse, reply};
use crate::{
    App,
    app::follow,
    db::{
        self,
        store::{Filter, StoreRow},
    },
};

/// Limit of a reply with all followed stores.
const MAX_SUBSCRIPTIONS: i64 = 1_000;

pub struct Stores(pub App);

impl Stores {
    /// Returns `None` for a guest.
    async fn visitor<T>(&self, request: &Request<T>) -> kit::Result<Option<i64>> {
        Ok(self.0.identity.visitor(request).await?.map(|caller| caller.account))
    }
}

#[tonic::async_trait]
impl stores_server::Stores for Stores {
    async fn list(&self, request: Request<ListStoresRequest>) -> Result<Response<StorePage>, Status> {
        let visitor = self.visitor(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let sort = parse::sort(request.sort());
        let search = parse::search(request.search.as_deref())?;
        let filter = Filter { search, only: request.only.map(|choice| choice.store_ids) };
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::store::count(&mut connection, &filter).await.map_err(Error::from)?;
        let rows = db::store::page(&mut connection, language, &filter, sort, page).await.map_err(Error::from)?;
        let stores = into_stores(&mut connection, visitor, rows).await.map_err(Error::from)?;
        Ok(Response::new(StorePage { stores, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetStoreRequest>) -> Result<Response<Store>, Status> {
        let visitor = self.visitor(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::store::find(&mut connection, language, &request.get_ref().store).await.map_err(Error::from)?;
        let stores = into_stores(&mut connection, visitor, row.into_iter().collect()).await.map_err(Error::from)?;
        Ok(Response::new(stores.into_iter().next().ok_or(Error::NotFound("store_not_found"))?))
    }

    async fn subscribe(&self, request: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let row = follow::follow(&self.0, account, &request.get_ref().store, language).await?;
        let is_subscribed = true;
        Ok(Response::new(reply::store(row, is_subscribed)))
    }

    async fn unsubscribe(&self, request: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let row = follow::unfollow(&self.0, account, &request.get_ref().store, language).await?;
        let is_subscribed = false;
        Ok(Response::new(reply::store(row, is_subscribed)))
    }

    async fn subscriptions(&self, request: Request<SubscriptionsRequest>) -> Result<Response<StorePage>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page = if request.is_get_all {
            Page::single(MAX_SUBSCRIPTIONS)
        } else {
            Page::parse(request.page, request.per_page)?
        };
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::follower::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::store::followed_for(&mut connection, language, account, page).await.map_err(Error::from)?;
        let is_subscribed = true;
        let stores = rows.into_iter().map(|row| reply::store(row, is_subscribed)).collect();
        Ok(Response::new(StorePage { stores, meta: Some(page.meta(total)) }))
    }

    async fn followers(&self, request: Request<FollowersRequest>) -> Result<Response<FollowerPage>, Status> {
        let FollowersRequest { store_id, after, limit, before } = request.into_inner();
        let (limit, before) = parse::followers(limit, before)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let page = db::follower::page(&mut connection, store_id, after, before, limit);
        Ok(Response::new(FollowerPage { account_ids: page.await.map_err(Error::from)? }))
    }
}

async fn into_stores(tx: &mut PgConnection, visitor: Option<i64>, rows: Vec<StoreRow>) -> sqlx::Result<Vec<Store>> {
    let store_ids: Vec<_> = rows.iter().map(|row| row.store_id).collect();
    let followed: HashSet<_> = match visitor {
        Some(account) if !store_ids.is_empty() => {
            db::follower::among_for(tx, account, &store_ids).await?.into_iter().collect()
        }
        _ => HashSet::new(),
    };
    let stores = rows.into_iter().map(|row| {
        let is_subscribed = followed.contains(&row.store_id);
        reply::store(row, is_subscribed)
    });
    Ok(stores.collect())
}
