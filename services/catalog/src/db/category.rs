//! Reads the category tree for shoppers.

use kit::Language;
use sqlx::PgConnection;

use crate::domain::tree::HasParent;

/// Safety limit, far above the real number.
const MAX_CATEGORIES: i64 = 10_000;

pub struct CategoryRow {
    pub category_id: i64,
    pub parent_id: Option<i64>,
    pub slug: String,
    pub name: String,
    pub image_url: String,
}

impl HasParent for CategoryRow {
    fn id(&self) -> i64 {
        self.category_id
    }

    fn parent_id(&self) -> Option<i64> {
        self.parent_id
    }
}

/// `$tail` has the joins, the condition and the order.
macro_rules! categories {
    ($tail:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            CategoryRow,
            r#"select category.category_id, category.parent_id, category.slug,
                      coalesce(category.name ->> $1, category.name ->> 'az') as "name!", category.image_url
               from category "# + $tail,
            $($value),+
        )
    };
}

pub async fn all(tx: &mut PgConnection, language: Language) -> sqlx::Result<Vec<CategoryRow>> {
    categories!("order by category.position, category.category_id limit $2", language.code(), MAX_CATEGORIES)
        .fetch_all(tx)
        .await
}

pub async fn top(tx: &mut PgConnection, language: Language) -> sqlx::Result<Vec<CategoryRow>> {
    categories!(
        "where category.parent_id is null order by category.position, category.category_id limit $2",
        language.code(),
        MAX_CATEGORIES,
    )
    .fetch_all(tx)
    .await
}

pub async fn children(tx: &mut PgConnection, language: Language, parent: i64) -> sqlx::Result<Vec<CategoryRow>> {
    categories!(
        "where category.parent_id = $2 order by category.position, category.category_id limit $3",
        language.code(),
        parent,
        MAX_CATEGORIES,
    )
    .fetch_all(tx)
    .await
}

/// Returns the path from the top category to this one. `slug` may be a former slug.
pub async fn ancestors(tx: &mut PgConnection, language: Language, slug: &str) -> sqlx::Result<Vec<CategoryRow>> {
    categories!(
        "join category_path on category_path.ancestor_id = category.category_id
         where category_path.descendant_id = coalesce(
             (select category_id from category where slug = $2),
             (select category_id from category_slug where slug = $2))
         order by category_path.depth desc
         limit $3",
        language.code(),
        slug,
        MAX_CATEGORIES,
    )
    .fetch_all(tx)
    .await
}

/// Also finds a category by a former slug.
pub async fn find(tx: &mut PgConnection, language: Language, slug_or_id: &str) -> sqlx::Result<Option<CategoryRow>> {
    categories!(
        "where category.category_id = coalesce(
             (select category_id from category where slug = $2),
             (select category_id from category_slug where slug = $2),
             $3)",
        language.code(),
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn find_id(tx: &mut PgConnection, slug: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select coalesce(
             (select category_id from category where slug = $1),
             (select category_id from category_slug where slug = $1))",
        slug,
    )
    .fetch_one(tx)
    .await
}

pub async fn exists(tx: &mut PgConnection, category: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from category where category_id = $1) as "exists!""#, category)
        .fetch_one(tx)
        .await
}

pub async fn slug(tx: &mut PgConnection, category: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select slug from category where category_id = $1", category).fetch_optional(tx).await
}
