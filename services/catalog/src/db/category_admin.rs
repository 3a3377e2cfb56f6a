//! Reads and writes categories for staff. `app/category.rs` locks the tree before it writes.

use kit::{Error, db::OnConstraint as _};
use search::Texts;
use sqlx::{PgConnection, types::Json};

use super::category_fields;
use crate::domain::{
    category::{Category, Content, NewCategory, Place},
    tree::HasParent,
};

pub struct ListedCategory {
    pub category_id: i64,
    pub version: i64,
    pub parent_id: Option<i64>,
    pub position: i32,
    pub slug: String,
    pub name: Json<Texts>,
    pub image_url: String,
    /// Without inherited fields.
    pub field_count: i64,
}

impl HasParent for ListedCategory {
    fn id(&self) -> i64 {
        self.category_id
    }

    fn parent_id(&self) -> Option<i64> {
        self.parent_id
    }
}

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<ListedCategory>> {
    sqlx::query_as!(
        ListedCategory,
        r#"select category_id, version, parent_id, position, slug, name as "name: Json<Texts>", image_url,
                  (select count(*) from field where field.category_id = category.category_id) as "field_count!"
           from category
           order by position, category_id"#,
    )
    .fetch_all(tx)
    .await
}

pub async fn find(tx: &mut PgConnection, category: i64) -> sqlx::Result<Option<Category>> {
    let row = sqlx::query!(
        r#"select category_id, version, parent_id, position, slug, name as "name: Json<Texts>", image_url,
                  array(
                      select product.product_id
                      from category_add_on
                      join product on product.product_id = coalesce(
                          category_add_on.product_id,
                          (select by_slug.product_id from product as by_slug where by_slug.slug = category_add_on.slug))
                      where category_add_on.category_id = category.category_id
                      order by category_add_on.position
                  ) as "add_ons!"
           from category
           where category_id = $1"#,
        category,
    );
    let Some(row) = row.fetch_optional(&mut *tx).await? else { return Ok(None) };
    let fields = category_fields::of_category(tx, category).await?;
    Ok(Some(Category {
        id: row.category_id,
        version: row.version,
        place: Place { parent: row.parent_id, position: row.position as usize },
        content: Content { name: row.name.0, slug: row.slug, image_url: row.image_url, fields, add_ons: row.add_ons },
    }))
}

/// Returns current and former slugs, also those with a suffix.
pub async fn slugs_like(tx: &mut PgConnection, slug: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select slug as "slug!"
           from (select slug from category union select slug from category_slug) as all_slugs
           where slug = $1 or starts_with(slug, $1 || '-')"#,
        slug,
    )
    .fetch_all(tx)
    .await
}

/// Fails with `duplicate` if another category has the slug.
pub async fn insert(tx: &mut PgConnection, category: &NewCategory, slug: &str, position: usize) -> kit::Result<i64> {
    sqlx::query_scalar!(
        "insert into category (parent_id, position, slug, name, image_url)
         values ($1, $2, $3, $4, $5)
         returning category_id",
        category.parent,
        position as i32,
        slug,
        Json(&category.name) as _,
        category.image_url,
    )
    .fetch_one(tx)
    .await
    .on_constraint("category_slug_key", slug_taken)
}

pub async fn update(tx: &mut PgConnection, category: i64, content: &Content) -> kit::Result<()> {
    sqlx::query!(
        "update category
         set slug = $2, name = $3, image_url = $4, version = version + 1
         where category_id = $1",
        category,
        content.slug,
        Json(&content.name) as _,
        content.image_url,
    )
    .execute(tx)
    .await
    .on_constraint("category_slug_key", slug_taken)?;
    Ok(())
}

/// Fails if products, children or products' fields refer to it.
pub async fn delete(tx: &mut PgConnection, category: i64) -> kit::Result<()> {
    let deleted = sqlx::query!("delete from category where category_id = $1", category).execute(tx).await;
    deleted.map_err(|error| {
        let constraint = error.as_database_error().and_then(|cause| cause.constraint());
        match constraint {
            Some(
                "category_parent_fkey"
                | "product_category_fkey"
                | "product_field_field_fkey"
                | "product_field_value_fkey",
            ) => Error::conflict("category_in_use"),
            _ => error.into(),
        }
    })?;
    Ok(())
}

fn slug_taken() -> Error {
    Error::invalid("slug", "duplicate")
}
