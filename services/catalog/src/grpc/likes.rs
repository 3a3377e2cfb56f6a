//! Serves the caller's likes to shoppers, and the accounts that like a product to other services.

use chrono::{DateTime, Utc};
use kit::{
    Error, Language,
    error::FieldError,
    id::{AccountId, ProductId},
    input,
    page::Page,
};
use proto::catalog::{
    CountLikesRequest, LikeCount, LikeRequest, LikerPage, LikersRequest, ListLikesRequest, ProductPage, likes_server,
};
use tonic::{Request, Response, Status};

use super::reply;
use crate::{App, app, db};

const MAX_LIKES: i64 = 1_000;
const MAX_LIKERS: i64 = 10_000;

pub struct Likes(pub App);

#[tonic::async_trait]
impl likes_server::Likes for Likes {
    async fn list(&self, request: Request<ListLikesRequest>) -> Result<Response<ProductPage>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page =
            if request.is_get_all { Page::single(MAX_LIKES) } else { Page::parse(request.page, request.per_page)? };
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let products = db::like::page_for(&mut connection, account, page).await.map_err(Error::from)?;
        let total = db::like::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::card::for_products(&mut connection, language, &products).await.map_err(Error::from)?;
        let is_liked = true;
        let products = rows.into_iter().map(|row| reply::card(row, is_liked)).collect();
        Ok(Response::new(ProductPage { products, meta: Some(page.meta(total)), ..ProductPage::default() }))
    }

    async fn count(&self, request: Request<CountLikesRequest>) -> Result<Response<LikeCount>, Status> {
        let account = self.0.identity.account(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let fav_count = db::like::count_for(&mut connection, account).await.map_err(Error::from)?;
        Ok(Response::new(LikeCount { fav_count }))
    }

    async fn add(&self, request: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        let account = self.0.identity.account(&request).await?;
        let product = input::id(request.get_ref().product_id, "product_not_found")?;
        Ok(Response::new(LikeCount {
            fav_count: app::like::like(&self.0, AccountId(account), ProductId(product)).await?,
        }))
    }

    async fn remove(&self, request: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        let account = self.0.identity.account(&request).await?;
        let product = input::id(request.get_ref().product_id, "product_not_found")?;
        Ok(Response::new(LikeCount {
            fav_count: app::like::unlike(&self.0, AccountId(account), ProductId(product)).await?,
        }))
    }

    async fn likers(&self, request: Request<LikersRequest>) -> Result<Response<LikerPage>, Status> {
        let LikersRequest { product_id, after, limit, before } = request.into_inner();
        let before = before.and_then(to_time).ok_or_else(|| invalid_field("before", "required"))?;
        if !(1..=MAX_LIKERS).contains(&limit) {
            return Err(invalid_field("limit", "out_of_range").into());
        }
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let account_ids = db::like::likers(&mut connection, product_id, after, limit, before).await;
        Ok(Response::new(LikerPage { account_ids: account_ids.map_err(Error::from)? }))
    }
}

fn to_time(timestamp: prost_types::Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(timestamp.seconds, u32::try_from(timestamp.nanos).ok()?)
}

fn invalid_field(field: &'static str, code: &'static str) -> Error {
    Error::Invalid(vec![FieldError { field: field.into(), code }])
}
