//! proto ⇄ domain: parse, act, reply.

use kit::{Error, Language, input, page::Page};
use proto::store::{
    FollowerPage, FollowersRequest, GetStoreRequest, ListStoresRequest, Store, StorePage, StoreSort, SubscribeRequest,
    SubscriptionsRequest, stores_server,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    db::{
        self,
        store::{Row, Sort},
    },
};

const LONGEST_SEARCH: usize = 100;

pub struct Stores(pub App);

#[tonic::async_trait]
impl stores_server::Stores for Stores {
    async fn list(&self, request: Request<ListStoresRequest>) -> Result<Response<StorePage>, Status> {
        let language = Language::of(request.metadata());
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let search = parse_search(request.search.as_deref())?;
        let sort = parse_sort(request.sort());
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let (rows, total) =
            db::store::page(&mut connection, language, search.as_deref(), sort, page).await.map_err(Error::from)?;
        let stores = rows.into_iter().map(into_store).collect();
        Ok(Response::new(StorePage { stores, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetStoreRequest>) -> Result<Response<Store>, Status> {
        let language = Language::of(request.metadata());
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::store::find(&mut connection, language, &request.get_ref().store).await.map_err(Error::from)?;
        Ok(Response::new(row.map(into_store).ok_or(Error::NotFound("store_not_found"))?))
    }

    async fn subscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        Err(Status::unimplemented("subscribe"))
    }

    async fn unsubscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        Err(Status::unimplemented("unsubscribe"))
    }

    async fn subscriptions(&self, _: Request<SubscriptionsRequest>) -> Result<Response<StorePage>, Status> {
        Err(Status::unimplemented("subscriptions"))
    }

    async fn followers(&self, _: Request<FollowersRequest>) -> Result<Response<FollowerPage>, Status> {
        Err(Status::unimplemented("followers"))
    }
}

fn parse_search(search: Option<&str>) -> kit::Result<Option<String>> {
    let text = search.map(|raw| input::text(raw, 0..=LONGEST_SEARCH)).transpose();
    let text = text.map_err(|code| Error::invalid("search", code))?;
    Ok(text.filter(|text| !text.is_empty()))
}

fn parse_sort(sort: StoreSort) -> Sort {
    match sort {
        StoreSort::Unspecified | StoreSort::Popular => Sort::Popular,
        StoreSort::Newest => Sort::Newest,
        StoreSort::Rating => Sort::Rating,
        StoreSort::Name => Sort::Name,
    }
}

fn into_store(row: Row) -> Store {
    Store {
        id: row.store_id,
        name: row.name,
        slug: row.slug,
        logo_url: row.logo_url,
        cover_url: row.cover_url,
        about: row.about,
        rating: row.rating,
        subscriber_count: row.subscriber_count,
        product_count: row.product_count,
        is_subscribed: false,
        review_count: 0,
    }
}
