//! Stores for staff.

use kit::{Error, cursor, input};
use proto::store::{
    CreateStoreRequest, DeskStore, StoreDeskGetRequest, StoreDeskListRequest, StoreDeskPage, UpdateStoreRequest,
    store_desk_server,
};
use tonic::{Request, Response, Status};

mod parse;
mod reply;

use crate::{App, app::store, db::store_admin};

const NOT_FOUND: &str = "store_not_found";

pub struct StoreDesk(pub App);

#[tonic::async_trait]
impl store_desk_server::StoreDesk for StoreDesk {
    async fn list(&self, request: Request<StoreDeskListRequest>) -> Result<Response<StoreDeskPage>, Status> {
        self.0.identity.staff(&request).await?;
        let parse::List { filter, after, limit } = parse::list(request.get_ref())?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let page = store_admin::page(&mut connection, &filter, after.as_ref(), limit).await;
        let (stores, next_position) = page.map_err(Error::from)?;
        let stores = stores.into_iter().map(reply::store).collect();
        let next_cursor = next_position.map(|position| cursor::encode(&position)).transpose()?;
        Ok(Response::new(StoreDeskPage { stores, next_cursor }))
    }

    async fn get(&self, request: Request<StoreDeskGetRequest>) -> Result<Response<DeskStore>, Status> {
        self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let store = store_admin::find(&mut connection, id).await.map_err(Error::from)?;
        Ok(Response::new(reply::store(store.ok_or(Error::NotFound(NOT_FOUND))?)))
    }

    async fn create(&self, request: Request<CreateStoreRequest>) -> Result<Response<DeskStore>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let profile = parse::creation(request.into_inner())?;
        let created = store::create(&self.0, &operator, profile).await?;
        Ok(Response::new(reply::store(created)))
    }

    async fn update(&self, request: Request<UpdateStoreRequest>) -> Result<Response<DeskStore>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let (version, profile) = parse::update(request)?;
        let updated = store::update(&self.0, &operator, id, version, &profile).await?;
        Ok(Response::new(reply::store(updated)))
    }

    async fn open(&self, request: Request<StoreDeskGetRequest>) -> Result<Response<DeskStore>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::store(store::open(&self.0, &operator, id).await?)))
    }

    async fn close(&self, request: Request<StoreDeskGetRequest>) -> Result<Response<DeskStore>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::store(store::close(&self.0, &operator, id).await?)))
    }
}
