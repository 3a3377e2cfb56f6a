//! A product's page in one statement: itself with its texts, and, as JSON, the three short lists that belong to it. Three
//! more round trips would cost more than the page itself.

use chrono::{DateTime, Utc};
use kit::Language;
use sqlx::{PgConnection, types::Json};

use super::size;

pub struct Row {
    pub product_id: i64,
    pub name: String,
    pub description: String,
    pub slug: String,
    pub pictures: Vec<String>,
    pub price: i64,
    pub price_now: i64,
    pub store_id: i64,
    pub store_name: String,
    pub store_slug: String,
    pub rating: i16,
    pub review_count: i64,
    pub available: i64,
    pub has_sizes: bool,
    /// What ends the discount that holds now.
    pub discount_until: Option<DateTime<Utc>>,
    /// From the top category down to its own.
    pub breadcrumbs: Json<Vec<Crumb>>,
    pub sizes: Json<Vec<size::Row>>,
    /// What is inherited comes first. A field's values are neighbours.
    pub attributes: Json<Vec<Attribute>>,
}

#[derive(serde::Deserialize)]
pub struct Crumb {
    pub category_id: i64,
    pub name: String,
    pub slug: String,
}

#[derive(serde::Deserialize)]
pub struct Attribute {
    pub field_id: i64,
    pub r#type: String,
    pub name: String,
    pub unit: Option<String>,
    pub value: String,
    pub label: Option<String>,
    pub number: Option<f64>,
}

/// By its slug, one it had before, or its id; only what is for sale. A text that a language lacks comes in az, each for itself.
pub async fn find(tx: &mut PgConnection, language: Language, slug_or_id: &str) -> sqlx::Result<Option<Row>> {
    sqlx::query_as!(
        Row,
        r#"select product.product_id, coalesce(product.name ->> $1, product.name ->> 'az') as "name!",
                  coalesce(own.description, az.description, '') as "description!", product.slug, product.pictures,
                  product.price, product.price_now, product.store_id, product.store_name,
                  product.store_slug, product.rating, product.review_count,
                  product.stock - product.reserved as "available!", product.has_sizes,
                  case
                      when product.own_discount_holds and product.discounted_price = product.price_now then product.discount_until
                      when product.is_discounted then (select ends_at from campaign where campaign.campaign_id = product.campaign_id)
                  end as discount_until,
                  (
                      select coalesce(json_agg(crumb), '[]')
                      from (
                          select category.category_id, coalesce(category.name ->> $1, category.name ->> 'az') as name, category.slug
                          from category_path
                          join category on category.category_id = category_path.ancestor_id
                          where category_path.descendant_id = product.category_id
                          order by category_path.depth desc
                      ) as crumb
                  ) as "breadcrumbs!: Json<Vec<Crumb>>",
                  (
                      select coalesce(json_agg(size), '[]')
                      from (
                          select size_id, product_id, coalesce(name ->> $1, name ->> 'az') as name, price, stock - reserved as available
                          from product_size
                          where product_size.product_id = product.product_id
                          order by position
                      ) as size
                  ) as "sizes!: Json<Vec<size::Row>>",
                  (
                      select coalesce(json_agg(attribute), '[]')
                      from (
                          select field.field_id, field.type, coalesce(field.name ->> $1, field.name ->> 'az') as name,
                                 coalesce(field.unit ->> $1, field.unit ->> 'az') as unit, product_field.value,
                                 coalesce(field_value.label ->> $1, field_value.label ->> 'az') as label, product_field.number
                          from product_field
                          join field on field.field_id = product_field.field_id
                          left join field_value
                          on field_value.field_id = product_field.field_id and field_value.value = product_field.value
                          left join category_path
                          on category_path.descendant_id = product.category_id and category_path.ancestor_id = field.category_id
                          where product_field.product_id = product.product_id
                          order by category_path.depth desc, field.position, field.field_id, field_value.position
                      ) as attribute
                  ) as "attributes!: Json<Vec<Attribute>>"
           from product
           left join product_text as own on own.product_id = product.product_id and own.language = $1
           left join product_text as az on az.product_id = product.product_id and az.language = 'az'
           where product.product_id = coalesce(
               (select product_id from product where slug = $2), (select product_id from product_slug where slug = $2), $3)
           and product.is_published and product.store_is_open"#,
        language.code(),
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}
