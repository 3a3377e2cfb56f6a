//! The category tree and its fields.

use std::collections::HashMap;

use kit::{Error, Language, input};
use proto::catalog::{
    AllCategoriesRequest, AncestorsRequest, Category, CategoryList, CategoryStore, CategoryStores,
    CategoryStoresRequest, ChildrenRequest, Field, FieldList, FieldValue, FieldsRequest, GetCategoryRequest,
    TopCategoriesRequest, TreeRequest, categories_server,
};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use super::{parse::slug_or_id, reply};
use crate::{
    App,
    db::{self, category::Row},
    domain::{
        attribute::{FieldType, NO, YES, yes_or_no},
        tree,
    },
};

const NOT_FOUND: Error = Error::NotFound("category_not_found");

pub struct Categories(pub App);

#[tonic::async_trait]
impl categories_server::Categories for Categories {
    async fn tree(&self, request: Request<TreeRequest>) -> Result<Response<CategoryList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::all(&mut connection, Language::of(request.metadata())).await.map_err(Error::from)?;
        Ok(Response::new(CategoryList { categories: tree::nest(rows, into_category) }))
    }

    async fn all(&self, request: Request<AllCategoriesRequest>) -> Result<Response<CategoryList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::all(&mut connection, Language::of(request.metadata())).await.map_err(Error::from)?;
        Ok(Response::new(into_list(rows)))
    }

    async fn top(&self, request: Request<TopCategoriesRequest>) -> Result<Response<CategoryList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::top(&mut connection, Language::of(request.metadata())).await.map_err(Error::from)?;
        Ok(Response::new(into_list(rows)))
    }

    async fn children(&self, request: Request<ChildrenRequest>) -> Result<Response<CategoryList>, Status> {
        let language = Language::of(request.metadata());
        let parent = input::id(request.get_ref().category_id, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::children(&mut connection, language, parent).await.map_err(Error::from)?;
        if rows.is_empty() && !db::category::exists(&mut connection, parent).await.map_err(Error::from)? {
            return Err(NOT_FOUND.into());
        }
        Ok(Response::new(into_list(rows)))
    }

    async fn ancestors(&self, request: Request<AncestorsRequest>) -> Result<Response<CategoryList>, Status> {
        let language = Language::of(request.metadata());
        let slug = slug_or_id(&request.get_ref().slug, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::ancestors(&mut connection, language, slug).await.map_err(Error::from)?;
        if rows.is_empty() {
            return Err(NOT_FOUND.into());
        }
        Ok(Response::new(into_list(rows)))
    }

    async fn get(&self, request: Request<GetCategoryRequest>) -> Result<Response<Category>, Status> {
        let language = Language::of(request.metadata());
        let category = slug_or_id(&request.get_ref().category, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row =
            db::category::find(&mut connection, language, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        let children = db::category::children(&mut connection, language, row.category_id).await.map_err(Error::from)?;
        let children = children.into_iter().map(|row| into_category(row, Vec::new())).collect();
        Ok(Response::new(into_category(row, children)))
    }

    async fn fields(&self, request: Request<FieldsRequest>) -> Result<Response<FieldList>, Status> {
        let language = Language::of(request.metadata());
        let request = request.into_inner();
        let category = slug_or_id(&request.slug, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let category =
            db::category::find(&mut connection, language, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        let fields = fields_of(&mut connection, language, category.category_id, request.only_filterable).await?;
        Ok(Response::new(FieldList { fields }))
    }

    async fn stores(&self, request: Request<CategoryStoresRequest>) -> Result<Response<CategoryStores>, Status> {
        let category = slug_or_id(&request.get_ref().category, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let category =
            db::category::find(&mut connection, Language::Az, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        let rows = db::category::stores(&mut connection, category.category_id).await.map_err(Error::from)?;
        let stores =
            rows.into_iter().map(|row| CategoryStore { store_id: row.store_id, product_count: row.product_count });
        Ok(Response::new(CategoryStores { stores: stores.collect() }))
    }
}

async fn fields_of(
    connection: &mut PgConnection,
    language: Language,
    category: i64,
    only_filterable: bool,
) -> kit::Result<Vec<Field>> {
    let rows = db::field::of_category(connection, language, category, only_filterable).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.field_id).collect();
    let keys: Vec<_> = rows.iter().filter(|row| row.r#type != "range").map(|row| row.key.clone()).collect();
    let mut values: HashMap<i64, Vec<_>> = HashMap::new();
    for value in db::field::values(connection, language, &ids).await? {
        values.entry(value.field_id).or_default().push((value.value, value.label));
    }
    let counts = db::field::counts(connection, category, &keys).await?;
    let counts: HashMap<_, _> = counts.into_iter().map(|count| ((count.key, count.value), count.count)).collect();
    let fields = rows.into_iter().map(|row| {
        let r#type = FieldType::from_name(&row.r#type);
        let labels = match r#type {
            Some(FieldType::Choice) => values.remove(&row.field_id).unwrap_or_default(),
            Some(FieldType::Toggle) => {
                [YES, NO].map(|value| (value.to_owned(), yes_or_no(value, language).to_owned())).into()
            }
            Some(FieldType::Range) | None => Vec::new(),
        };
        let values = labels.into_iter().map(|(value, label)| {
            let count = counts.get(&(row.key.clone(), value.clone())).copied().unwrap_or(0);
            FieldValue { value, label, count }
        });
        let values = values.collect();
        let r#type = reply::field_type(r#type).into();
        Field { key: row.key, name: row.name, r#type, values, min: row.min, max: row.max, unit: row.unit }
    });
    Ok(fields.collect())
}

fn into_list(rows: Vec<Row>) -> CategoryList {
    CategoryList { categories: rows.into_iter().map(|row| into_category(row, Vec::new())).collect() }
}

fn into_category(row: Row, children: Vec<Category>) -> Category {
    Category {
        id: row.category_id,
        name: row.name,
        slug: row.slug,
        image_url: row.image_url,
        product_count: row.product_count,
        children,
    }
}
