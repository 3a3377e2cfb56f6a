//! Serves bloggers' product lists. Only the owner of a list can change it.

use kit::{
    Error, Language, Result,
    client::CallContext,
    id::{AccountId, ListId, ProductId},
    input::{self, Checks},
    page::Page,
};
use proto::{
    catalog::{
        CreateListRequest, DeleteListRequest, GetListRequest, ListOwner, ListOwnerRequest, ListProductRequest,
        MyListsRequest, ProductList, ProductLists, PublicList, UpdateListRequest, lists_server,
    },
    common::Done,
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use super::{parse::slug_or_id, products::into_cards};
use crate::{App, app::list, db};

const NOT_FOUND: &str = "list_not_found";
/// In characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=80;
const DESCRIPTION_LENGTH: std::ops::RangeInclusive<usize> = 0..=500;

pub struct Lists(pub App);

#[tonic::async_trait]
impl lists_server::Lists for Lists {
    async fn mine(&self, request: Request<MyListsRequest>) -> Result<Response<ProductLists>, Status> {
        let account = self.0.identity.account(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::list::all_for(&mut connection, account, request.get_ref().product_id);
        let lists = rows.await.map_err(Error::from)?.into_iter().map(into_list).collect();
        Ok(Response::new(ProductLists { lists }))
    }

    async fn create(&self, request: Request<CreateListRequest>) -> Result<Response<ProductList>, Status> {
        let account = self.0.identity.account(&request).await?;
        let caller = CallContext::from_request(&request);
        let request = request.get_ref();
        let (name, description) = name_and_description(Some(&request.name), request.description.as_deref())?;
        let (name, description) = (name.unwrap_or_default(), description.unwrap_or_default());
        let row = list::create(&self.0, AccountId(account), &caller, &name, &description).await?;
        Ok(Response::new(into_list(row)))
    }

    async fn update(&self, request: Request<UpdateListRequest>) -> Result<Response<ProductList>, Status> {
        let account = self.0.identity.account(&request).await?;
        let request = request.get_ref();
        let list = ListId(input::id(request.id, NOT_FOUND)?);
        let (name, description) = name_and_description(request.name.as_deref(), request.description.as_deref())?;
        let row = list::update(&self.0, AccountId(account), list, name.as_deref(), description.as_deref()).await?;
        Ok(Response::new(into_list(row)))
    }

    async fn delete(&self, request: Request<DeleteListRequest>) -> Result<Response<Done>, Status> {
        let account = self.0.identity.account(&request).await?;
        list::delete(&self.0, AccountId(account), ListId(request.get_ref().id)).await?;
        Ok(Response::new(Done {}))
    }

    async fn add_product(&self, request: Request<ListProductRequest>) -> Result<Response<ProductList>, Status> {
        let account = self.0.identity.account(&request).await?;
        let (list, product) = list_and_product(request.get_ref())?;
        Ok(Response::new(into_list(list::add(&self.0, AccountId(account), list, product).await?)))
    }

    async fn remove_product(&self, request: Request<ListProductRequest>) -> Result<Response<ProductList>, Status> {
        let account = self.0.identity.account(&request).await?;
        let (list, product) = list_and_product(request.get_ref())?;
        Ok(Response::new(into_list(list::remove(&self.0, AccountId(account), list, product).await?)))
    }

    async fn get(&self, request: Request<GetListRequest>) -> Result<Response<PublicList>, Status> {
        let visitor = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let language = Language::from_metadata(request.metadata());
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let slug = slug_or_id(&request.slug, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::list::find(&mut connection, slug).await.map_err(Error::from)?;
        let row = row.ok_or(Error::NotFound(NOT_FOUND))?;
        let products = db::list::page(&mut connection, row.list_id, page).await.map_err(Error::from)?;
        let cards = db::card::for_products(&mut connection, language, &products).await.map_err(Error::from)?;
        let products = into_cards(&mut connection, visitor, cards).await.map_err(Error::from)?;
        let (meta, author) = (Some(page.meta(row.product_count)), row.author.clone());
        Ok(Response::new(PublicList { list: Some(into_list(row)), author, products, meta }))
    }

    /// The reply is empty if the list does not exist.
    async fn owner(&self, request: Request<ListOwnerRequest>) -> Result<Response<ListOwner>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let found = db::list::owner(&mut connection, &request.get_ref().slug).await.map_err(Error::from)?;
        let owner = found.map(|(list, account_id)| ListOwner { list_id: Some(list), account_id });
        Ok(Response::new(owner.unwrap_or_default()))
    }
}

fn name_and_description(name: Option<&str>, description: Option<&str>) -> Result<(Option<String>, Option<String>)> {
    let mut checks = Checks::default();
    let name = checks.take("name", name.map(|raw| input::text(raw, NAME_LENGTH)).transpose());
    let description =
        checks.take("description", description.map(|raw| input::text(raw, DESCRIPTION_LENGTH)).transpose());
    checks.finish()?;
    Ok((name.flatten(), description.flatten()))
}

fn list_and_product(request: &ListProductRequest) -> Result<(ListId, ProductId)> {
    let list = ListId(input::id(request.list_id, NOT_FOUND)?);
    Ok((list, ProductId(input::id(request.product_id, "product_not_found")?)))
}

fn into_list(row: db::list::ListRow) -> ProductList {
    ProductList {
        id: row.list_id,
        slug: row.slug,
        name: row.name,
        description: row.description,
        created_at: Some(to_timestamp(row.created_at)),
        product_count: row.product_count,
        has_product: row.has_product,
        images: row.images,
    }
}
