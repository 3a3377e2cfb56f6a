//! Reads and writes the category tree. Every writer first calls [`lock`].

use sqlx::PgConnection;

/// Blocks writers of categories and fields, and of products that refer to them.
pub async fn lock(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table category, field in exclusive mode").execute(tx).await?;
    Ok(())
}

/// Locks, in id order, the products whose copies of name and slug will change. Every writer locks products before
/// categories, to avoid deadlock.
pub async fn lock_cards(tx: &mut PgConnection, category: i64, name: &search::Texts, slug: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "select product_id
         from product
         where category_id = $1 and (category_name, category_slug) is distinct from ($2, $3)
         order by product_id
         for no key update",
        category,
        sqlx::types::Json(name) as _,
        slug,
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// Returns the top-level categories for `None`.
pub async fn children(tx: &mut PgConnection, parent: Option<i64>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select category_id from category where parent_id is not distinct from $1 order by position, category_id",
        parent,
    )
    .fetch_all(tx)
    .await
}

/// Whether `category` is `ancestor` or one of its descendants.
pub async fn is_below(tx: &mut PgConnection, category: i64, ancestor: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from category_path where descendant_id = $1 and ancestor_id = $2
           ) as "is_below!""#,
        category,
        ancestor,
    )
    .fetch_one(tx)
    .await
}

/// Returns the levels from the top to the category, or `None` if it does not exist.
pub async fn depth(tx: &mut PgConnection, category: i64) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!("select max(depth) + 1 from category_path where descendant_id = $1", category)
        .fetch_one(tx)
        .await
}

/// Returns the levels from the category to its lowest descendant.
pub async fn height(tx: &mut PgConnection, category: i64) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        r#"select coalesce(max(depth) + 1, 0) as "height!" from category_path where ancestor_id = $1"#,
        category,
    )
    .fetch_one(tx)
    .await
}

/// Numbers siblings in the given order.
pub async fn number(tx: &mut PgConnection, categories: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update category
         set position = numbered.position - 1
         from unnest($1::bigint[]) with ordinality as numbered (category_id, position)
         where category.category_id = numbered.category_id and category.position <> numbered.position - 1",
        categories,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn number_all(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "update category
         set position = numbered.position
         from (
             select category_id,
                    row_number() over (partition by parent_id order by position, category_id) - 1 as position
             from category
         ) as numbered
         where category.category_id = numbered.category_id and category.position <> numbered.position",
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The caller corrects the positions with [`number`] in the same transaction.
pub async fn set_parent(tx: &mut PgConnection, category: i64, parent: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!("update category set parent_id = $2, version = version + 1 where category_id = $1", category, parent)
        .execute(tx)
        .await?;
    Ok(())
}

/// Each category also has a path to itself, of depth 0.
pub async fn recompute_paths(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "with recursive path (ancestor_id, descendant_id, depth) as (
             select category_id, category_id, 0 from category
             union all
             select category.parent_id, path.descendant_id, path.depth + 1
             from path
             join category on category.category_id = path.ancestor_id
             where category.parent_id is not null
         ),
         deleted as (
             delete from category_path
             where not exists (
                 select
                 from path
                 where path.ancestor_id = category_path.ancestor_id
                     and path.descendant_id = category_path.descendant_id
             )
         )
         insert into category_path (ancestor_id, descendant_id, depth)
         select ancestor_id, descendant_id, depth from path
         on conflict (descendant_id, ancestor_id) do update
         set depth = excluded.depth
         where category_path.depth <> excluded.depth",
    )
    .execute(tx)
    .await?;
    Ok(())
}
