//! Serves products to staff: lists, forms, changes of many products, and exports.

pub(super) mod parse;
mod reply;

use std::pin::Pin;

use futures::{Stream, stream};
use kit::{Error, Result, cursor, input};
use proto::catalog::{
    ChangeProductsRequest, CreateProductRequest, ExportProductsRequest, GetProductDetailsRequest,
    GetProductVersionRequest, ProductDetails, ProductFilePiece, ProductForm, ProductRowPage, ProductRowsRequest,
    ProductsChange, UndoProductsChangeRequest, UpdateProductRequest, product_desk_server,
};
use search::{Filters, ListRequest, Sort};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        bulk_change::{self, Selection},
        product_desk, product_export,
    },
    db::{self, product_form::Record},
    domain::product_rows::Filter,
};

const NOT_FOUND: &str = "product_not_found";
const CHANGES_SHOWN: i64 = 50;
/// Products found by a text. All of them are read for sorting.
const MAX_MATCHES: i64 = 1_000;
const PIECE_BYTES: usize = 1 << 18;

pub struct ProductDesk(pub App);

#[tonic::async_trait]
impl product_desk_server::ProductDesk for ProductDesk {
    type ExportStream = Pin<Box<dyn Stream<Item = Result<ProductFilePiece, Status>> + Send>>;

    async fn change_many(&self, request: Request<ChangeProductsRequest>) -> Result<Response<ProductsChange>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let parse::ManyChange { ids, filter, change, key, request } = parse::many_change(request.into_inner())?;
        let selection = match filter {
            Some(filter) => {
                let among = matching(&self.0, &filter).await?;
                Selection::List { filter, among }
            }
            None => Selection::Ids(ids),
        };
        let outcome = match key {
            None => bulk_change::preview(&self.0, selection, change).await?,
            Some(key) => bulk_change::change(&self.0, &operator, key, request, selection, change).await?,
        };
        Ok(Response::new(reply::products_change(outcome)))
    }

    async fn undo_change_many(
        &self,
        request: Request<UndoProductsChangeRequest>,
    ) -> Result<Response<ProductsChange>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, "products_change_not_found")?;
        Ok(Response::new(reply::products_change(bulk_change::undo(&self.0, &operator, id).await?)))
    }

    async fn export(&self, request: Request<ExportProductsRequest>) -> Result<Response<Self::ExportStream>, Status> {
        self.0.identity.staff(&request).await?;
        let (filter, format) = parse::export(request.into_inner())?;
        let among = matching(&self.0, &filter).await?;
        let file = product_export::export(&self.0, &filter, among.as_deref(), format).await?;
        let mut file = tokio::fs::File::from_std(file);
        file.rewind().await.map_err(Error::internal)?;

        let pieces = stream::try_unfold(file, |mut file| async move {
            let mut bytes = Vec::with_capacity(PIECE_BYTES);
            (&mut file).take(PIECE_BYTES as u64).read_to_end(&mut bytes).await.map_err(Error::internal)?;
            Ok::<_, Status>((!bytes.is_empty()).then_some((ProductFilePiece { bytes }, file)))
        });
        Ok(Response::new(Box::pin(pieces)))
    }

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

    async fn form_at(&self, request: Request<GetProductVersionRequest>) -> Result<Response<ProductForm>, Status> {
        self.0.identity.staff(&request).await?;
        let GetProductVersionRequest { id, version } = request.into_inner();
        let id = input::id(id, NOT_FOUND)?;
        let (record, form) = product_desk::form_at(&self.0, id, version).await?;
        Ok(Response::new(reply::form(form, record.version)))
    }

    async fn create(&self, request: Request<CreateProductRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let form = parse::creation(request.into_inner())?;
        Ok(without_history(product_desk::create(&self.0, &operator, &form).await?))
    }

    async fn update(&self, request: Request<UpdateProductRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let (version, form) = parse::update(request.into_inner())?;
        Ok(without_history(product_desk::update(&self.0, &operator, id, version, &form).await?))
    }

    async fn publish(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(without_history(product_desk::publish(&self.0, &operator, id).await?))
    }

    async fn withdraw(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(without_history(product_desk::withdraw(&self.0, &operator, id).await?))
    }

    async fn duplicate(&self, request: Request<GetProductDetailsRequest>) -> Result<Response<ProductDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(without_history(product_desk::duplicate(&self.0, &operator, id).await?))
    }
}

/// Only `get` replies with the product's history.
fn without_history(record: Record) -> Response<ProductDetails> {
    Response::new(reply::details(record, &[]))
}

/// Returns `None` without a text. The search index finds products for sale, the database the others.
async fn matching(app: &App, filter: &Filter) -> Result<Option<Vec<i64>>> {
    let Some(text) = &filter.text else { return Ok(None) };
    let request = ListRequest {
        category: filter.category,
        filters: Filters { text: Some(text.clone()), store: filter.store, ..Filters::default() },
        sort: Sort::Relevance,
        limit: MAX_MATCHES as usize,
        ..ListRequest::everything()
    };
    let (found, _) = app.search.find(request, None).await?;
    let mut connection = app.pool.acquire().await?;
    let mut products = db::product_row::matching(&mut connection, text, MAX_MATCHES).await?;
    products.extend(found.products);
    Ok(Some(products))
}
