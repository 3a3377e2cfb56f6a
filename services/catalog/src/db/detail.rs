//! Reads product pages. One statement returns a page with its breadcrumbs, sizes and attributes as JSON, because
//! separate statements would take longer than everything else that the page needs. Concurrent requests share a
//! statement.

use chrono::{DateTime, Utc};
use kit::{Language, db::batch};
use sqlx::{PgConnection, types::Json};

use super::{
    properties::{Properties, each_property},
    size,
};

pub struct ProductPageQuery {
    pub language: Language,
    pub slug_or_id: String,
}

/// A product page in one language. Amounts of money are in qəpik.
pub struct ProductPageRow {
    /// Position of the request in its batch, from 1.
    place: i64,
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
    pub option_kind: String,
    pub properties: Json<Properties>,
    /// End of the current discount.
    pub discount_until: Option<DateTime<Utc>>,
    /// Categories from the top one to its own.
    pub breadcrumbs: Json<Vec<Crumb>>,
    /// All categories that list the product, and their ancestors.
    pub categories: Vec<i64>,
    pub sizes: Json<Vec<Size>>,
    /// Products to offer along with this one, including those that are sold out.
    pub add_ons: Vec<i64>,
    /// Inherited fields come first. The values of a field are adjacent.
    pub attributes: Json<Vec<Attribute>>,
}

/// A size of the product, with the picture and the attributes that replace those of the product.
#[derive(serde::Deserialize)]
pub struct Size {
    #[serde(flatten)]
    pub row: size::SizeRow,
    pub picture: Option<String>,
    pub attributes: Vec<Attribute>,
}

/// A category in the breadcrumbs.
#[derive(serde::Deserialize)]
pub struct Crumb {
    pub category_id: i64,
    pub name: String,
    pub slug: String,
}

/// A value that the product has for a field of its category. A field with several values has several attributes.
#[derive(serde::Deserialize)]
pub struct Attribute {
    pub field_id: i64,
    pub r#type: String,
    pub name: String,
    pub unit: Option<String>,
    pub value: String,
    pub label: Option<String>,
    /// The value of a range.
    pub number: Option<f64>,
}

impl batch::BatchQuery for ProductPageQuery {
    type Output = Option<ProductPageRow>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Option<ProductPageRow>>> {
        let mut pages: Vec<_> = queries.iter().map(|_| None).collect();
        for row in find(tx, queries).await? {
            if let Some(page) = pages.get_mut(row.place as usize - 1) {
                *page = Some(row);
            }
        }
        Ok(pages)
    }
}

/// Finds products for sale by current or former slug, or by id. A missing translation of the name or the description is
/// replaced by the Azerbaijani text.
///
/// `limit 1` makes the planner look up products one by one; otherwise it would scan a small table. The arrays' lengths
/// are hidden from the planner, as `card::of_each` explains.
async fn find(tx: &mut PgConnection, queries: &[ProductPageQuery]) -> sqlx::Result<Vec<ProductPageRow>> {
    let languages: Vec<_> = queries.iter().map(|query| query.language.code().to_owned()).collect();
    let slugs: Vec<_> = queries.iter().map(|query| query.slug_or_id.clone()).collect();
    let ids: Vec<_> = queries.iter().map(|query| query.slug_or_id.parse().ok()).collect();
    macro_rules! pages {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query_as!(
        ProductPageRow,
        r#"select asked.place as "place!", found.product_id as "product_id!", found.name as "name!", found.description as "description!",
                  found.slug as "slug!", found.pictures as "pictures!", found.price as "price!", found.price_now as "price_now!",
                  found.store_id as "store_id!", found.store_name as "store_name!", found.store_slug as "store_slug!",
                  found.rating as "rating!", found.review_count as "review_count!", found.available as "available!",
                  found.has_sizes as "has_sizes!", found.option_kind as "option_kind!", found.properties as "properties!: Json<Properties>",
                  found.discount_until, found.breadcrumbs as "breadcrumbs!: Json<Vec<Crumb>>",
                  found.categories as "categories!", found.add_ons as "add_ons!",
                  found.sizes as "sizes!: Json<Vec<Size>>", found.attributes as "attributes!: Json<Vec<Attribute>>"
           from unnest((select $1::text[]), (select $2::text[]), (select $3::bigint[]))
               with ordinality as asked (language, slug, id, place)
           cross join lateral (
           select product.product_id, coalesce(product.name ->> asked.language, product.name ->> 'az') as name,
                  coalesce(own.description, az.description, '') as description, product.slug, product.pictures,
                  product.price, product.price_now, product.store_id, product.store_name,
                  product.store_slug, product.rating, product.review_count,
                  product.stock - product.reserved as available, product.has_sizes, product.option_kind,
                  '{}'::jsonb"# $(+ " || jsonb_build_object('" + $name + "', product." + $column + ")")* + r#" as properties,
                  case
                      when product.own_discount_holds and product.discounted_price = product.price_now then product.discount_until
                      when product.is_discounted then (select ends_at from campaign where campaign.campaign_id = product.campaign_id)
                  end as discount_until,
                  (
                      select coalesce(json_agg(crumb), '[]')
                      from (
                          select category.category_id, coalesce(category.name ->> asked.language, category.name ->> 'az') as name, category.slug
                          from category_path
                          join category on category.category_id = category_path.ancestor_id
                          where category_path.descendant_id = product.category_id
                          order by category_path.depth desc
                      ) as crumb
                  ) as breadcrumbs,
                  array(
                      select distinct category_path.ancestor_id
                      from product_category
                      join category_path on category_path.descendant_id = product_category.category_id
                      where product_category.product_id = product.product_id
                      order by category_path.ancestor_id
                  ) as categories,
                  array(
                      select chosen.product_id
                      from (
                          select category_add_on.slug, category_add_on.position, category_path.depth,
                                 min(category_path.depth) over () as nearest
                          from category_path
                          join category_add_on on category_add_on.category_id = category_path.ancestor_id
                          where category_path.descendant_id = product.category_id
                      ) as offered
                      join product as chosen on chosen.slug = offered.slug
                      where offered.depth = offered.nearest and chosen.product_id <> product.product_id and not chosen.has_sizes
                      order by offered.position
                  ) as add_ons,
                  (
                      select coalesce(json_agg(size), '[]')
                      from (
                          select size_id, product_id, coalesce(name ->> asked.language, name ->> 'az') as name, price,
                                 stock - reserved as available, picture,
                                 (
                                     select coalesce(json_agg(attribute), '[]')
                                     from (
                                         select field.field_id, field.type, coalesce(field.name ->> asked.language, field.name ->> 'az') as name,
                                                coalesce(field.unit ->> asked.language, field.unit ->> 'az') as unit, said.value,
                                                coalesce(field_value.label ->> asked.language, field_value.label ->> 'az') as label, said.number
                                         from jsonb_to_recordset(product_size.fields)
                                             as said (field_id bigint, value text, number double precision)
                                         join field on field.field_id = said.field_id
                                         left join field_value on field_value.field_id = said.field_id and field_value.value = said.value
                                         order by field.position, field.field_id, field_value.position
                                     ) as attribute
                                 ) as attributes
                          from product_size
                          where product_size.product_id = product.product_id
                          order by position
                      ) as size
                  ) as sizes,
                  (
                      select coalesce(json_agg(attribute), '[]')
                      from (
                          select field.field_id, field.type, coalesce(field.name ->> asked.language, field.name ->> 'az') as name,
                                 coalesce(field.unit ->> asked.language, field.unit ->> 'az') as unit, product_field.value,
                                 coalesce(field_value.label ->> asked.language, field_value.label ->> 'az') as label, product_field.number
                          from product_field
                          join field on field.field_id = product_field.field_id
                          left join field_value
                          on field_value.field_id = product_field.field_id and field_value.value = product_field.value
                          left join category_path
                          on category_path.descendant_id = product.category_id and category_path.ancestor_id = field.category_id
                          where product_field.product_id = product.product_id
                          order by category_path.depth desc, field.position, field.field_id, field_value.position, product_field.number
                      ) as attribute
                  ) as attributes
           from product
           left join product_text as own on own.product_id = product.product_id and own.language = asked.language
           left join product_text as az on az.product_id = product.product_id and az.language = 'az'
           where product.product_id = coalesce(
               (select product_id from product as named where named.slug = asked.slug),
               (select product_id from product_slug where product_slug.slug = asked.slug),
               asked.id)
           and product.is_published and product.store_is_open
           limit 1) as found"#,
        &languages,
        &slugs,
        &ids as &[Option<i64>],
        ) };
    }
    each_property!(pages).fetch_all(tx).await
}
