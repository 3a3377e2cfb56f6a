//! Serves categories and their fields to staff.

use kit::{Error, Language, Result, input};
use proto::{
    catalog::{
        CategoryDeskGetRequest, CategoryDeskListRequest, CategoryDetails, CategoryRows, CreateCategoryRequest,
        MoveCategoryRequest, UpdateCategoryRequest, category_desk_server,
    },
    common::Done,
};
use tonic::{Request, Response, Status};

mod parse;
mod reply;

use crate::{
    App,
    app::category,
    db::{category_add_on, category_admin, category_fields},
    domain::category::Category,
};

const NOT_FOUND: &str = "category_not_found";

pub struct CategoryDesk(pub App);

impl CategoryDesk {
    /// Adds which fields and values are used by products, and what the add-ons are.
    async fn details(&self, language: Language, category: Category) -> Result<CategoryDetails> {
        let mut connection = self.0.pool.acquire().await?;
        let used = category_fields::used(&mut connection, category.id).await?;
        let add_ons = category_add_on::of_products(&mut connection, language, &category.content.add_ons).await?;
        drop(connection);
        let counts = self.0.search.product_counts().await?;
        Ok(reply::details(category, &used, add_ons, &counts))
    }
}

#[tonic::async_trait]
impl category_desk_server::CategoryDesk for CategoryDesk {
    async fn list(&self, request: Request<CategoryDeskListRequest>) -> Result<Response<CategoryRows>, Status> {
        self.0.identity.staff(&request).await?;
        let counts = self.0.search.product_counts().await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let categories = category_admin::all(&mut connection).await.map_err(Error::from)?;
        Ok(Response::new(CategoryRows { categories: reply::rows(categories, &counts) }))
    }

    async fn get(&self, request: Request<CategoryDeskGetRequest>) -> Result<Response<CategoryDetails>, Status> {
        self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let found = category_admin::find(&mut connection, id).await.map_err(Error::from)?;
        drop(connection);
        Ok(Response::new(self.details(language, found.ok_or(Error::NotFound(NOT_FOUND))?).await?))
    }

    async fn create(&self, request: Request<CreateCategoryRequest>) -> Result<Response<CategoryDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let new = parse::creation(request.into_inner())?;
        let created = category::create(&self.0, &operator, &new).await?;
        Ok(Response::new(self.details(language, created).await?))
    }

    async fn update(&self, request: Request<UpdateCategoryRequest>) -> Result<Response<CategoryDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let (version, content) = parse::update(request)?;
        let updated = category::update(&self.0, &operator, id, version, &content).await?;
        Ok(Response::new(self.details(language, updated).await?))
    }

    async fn r#move(&self, request: Request<MoveCategoryRequest>) -> Result<Response<CategoryDetails>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let (version, place) = parse::place(&request)?;
        let moved = category::move_to(&self.0, &operator, id, version, place).await?;
        Ok(Response::new(self.details(language, moved).await?))
    }

    async fn delete(&self, request: Request<CategoryDeskGetRequest>) -> Result<Response<Done>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        category::delete(&self.0, &operator, id).await?;
        Ok(Response::new(Done {}))
    }
}
