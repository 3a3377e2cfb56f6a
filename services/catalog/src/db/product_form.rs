//! Reads and writes products as staff edit them. Only movements write the stock (`db/stock_movement.rs`).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _};
use search::Texts;
use serde::Deserialize;
use sqlx::{PgConnection, types::Json};

use super::{
    import::{self, Batch, json},
    properties::each_property,
};
use crate::domain::{
    option::OptionKind,
    product_form::{FieldValues, FormSize, ProductForm},
    publication::State,
    stock_movement::Level,
};

pub struct Record {
    pub product_id: i64,
    pub version: i64,
    pub state: State,
    pub published_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
    /// The slug is set, and the sizes have ids.
    pub form: ProductForm,
    pub price_now: i64,
    pub level: Level,
    pub sold_count: i64,
    /// Parallel to the form's sizes.
    pub size_levels: Vec<Level>,
    pub store_name: String,
    pub store_is_open: bool,
}

impl Record {
    pub fn is_published(&self) -> bool {
        self.state == State::Published
    }
}

/// Like [`find`], and locks the product.
pub async fn lock(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<Record>> {
    let locked = sqlx::query_scalar!("select product_id from product where product_id = $1 for no key update", product);
    match locked.fetch_optional(&mut *tx).await? {
        Some(product) => find(tx, product).await,
        None => Ok(None),
    }
}

pub async fn find(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<Record>> {
    let row = sqlx::query!(
        r#"select product_id, version, state, published_at, coalesce(changed_at, published_at) as "changed_at!", slug,
                  store_id, store_name, store_is_open, category_id, name as "name: Json<Texts>", pictures, price,
                  price_now, discounted_price, discount_from, discount_until, preparation_days, option_kind, has_sizes,
                  stock, reserved, sold_count,
                  array(
                      select category_id
                      from product_category
                      where product_category.product_id = product.product_id
                      and product_category.category_id <> product.category_id
                      order by category_id
                  ) as "also!"
           from product
           where product_id = $1"#,
        product,
    );
    let Some(row) = row.fetch_optional(&mut *tx).await? else { return Ok(None) };
    // A product without sizes may still have rows of sizes that orders reserve.
    let sizes = if row.has_sizes { sizes(tx, product).await? } else { Vec::new() };
    let (sizes, size_levels): (Vec<_>, Vec<_>) = sizes.into_iter().unzip();

    let description = description(tx, product).await?;
    let mut fields = fields_of(tx, product).await?;
    // Fields of the sizes are copied to the product for searches. The form leaves the copies out.
    fields.retain(|key, _| !sizes.iter().any(|size: &FormSize| size.fields.contains_key(key)));

    let state = State::from_name(&row.state).ok_or_else(|| sqlx::Error::Decode(row.state.into()))?;
    let form = ProductForm {
        slug: Some(row.slug),
        store_id: row.store_id,
        category_id: row.category_id,
        also_category_ids: row.also,
        name: row.name.0,
        description,
        price: row.price,
        discounted_price: row.discounted_price,
        discount_from: row.discount_from,
        discount_until: row.discount_until,
        preparation_days: row.preparation_days.into(),
        option_kind: OptionKind::from_name(&row.option_kind).unwrap_or_default(),
        sizes,
        fields,
        pictures: row.pictures,
        initial_stock: 0,
    };
    Ok(Some(Record {
        product_id: row.product_id,
        version: row.version,
        state,
        published_at: row.published_at,
        changed_at: row.changed_at,
        form,
        price_now: row.price_now,
        level: Level { stock: row.stock, reserved: row.reserved },
        sold_count: row.sold_count,
        size_levels,
        store_name: row.store_name,
        store_is_open: row.store_is_open,
    }))
}

#[derive(Debug, Deserialize)]
struct SizeFact {
    key: String,
    value: String,
}

async fn sizes(tx: &mut PgConnection, product: i64) -> sqlx::Result<Vec<(FormSize, Level)>> {
    let rows = sqlx::query!(
        r#"select size_id, name as "name: Json<Texts>", price, picture, fields as "fields: Json<Vec<SizeFact>>",
                  stock, reserved
           from product_size
           where product_id = $1
           order by position"#,
        product,
    );
    let sizes = rows.fetch_all(tx).await?.into_iter().map(|row| {
        let size = FormSize {
            id: Some(row.size_id),
            name: row.name.0,
            price: row.price,
            picture: row.picture,
            fields: grouped(row.fields.0.into_iter().map(|fact| (fact.key, fact.value))),
            initial_stock: 0,
        };
        (size, Level { stock: row.stock, reserved: row.reserved })
    });
    Ok(sizes.collect())
}

async fn description(tx: &mut PgConnection, product: i64) -> sqlx::Result<Texts> {
    let rows = sqlx::query!("select language, description from product_text where product_id = $1", product);
    let texts = rows.fetch_all(tx).await?.into_iter().filter_map(|row| Some((row.language, row.description?)));
    let mut texts: BTreeMap<_, _> = texts.collect();
    Ok(Texts { az: texts.remove("az").unwrap_or_default(), ru: texts.remove("ru"), en: texts.remove("en") })
}

async fn fields_of(tx: &mut PgConnection, product: i64) -> sqlx::Result<FieldValues> {
    let rows = sqlx::query!("select key, value from product_field where product_id = $1 order by key, value", product);
    Ok(grouped(rows.fetch_all(tx).await?.into_iter().map(|row| (row.key, row.value))))
}

fn grouped(facts: impl Iterator<Item = (String, String)>) -> FieldValues {
    let mut values = FieldValues::new();
    for (key, value) in facts {
        values.entry(key).or_default().push(value);
    }
    values
}

pub async fn taken_slugs(tx: &mut PgConnection, slugs: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select slug as "slug!" from product where slug = any ($1)
           union
           select slug from product_slug where slug = any ($1)"#,
        slugs,
    )
    .fetch_all(tx)
    .await
}

/// The caller has locked the product. `size_ids` are parallel to the sizes of the batch. Other sizes are deleted if
/// they have no stock.
pub async fn update(tx: &mut PgConnection, batch: &Batch<'_>, size_ids: &[Option<i64>]) -> kit::Result<()> {
    import::lock_stores(tx, batch).await?;
    import::lock_main_categories(tx, batch).await?;
    update_product(tx, batch).await.on_constraint("product_slug_key", || Error::invalid("slug", "duplicate"))?;
    let products: Vec<_> = batch.products.iter().map(|product| product.product_id).collect();
    import::texts(tx, &products, batch).await?;
    update_sizes(tx, &products, batch, size_ids).await?;
    import::categories(tx, &products, batch).await?;
    import::fields(tx, &products, batch).await?;
    Ok(())
}

async fn update_product(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    macro_rules! update {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query!(
        "update product
         set store_id = store_ref.store_id,
             store_name = store_ref.name,
             store_slug = store_ref.slug,
             store_is_open = store_ref.is_open,
             category_id = category.category_id,
             category_name = category.name,
             category_slug = category.slug,
             slug = new.slug,
             name = new.name,
             pictures = coalesce(new.pictures, '{}'),
             price = new.price,
             discounted_price = new.discounted_price,
             discount_from = new.discount_from,
             discount_until = new.discount_until,
             own_discount_holds = import_state.own_discount_holds,
             reprice_at = import_state.reprice_at,
             has_sizes = new.has_sizes,
             option_kind = new.option_kind,
             missing_texts = new.missing_texts,
             " $(+ $column + " = new.\"" + $name + "\", ")* + "
             version = product.version + 1,
             changed_at = now()
         from jsonb_to_recordset($1) as new (
             product_id bigint, store_id bigint, category_id bigint, slug text, name jsonb, pictures text[],
             price bigint, discounted_price bigint, discount_from timestamptz, discount_until timestamptz,
             has_sizes boolean, option_kind text, missing_texts text[]
             " $(+ ", \"" + $name + "\" " + $type)* + ")
         join jsonb_to_recordset($2) as import_state (
             product_id bigint, own_discount_holds boolean, reprice_at timestamptz)
         on import_state.product_id = new.product_id
         join store_ref on store_ref.store_id = new.store_id
         join category on category.category_id = new.category_id
         where product.product_id = new.product_id",
        json(&batch.products)?,
        json(&batch.import_states)?,
        ) };
    }
    each_property!(update).execute(tx).await?;
    Ok(())
}

async fn update_sizes(
    tx: &mut PgConnection,
    products: &[i64],
    batch: &Batch<'_>,
    size_ids: &[Option<i64>],
) -> sqlx::Result<()> {
    let kept: Vec<_> = size_ids.iter().copied().flatten().collect();
    sqlx::query!(
        "delete from product_size
         where product_id = any ($1) and size_id <> all ($2) and stock = 0 and reserved = 0",
        products,
        &kept,
    )
    .execute(&mut *tx)
    .await?;

    // Positions are unique, so all sizes first get negative ones.
    sqlx::query!("update product_size set position = -1 - position where product_id = any ($1)", products)
        .execute(&mut *tx)
        .await?;

    let sizes = json(&batch.sizes)?;
    sqlx::query!(
        "update product_size
         set position = new.position, name = new.name, price = new.price, picture = new.picture, fields = new.fields
         from jsonb_to_recordset($1) as new (position integer, name jsonb, price bigint, picture text, fields jsonb)
         join unnest($2::bigint[]) with ordinality as id (size_id, number) on id.number = new.position + 1
         where product_size.size_id = id.size_id",
        sizes,
        size_ids as &[Option<i64>],
    )
    .execute(&mut *tx)
    .await?;

    sqlx::query!(
        "insert into product_size (product_id, position, name, price, stock, picture, fields)
         select product_id, position, name, price, 0, picture, fields
         from jsonb_to_recordset($1) as new (
             product_id bigint, position integer, name jsonb, price bigint, picture text, fields jsonb)
         join unnest($2::bigint[]) with ordinality as id (size_id, number) on id.number = new.position + 1
         where id.size_id is null
         order by position",
        sizes,
        size_ids as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}
