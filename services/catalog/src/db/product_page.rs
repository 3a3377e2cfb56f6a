//! Reads product pages, in one statement for speed. Concurrent requests share a statement.

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

/// Amounts of money are in qəpik.
pub struct ProductPageRow {
    /// Number of the request in the batch, from 1.
    request_number: i64,
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
    pub discount_until: Option<DateTime<Utc>>,
    /// From the top category to the product's own.
    pub breadcrumbs: Json<Vec<Crumb>>,
    /// All categories that list the product, and their ancestors.
    pub categories: Vec<i64>,
    pub sizes: Json<Vec<Size>>,
    /// Ids of products, also of those that are sold out.
    pub add_ons: Vec<i64>,
    /// Inherited fields come first. The values of a field are adjacent.
    pub attributes: Json<Vec<Attribute>>,
}

#[derive(serde::Deserialize)]
pub struct Size {
    #[serde(flatten)]
    pub row: size::SizeRow,
    pub picture: Option<String>,
    pub attributes: Vec<Attribute>,
}

#[derive(serde::Deserialize)]
pub struct Crumb {
    pub category_id: i64,
    pub name: String,
    pub slug: String,
}

/// A field with several values has several attributes.
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

impl batch::BatchQuery for ProductPageQuery {
    type Output = Option<ProductPageRow>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Option<ProductPageRow>>> {
        let mut pages: Vec<_> = queries.iter().map(|_| None).collect();
        for row in find_pages(tx, queries).await? {
            if let Some(page) = pages.get_mut(row.request_number as usize - 1) {
                *page = Some(row);
            }
        }
        Ok(pages)
    }
}

/// Finds products for sale by current or former slug, or by id.
///
/// `limit 1` makes the planner look up products one by one. `card::of_each` explains `(select …)`.
async fn find_pages(tx: &mut PgConnection, queries: &[ProductPageQuery]) -> sqlx::Result<Vec<ProductPageRow>> {
    let languages: Vec<_> = queries.iter().map(|query| query.language.code().to_owned()).collect();
    let slugs: Vec<_> = queries.iter().map(|query| query.slug_or_id.clone()).collect();
    let ids: Vec<_> = queries.iter().map(|query| query.slug_or_id.parse().ok()).collect();
    macro_rules! pages {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query_as!(
        ProductPageRow,
        r#"
        select request.number as "request_number!", page.*
        from unnest((select $1::text[]), (select $2::text[]), (select $3::bigint[]))
            with ordinality as request (language, slug, id, number)
        cross join lateral (
            select
                product.product_id as "product_id!",
                coalesce(product.name ->> request.language, product.name ->> 'az') as "name!",
                coalesce(translation.description, azerbaijani.description, '') as "description!",
                product.slug as "slug!",
                product.pictures as "pictures!",
                product.price as "price!",
                product.price_now as "price_now!",
                product.store_id as "store_id!",
                product.store_name as "store_name!",
                product.store_slug as "store_slug!",
                product.rating as "rating!",
                product.review_count as "review_count!",
                product.stock - product.reserved as "available!",
                product.has_sizes as "has_sizes!",
                product.option_kind as "option_kind!",

                '{}'::jsonb"# $(+ " || jsonb_build_object('" + $name + "', product." + $column + ")")* + r#"
                    as "properties!: Json<Properties>",

                -- The end of the discount that applies.
                case
                    when product.own_discount_holds and product.discounted_price = product.price_now
                        then product.discount_until
                    when product.is_discounted
                        then (select ends_at from campaign where campaign.campaign_id = product.campaign_id)
                end as discount_until,

                -- Breadcrumbs.
                (
                    select coalesce(json_agg(crumb), '[]')
                    from (
                        select category.category_id,
                               coalesce(category.name ->> request.language, category.name ->> 'az') as name,
                               category.slug
                        from category_path
                        join category on category.category_id = category_path.ancestor_id
                        where category_path.descendant_id = product.category_id
                        order by category_path.depth desc
                    ) as crumb
                ) as "breadcrumbs!: Json<Vec<Crumb>>",

                -- Categories.
                array(
                    select distinct category_path.ancestor_id
                    from product_category
                    join category_path on category_path.descendant_id = product_category.category_id
                    where product_category.product_id = product.product_id
                    order by category_path.ancestor_id
                ) as "categories!",

                -- Add-ons of the nearest category that has some. The demo names them by slug.
                array(
                    select candidate.product_id
                    from (
                        select add_on.product_id, add_on.has_sizes, category_add_on.position, category_path.depth,
                               min(category_path.depth) over () as nearest
                        from category_path
                        join category_add_on on category_add_on.category_id = category_path.ancestor_id
                        join product as add_on on add_on.product_id = coalesce(
                            category_add_on.product_id,
                            (
                                select by_slug.product_id
                                from product as by_slug
                                where by_slug.slug = category_add_on.slug
                            ))
                        where category_path.descendant_id = product.category_id
                    ) as candidate
                    where candidate.depth = candidate.nearest
                    and candidate.product_id <> product.product_id
                    and not candidate.has_sizes
                    order by candidate.position
                ) as "add_ons!",

                -- Sizes, with their attributes.
                (
                    select coalesce(json_agg(size), '[]')
                    from (
                        select size_id, product_id, coalesce(name ->> request.language, name ->> 'az') as name,
                               price, stock - reserved as available, picture,
                               (
                                   select coalesce(json_agg(attribute), '[]')
                                   from (
                                       select field.field_id, field.type,
                                              coalesce(field.name ->> request.language, field.name ->> 'az') as name,
                                              coalesce(field.unit ->> request.language, field.unit ->> 'az') as unit,
                                              size_field.value,
                                              coalesce(
                                                  field_value.label ->> request.language,
                                                  field_value.label ->> 'az'
                                              ) as label,
                                              size_field.number
                                       from jsonb_to_recordset(product_size.fields)
                                           as size_field (field_id bigint, value text, number double precision)
                                       join field on field.field_id = size_field.field_id
                                       left join field_value
                                       on field_value.field_id = size_field.field_id
                                       and field_value.value = size_field.value
                                       order by field.position, field.field_id, field_value.position
                                   ) as attribute
                               ) as attributes
                        from product_size
                        where product_size.product_id = product.product_id
                        order by position
                    ) as size
                ) as "sizes!: Json<Vec<Size>>",

                -- Attributes of the product.
                (
                    select coalesce(json_agg(attribute), '[]')
                    from (
                        select field.field_id, field.type,
                               coalesce(field.name ->> request.language, field.name ->> 'az') as name,
                               coalesce(field.unit ->> request.language, field.unit ->> 'az') as unit,
                               product_field.value,
                               coalesce(field_value.label ->> request.language, field_value.label ->> 'az') as label,
                               product_field.number
                        from product_field
                        join field on field.field_id = product_field.field_id
                        left join field_value
                        on field_value.field_id = product_field.field_id
                        and field_value.value = product_field.value
                        left join category_path
                        on category_path.descendant_id = product.category_id
                        and category_path.ancestor_id = field.category_id
                        where product_field.product_id = product.product_id
                        order by category_path.depth desc, field.position, field.field_id,
                                 field_value.position, product_field.number
                    ) as attribute
                ) as "attributes!: Json<Vec<Attribute>>"
            from product
            left join product_text as translation
            on translation.product_id = product.product_id and translation.language = request.language
            left join product_text as azerbaijani
            on azerbaijani.product_id = product.product_id and azerbaijani.language = 'az'
            where product.product_id = coalesce(
                (select product_id from product as by_slug where by_slug.slug = request.slug),
                (select product_id from product_slug where product_slug.slug = request.slug),
                request.id)
            and product.is_published and product.store_is_open
            limit 1
        ) as page
        "#,
        &languages,
        &slugs,
        &ids as &[Option<i64>],
        ) };
    }
    each_property!(pages).fetch_all(tx).await
}
