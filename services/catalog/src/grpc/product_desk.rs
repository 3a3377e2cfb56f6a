//! Products for staff.

pub(super) mod parse;
mod reply;

use kit::{Error, Language, Result, cursor, input};
use proto::catalog::{
    CreateProductRequest, GetProductDetailsRequest, ProductDetails, ProductRowPage, ProductRowsRequest,
    UpdateProductRequest, product_desk_server,
};
use search::{Filters, ListRequest, Sort};
use tonic::{Request, Response, Status};

use crate::{App, app::product_desk, db, domain::product_rows::Filter};

const NOT_FOUND: &str = "product_not_found";
const CHANGES_SHOWN: i64 = 50;
/// The most products that a text finds, best first; each is read to sort them.
const MAX_MATCHES: i64 = 1_000;

pub struct ProductDesk(pub App);

#[tonic::async_trait]
impl product_desk_server::ProductDesk for ProductDesk {
    async fn list(&self, request: Request<ProductRowsRequest>) -> Result<Response<ProductRowPage>, Status> {
        self.0.identity.staff(&request).await?;
        let parse::List { filter, order, after, limit } = parse::list(request.get_ref())?;
        let among = matching(&self.0, &filter).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let mut products =
            db::product_row::page(&mut connection, &filter, among.as_deref(), order, after.as_ref(), limit + 1)
                .await
                .map_err(Error::from)?;
        let has_more = cursor::split(&mut products, limit, |_| ()).is_some();
        let rows = db::product_row::rows(&mut connection, &products).await.map_err(Error::from)?;
        let next = rows.last().filter(|_| has_more).map(|row| row.position(order));
        let next_cursor = next.as_ref().map(cursor::encode).transpose()?;
        Ok(Response::new(ProductRowPage { products: rows.into_iter().map(reply::row).collect(), next_cursor }))
    }

    async fn get(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let record = db::product_form::find(&mut connection, id).await.map_err(Error::from)?;
        let record = record.ok_or(Error::NotFound(NOT_FOUND))?;
        let changes = db::product_change::latest(&mut connection, id, CHANGES_SHOWN).await.map_err(Error::from)?;
        Ok(Response::new(reply::details(record, &changes)))
    }

    async fn create(&self, request: Request<CreateProductRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let form = parse::creation(request.into_inner())?;
        Ok(Response::new(reply::details(product_desk::create(&self.0, &operator, &form).await?, &[])))
    }

    async fn update(&self, request: Request<UpdateProductRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let (version, form) = parse::update(request.into_inner())?;
        Ok(Response::new(reply::details(product_desk::update(&self.0, &operator, id, version, &form).await?, &[])))
    }

    async fn publish(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::details(product_desk::publish(&self.0, &operator, id).await?, &[])))
    }

    async fn withdraw(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::details(product_desk::withdraw(&self.0, &operator, id).await?, &[])))
    }

    async fn duplicate(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::details(product_desk::duplicate(&self.0, &operator, id).await?, &[])))
    }
}

/// Returns the products that match the text of the filter; `None` without a text. The search index finds those for sale,
/// as shoppers do; the database finds the others.
async fn matching(app: &App, filter: &Filter) -> Result<Option<Vec<i64>>> {
    let Some(text) = &filter.text else { return Ok(None) };
    let request = ListRequest {
        language: Language::Az,
        category: filter.category,
        filters: Filters { text: Some(text.clone()), store: filter.store, ..Filters::default() },
        sort: Sort::Relevance,
        offset: 0,
        limit: MAX_MATCHES as usize,
        with_facets: false,
    };
    let (found, _) = app.search.find(request, None).await?;
    let mut connection = app.pool.acquire().await?;
    let mut products = db::product_row::matching(&mut connection, text, MAX_MATCHES).await?;
    products.extend(found.products);
    Ok(Some(products))
}
