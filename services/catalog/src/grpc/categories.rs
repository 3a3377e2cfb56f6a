//! Serves the category tree, and the fields and stores of a category.

use std::collections::HashMap;

use kit::{Error, Language, input};
use proto::catalog::{
    AllCategoriesRequest, AncestorsRequest, Category, CategoryList, CategoryStore, CategoryStores,
    CategoryStoresRequest, ChildrenRequest, Field, FieldList, FieldValue, FieldsRequest, GetCategoryRequest,
    TopCategoriesRequest, TreeRequest, categories_server,
};
use search::{CategoryStats, FieldType, NO, YES, yes_or_no};
use tonic::{Request, Response, Status};

use super::{parse::slug_or_id, reply};
use crate::{
    App,
    db::{self, category::CategoryRow, field},
    domain::tree,
};

const NOT_FOUND: Error = Error::NotFound("category_not_found");

pub struct Categories(pub App);

#[tonic::async_trait]
impl categories_server::Categories for Categories {
    async fn tree(&self, request: Request<TreeRequest>) -> Result<Response<CategoryList>, Status> {
        let counts = self.0.search.product_counts().await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::all(&mut connection, Language::from_metadata(request.metadata()))
            .await
            .map_err(Error::from)?;
        let category = |row, children| into_category(row, children, &counts);
        Ok(Response::new(CategoryList { categories: tree::build_tree(rows, category) }))
    }

    async fn all(&self, request: Request<AllCategoriesRequest>) -> Result<Response<CategoryList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::all(&mut connection, Language::from_metadata(request.metadata()))
            .await
            .map_err(Error::from)?;
        Ok(Response::new(self.list(rows).await?))
    }

    async fn top(&self, request: Request<TopCategoriesRequest>) -> Result<Response<CategoryList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::top(&mut connection, Language::from_metadata(request.metadata()))
            .await
            .map_err(Error::from)?;
        Ok(Response::new(self.list(rows).await?))
    }

    async fn children(&self, request: Request<ChildrenRequest>) -> Result<Response<CategoryList>, Status> {
        let language = Language::from_metadata(request.metadata());
        let parent = input::id(request.get_ref().category_id, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::children(&mut connection, language, parent).await.map_err(Error::from)?;
        if rows.is_empty() && !db::category::exists(&mut connection, parent).await.map_err(Error::from)? {
            return Err(NOT_FOUND.into());
        }
        Ok(Response::new(self.list(rows).await?))
    }

    async fn ancestors(&self, request: Request<AncestorsRequest>) -> Result<Response<CategoryList>, Status> {
        let language = Language::from_metadata(request.metadata());
        let slug = slug_or_id(&request.get_ref().slug, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::category::ancestors(&mut connection, language, slug).await.map_err(Error::from)?;
        if rows.is_empty() {
            return Err(NOT_FOUND.into());
        }
        Ok(Response::new(self.list(rows).await?))
    }

    async fn get(&self, request: Request<GetCategoryRequest>) -> Result<Response<Category>, Status> {
        let language = Language::from_metadata(request.metadata());
        let category = slug_or_id(&request.get_ref().category, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row =
            db::category::find(&mut connection, language, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        let children = db::category::children(&mut connection, language, row.category_id).await.map_err(Error::from)?;
        let counts = self.0.search.product_counts().await?;
        let children = children.into_iter().map(|row| into_category(row, Vec::new(), &counts)).collect();
        Ok(Response::new(into_category(row, children, &counts)))
    }

    async fn fields(&self, request: Request<FieldsRequest>) -> Result<Response<FieldList>, Status> {
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let category = slug_or_id(&request.slug, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let category =
            db::category::find(&mut connection, language, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        let category = category.category_id;
        let rows = db::field::of_category(&mut connection, language, category, request.only_filterable).await;
        let rows = rows.map_err(Error::from)?;
        let ids: Vec<_> = rows.iter().map(|row| row.field_id).collect();
        let values = db::field::values(&mut connection, language, &ids).await.map_err(Error::from)?;
        drop(connection);
        let stats = self.0.search.category_stats(category, rows.iter().map(|row| row.key.clone()).collect()).await?;
        let fields = fields(language, rows, values, &stats);
        Ok(Response::new(FieldList { fields }))
    }

    async fn stores(&self, request: Request<CategoryStoresRequest>) -> Result<Response<CategoryStores>, Status> {
        let category = slug_or_id(&request.get_ref().category, "category_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let category =
            db::category::find(&mut connection, Language::Az, category).await.map_err(Error::from)?.ok_or(NOT_FOUND)?;
        drop(connection);
        let stats = self.0.search.category_stats(category.category_id, Vec::new()).await?;
        let stores =
            stats.sellers.into_iter().map(|(store_id, product_count)| CategoryStore { store_id, product_count });
        Ok(Response::new(CategoryStores { stores: stores.collect() }))
    }
}

impl Categories {
    /// Leaves out the children.
    async fn list(&self, rows: Vec<CategoryRow>) -> kit::Result<CategoryList> {
        let counts = self.0.search.product_counts().await?;
        let categories = rows.into_iter().map(|row| into_category(row, Vec::new(), &counts));
        Ok(CategoryList { categories: categories.collect() })
    }
}

fn fields(
    language: Language,
    rows: Vec<field::FieldRow>,
    choices: Vec<field::ValueRow>,
    stats: &CategoryStats,
) -> Vec<Field> {
    let mut values: HashMap<i64, Vec<(String, String)>> = HashMap::new();
    for value in choices {
        values.entry(value.field_id).or_default().push((value.value, value.label));
    }
    let fields = rows.into_iter().map(|row| {
        let choices = values.remove(&row.field_id).unwrap_or_default();
        into_field(language, row, choices, stats)
    });
    fields.collect()
}

/// `choices` are values with their labels.
fn into_field(
    language: Language,
    row: field::FieldRow,
    choices: Vec<(String, String)>,
    stats: &CategoryStats,
) -> Field {
    let field_type = FieldType::from_name(&row.r#type);
    let values_and_labels = match field_type {
        Some(FieldType::Choice) => choices,
        Some(FieldType::Toggle) => {
            [YES, NO].map(|value| (value.to_owned(), yes_or_no(value, language).to_owned())).into()
        }
        Some(FieldType::Range) | None => Vec::new(),
    };
    let values = values_and_labels.into_iter().map(|(value, label)| {
        let count = stats.count(&row.key, &value);
        FieldValue { value, label, count }
    });
    let values = values.collect();
    let (min, max) = match field_type {
        Some(FieldType::Range) => stats.bounds(&row.key).unzip(),
        Some(FieldType::Choice | FieldType::Toggle) | None => (None, None),
    };
    let r#type = reply::field_type(field_type).into();
    Field { key: row.key, name: row.name, r#type, values, min, max, unit: row.unit }
}

fn into_category(row: CategoryRow, children: Vec<Category>, counts: &HashMap<i64, i64>) -> Category {
    Category {
        id: row.category_id,
        name: row.name,
        slug: row.slug,
        image_url: row.image_url,
        product_count: counts.get(&row.category_id).copied().unwrap_or(0),
        children,
    }
}
