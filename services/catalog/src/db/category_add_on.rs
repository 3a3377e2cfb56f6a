//! Reads and replaces the add-ons that staff choose for a category.

use kit::Language;
use sqlx::PgConnection;

pub struct AddOnRow {
    pub product_id: i64,
    pub name: String,
    pub slug: String,
    pub image_url: String,
    pub is_for_sale: bool,
    pub has_sizes: bool,
    pub available: i64,
}

/// In the given order, without products that do not exist.
pub async fn of_products(tx: &mut PgConnection, language: Language, products: &[i64]) -> sqlx::Result<Vec<AddOnRow>> {
    sqlx::query_as!(
        AddOnRow,
        r#"select product.product_id, coalesce(product.name ->> $1, product.name ->> 'az') as "name!", product.slug,
                  coalesce(product.pictures[1], '') as "image_url!",
                  product.is_published and product.store_is_open as "is_for_sale!", product.has_sizes,
                  product.stock - product.reserved as "available!"
           from unnest($2::bigint[]) with ordinality as chosen (product_id, number)
           join product on product.product_id = chosen.product_id
           order by chosen.number"#,
        language.code(),
        products,
    )
    .fetch_all(tx)
    .await
}

/// Returns those of the products that exist.
pub async fn existing(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select product_id from product where product_id = any ($1)", products).fetch_all(tx).await
}

/// Also writes the slugs, by which the previous release reads add-ons.
pub async fn replace(tx: &mut PgConnection, category: i64, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!("delete from category_add_on where category_id = $1", category).execute(&mut *tx).await?;
    sqlx::query!(
        "insert into category_add_on (category_id, position, slug, product_id)
         select $1, chosen.number - 1, product.slug, product.product_id
         from unnest($2::bigint[]) with ordinality as chosen (product_id, number)
         join product on product.product_id = chosen.product_id",
        category,
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}
