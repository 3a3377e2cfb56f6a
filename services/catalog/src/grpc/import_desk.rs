//! Serves imports of products from uploaded files to staff.

mod parse;
mod reply;
mod upload;

use kit::{Error, Language, cursor, input};
use proto::catalog::{
    ChangeImportRequest, GetImportRequest, ImportErrorPage, ImportErrorsRequest, ImportTemplate, ImportTemplateRequest,
    ImportUploadPart, KeptProductPage, KeptProductsRequest, ListImportsRequest, MapImportRequest, ProductImport,
    ProductImportPage, StartImportRequest, import_desk_server,
};
use search::FieldType;
use sqlx::PgConnection;
use tonic::{Request, Response, Status, Streaming};

use crate::{
    App,
    app::product_import,
    db::{
        self,
        product_import::{WriteOptions, errors::ErrorPosition},
    },
    import::desk::template::{TemplateField, template},
};

const NOT_FOUND: &str = "import_not_found";

pub struct ImportDesk(pub App);

impl ImportDesk {
    fn reply(&self, import: db::product_import::ProductImport) -> Response<ProductImport> {
        Response::new(reply::import(import, self.0.clock.now()))
    }
}

#[tonic::async_trait]
impl import_desk_server::ImportDesk for ImportDesk {
    async fn upload(&self, request: Request<Streaming<ImportUploadPart>>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let uploaded = upload::receive(request.into_inner()).await?;
        Ok(self.reply(product_import::upload(&self.0, &operator, uploaded).await?))
    }

    async fn list(&self, request: Request<ListImportsRequest>) -> Result<Response<ProductImportPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let (limit, before) = (cursor::limit(request.limit)?, cursor::parse::<i64>(request.cursor.as_deref())?);

        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let mut rows = db::product_import::page(&mut connection, before, limit + 1).await.map_err(Error::from)?;

        let next = cursor::split(&mut rows, limit, |row| row.id);
        let next_cursor = next.as_ref().map(cursor::encode).transpose()?;
        Ok(Response::new(ProductImportPage {
            imports: rows.into_iter().map(|row| reply::import(row, self.0.clock.now())).collect(),
            next_cursor,
        }))
    }

    async fn get(&self, request: Request<GetImportRequest>) -> Result<Response<ProductImport>, Status> {
        self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let import = db::product_import::find(&mut connection, id).await.map_err(Error::from)?;
        Ok(self.reply(import.ok_or(Error::NotFound(NOT_FOUND))?))
    }

    async fn map(&self, request: Request<MapImportRequest>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let (version, mapping) = parse::mapping(request.into_inner())?;
        Ok(self.reply(product_import::map(&self.0, &operator, id, version, mapping).await?))
    }

    async fn check(&self, request: Request<ChangeImportRequest>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (id, version) = parse::change(request.get_ref())?;
        Ok(self.reply(product_import::check(&self.0, &operator, id, version).await?))
    }

    async fn start(&self, request: Request<StartImportRequest>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let StartImportRequest { id, version, skip_refused, as_drafts } = request.into_inner();
        let (id, version) = parse::change(&ChangeImportRequest { id, version })?;
        Ok(self.reply(
            product_import::start(&self.0, &operator, id, version, WriteOptions { skip_refused, as_drafts }).await?,
        ))
    }

    async fn undo(&self, request: Request<ChangeImportRequest>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (id, version) = parse::change(request.get_ref())?;
        Ok(self.reply(product_import::undo(&self.0, &operator, id, version).await?))
    }

    async fn cancel(&self, request: Request<ChangeImportRequest>) -> Result<Response<ProductImport>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (id, version) = parse::change(request.get_ref())?;
        Ok(self.reply(product_import::cancel(&self.0, &operator, id, version).await?))
    }

    async fn errors(&self, request: Request<ImportErrorsRequest>) -> Result<Response<ImportErrorPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let id = input::id(request.id, NOT_FOUND)?;
        let limit = cursor::limit(request.limit)?;
        let after = cursor::parse::<ErrorPosition>(request.cursor.as_deref())?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let found = db::product_import::find(&mut connection, id).await.map_err(Error::from)?;
        found.ok_or(Error::NotFound(NOT_FOUND))?;

        let mut rows =
            db::product_import::errors::page(&mut connection, id, after, limit + 1).await.map_err(Error::from)?;

        let position =
            |row: &db::product_import::errors::StoredError| ErrorPosition { line: row.line, position: row.position };
        let next = cursor::split(&mut rows, limit, position);
        let next_cursor = next.as_ref().map(cursor::encode).transpose()?;
        Ok(Response::new(ImportErrorPage { errors: rows.into_iter().map(reply::error).collect(), next_cursor }))
    }

    async fn kept(&self, request: Request<KeptProductsRequest>) -> Result<Response<KeptProductPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let id = input::id(request.id, NOT_FOUND)?;
        let (limit, after) = (cursor::limit(request.limit)?, cursor::parse::<i64>(request.cursor.as_deref())?);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let found = db::product_import::find(&mut connection, id).await.map_err(Error::from)?;
        found.ok_or(Error::NotFound(NOT_FOUND))?;

        let kept = db::product_import::changes::kept(&mut connection, id, after.unwrap_or_default(), limit + 1);
        let mut rows = kept.await.map_err(Error::from)?;
        let next = cursor::split(&mut rows, limit, |row| row.product_id);
        let next_cursor = next.as_ref().map(cursor::encode).transpose()?;
        Ok(Response::new(KeptProductPage { products: rows.into_iter().map(reply::kept).collect(), next_cursor }))
    }

    async fn template(&self, request: Request<ImportTemplateRequest>) -> Result<Response<ImportTemplate>, Status> {
        self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().category_id, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let category = db::category::slug(&mut connection, id).await.map_err(Error::from)?;
        let category = category.ok_or(Error::NotFound("category_not_found"))?;

        let fields = template_fields(&mut connection, id).await.map_err(Error::from)?;
        // The example row names the oldest store, so that it can be imported as it is.
        let stores = db::store::ids_by_slug(&mut connection).await.map_err(Error::from)?;
        let store = stores.into_iter().min_by_key(|(_, id)| *id).map(|(slug, _)| slug).unwrap_or_default();

        let csv = template(&store, &category, &fields).map_err(Error::internal)?;
        Ok(Response::new(ImportTemplate { file_name: format!("{category}.csv"), csv }))
    }
}

async fn template_fields(tx: &mut PgConnection, category: i64) -> sqlx::Result<Vec<TemplateField>> {
    let only_filterable = false;
    let rows = db::field::of_category(tx, Language::Az, category, only_filterable).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.field_id).collect();
    let values = db::field::values(tx, Language::Az, &ids).await?;
    let fields = rows.into_iter().filter_map(|row| {
        let first_value = values.iter().find(|value| value.field_id == row.field_id);
        let r#type = FieldType::from_name(&row.r#type)?;
        Some(TemplateField { key: row.key, r#type, first_choice: first_value.map(|value| value.value.clone()) })
    });
    Ok(fields.collect())
}
