//! The products. Slugs name them across loads; a new one takes the next id in the order of the files.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context as _, bail};
use chrono::{DateTime, TimeDelta, Utc};
use kit::Language;
use proto::catalog::ProductChanged;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::{
    categories::Tree,
    files::{Demo, Field, Given, Product},
};
use crate::{
    db::{
        import::{self, Batch, NewProduct, NewProductField, NewSize, NewText, Standing},
        shelf,
    },
    domain::{
        attribute::{NO, YES},
        discount::Period,
    },
    events::Changed,
};

/// Raised when the same files should be written differently.
const FORMAT: u8 = 1;

/// How many were new or differed.
pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo, tree: &Tree<'_>) -> anyhow::Result<usize> {
    let stores: HashMap<_, _> = demo.stores.iter().map(|store| (store.slug.as_str(), store.id)).collect();
    let known = import::known_products(tx).await?;
    let mut next = known.values().map(|known| known.product_id).max().unwrap_or(0) + 1;
    let mut batch = Batch::default();
    let mut loaded = Vec::new();
    for product in &demo.products {
        let before = known.get(&product.slug);
        let product_id = before.map_or(next, |known| known.product_id);
        next = next.max(product_id + 1);
        loaded.push(product_id);
        let store_id =
            *stores.get(product.store.as_str()).with_context(|| format!("there is no store {}", product.store))?;
        let rows = rows_of(product_id, store_id, product, demo, tree).with_context(|| product.slug.clone())?;
        let digest = Sha256::digest(serde_json::to_vec(&(FORMAT, &rows))?);
        if before.and_then(|known| known.digest.as_deref()) == Some(&digest[..]) {
            continue;
        }
        let period = Period { from: product.discount_from, until: product.discount_until };
        let has_discount = product.discounted.is_some();
        batch.standings.push(Standing {
            product_id,
            is_discounted: has_discount && period.holds(now),
            reprice_at: period.next_change(now).filter(|_| has_discount),
            published_at: now - TimeDelta::days(product.days),
            digest: format!("{digest:x}"),
        });
        batch.append(rows);
    }
    import::products(tx, &batch).await?;
    shelf::rebuild(tx, &loaded).await?;
    for product in &batch.products {
        let (product_id, store_id) = (product.product_id, product.store_id);
        outbox::append(tx, &Changed(ProductChanged { product_id, store_id, is_published: true })).await?;
    }
    Ok(batch.products.len())
}

/// Everything that is written of a product but what depends on the time.
fn rows_of<'a>(
    product_id: i64,
    store_id: i64,
    product: &'a Product,
    demo: &'a Demo,
    tree: &Tree<'a>,
) -> anyhow::Result<Batch<'a>> {
    let home = tree.get(&product.category)?;
    let pictures = demo.pictures["products"][&product.slug].as_array().into_iter().flatten();
    let row = NewProduct {
        product_id,
        store_id,
        category_id: home.category_id,
        slug: &product.slug,
        name: &product.name,
        pictures: pictures.filter_map(|url| url.as_str()).collect(),
        price: product.price,
        discounted_price: product.discounted,
        discount_from: product.discount_from,
        discount_until: product.discount_until,
        stock: product.stock,
        has_sizes: !product.sizes.is_empty(),
        popularity: product.popularity,
        rating: (product.rating * 10.0).round() as i16,
        review_count: product.reviews,
    };
    let texts = Language::ALL.into_iter().filter_map(|language| {
        let language = language.code();
        let (name, description) = (product.name.get(language), product.description.get(language));
        (name.is_some() || description.is_some()).then_some(NewText { product_id, language, name, description })
    });
    let sizes = (0..).zip(&product.sizes).map(|(position, size)| NewSize {
        product_id,
        position,
        name: &size.name,
        price: size.price,
        stock: size.stock,
    });
    let mut categories = BTreeSet::from([home.category_id]);
    for also in &product.also {
        categories.insert(tree.get(also)?.category_id);
    }
    let mut fields = Vec::new();
    for (key, given) in &product.fields {
        let (field_id, field) = tree.field(&product.category, key)?;
        for (value, number) in values_of(field, given)? {
            fields.push(NewProductField { product_id, field_id, key, value, number });
        }
    }
    Ok(Batch {
        products: vec![row],
        texts: texts.collect(),
        sizes: sizes.collect(),
        categories: categories.into_iter().map(|category| (product_id, category)).collect(),
        fields,
        standings: Vec::new(),
    })
}

/// The values as the table has them, if they fit the field.
fn values_of(field: &Field, given: &Given) -> anyhow::Result<Vec<(String, Option<f64>)>> {
    let choices = match (field.r#type.as_str(), given) {
        ("toggle", Given::Toggle(value)) => return Ok(vec![((if *value { YES } else { NO }).to_owned(), None)]),
        ("range", Given::Number(number)) => return Ok(vec![(number.to_string(), Some(*number))]),
        ("choice", Given::Choice(value)) => std::slice::from_ref(value),
        ("choice", Given::Choices(values)) => values.as_slice(),
        _ => bail!("{} is a {} and its value is none", field.key, field.r#type),
    };
    if let Some(unknown) = choices.iter().find(|value| !field.values.iter().any(|known| known.value == **value)) {
        bail!("{unknown} is none of the values of {}", field.key);
    }
    let choices: BTreeSet<_> = choices.iter().cloned().collect();
    Ok(choices.into_iter().map(|value| (value, None)).collect())
}
