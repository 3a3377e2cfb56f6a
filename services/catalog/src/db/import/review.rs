//! Writes the reviews of the demo shop, which belong to no account.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct DemoProduct {
    pub product_id: i64,
    pub published_at: DateTime<Utc>,
    pub digest: Option<Vec<u8>>,
}

pub async fn demo_products(tx: &mut PgConnection) -> sqlx::Result<HashMap<String, DemoProduct>> {
    let rows = sqlx::query!(
        r#"select product.slug as "slug!", product.product_id as "product_id!", product.published_at as "published_at!",
                  demo_review.digest as "digest?"
           from product
           left join demo_review on demo_review.product_id = product.product_id"#,
    )
    .fetch_all(tx)
    .await?;
    let products = rows.into_iter().map(|row| {
        (row.slug, DemoProduct { product_id: row.product_id, published_at: row.published_at, digest: row.digest })
    });
    Ok(products.collect())
}

pub struct DemoReview {
    pub product: i64,
    pub author: String,
    pub rating: i16,
    pub text: String,
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
}

/// Parallel columns, and a digest for each product.
#[derive(Default)]
pub struct NewReviews {
    ids: Vec<i64>,
    products: Vec<i64>,
    authors: Vec<String>,
    ratings: Vec<i16>,
    texts: Vec<String>,
    are_verified: Vec<bool>,
    times: Vec<DateTime<Utc>>,
    pub digests: Vec<Vec<u8>>,
}

impl NewReviews {
    pub fn push(&mut self, review: DemoReview) {
        self.products.push(review.product);
        self.authors.push(review.author);
        self.ratings.push(review.rating);
        self.texts.push(review.text);
        self.are_verified.push(review.is_verified);
        self.times.push(review.created_at);
    }

    /// This is also the number of the last review.
    pub fn len(&self) -> usize {
        self.products.len()
    }
}

/// Parallel columns.
#[derive(Default)]
pub struct NewReplies {
    /// Numbers of reviews, replaced by ids when the reviews are written.
    reviews: Vec<i64>,
    authors: Vec<String>,
    texts: Vec<String>,
    times: Vec<DateTime<Utc>>,
}

impl NewReplies {
    /// `review` is [`NewReviews::len`] after the answered review was added.
    pub fn push(&mut self, review: usize, author: &str, text: String, at: DateTime<Utc>) {
        self.reviews.push(review as i64);
        self.authors.push(author.to_owned());
        self.texts.push(text);
        self.times.push(at);
    }

    fn replace_numbers(&mut self, review_ids: &[i64]) {
        for review in &mut self.reviews {
            // Numbers count from 1.
            let index = usize::try_from(*review - 1).ok();
            *review = index.and_then(|index| review_ids.get(index).copied()).unwrap_or_default();
        }
    }
}

/// Keeps the reviews of shoppers.
pub async fn replace_demo_reviews(
    tx: &mut PgConnection,
    products: &[i64],
    reviews: &mut NewReviews,
    replies: &mut NewReplies,
) -> sqlx::Result<()> {
    delete_demo_reviews(tx, products).await?;
    reviews.ids = allocate_ids(tx, reviews.len()).await?;
    replies.replace_numbers(&reviews.ids);
    insert_reviews(tx, reviews).await?;
    record_demo_reviews(tx, products, reviews).await?;
    insert_replies(tx, replies).await
}

async fn delete_demo_reviews(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "with deleted as (
             delete from demo_review where product_id = any ($1) returning review_ids
         )
         delete from review
         where review_id in (select unnest(review_ids) from deleted)",
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn allocate_ids(tx: &mut PgConnection, count: usize) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select nextval(pg_get_serial_sequence('review', 'review_id')) as "id!"
           from generate_series(1, $1::bigint)"#,
        count as i64,
    )
    .fetch_all(tx)
    .await
}

async fn insert_reviews(tx: &mut PgConnection, reviews: &NewReviews) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into review (review_id, product_id, author, rating, text, state, is_verified, created_at)
         select review_id, product_id, author, rating, text, 'published', is_verified, created_at
         from unnest(
                  $1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::text[], $6::boolean[], $7::timestamptz[])
              as new (review_id, product_id, author, rating, text, is_verified, created_at)",
        &reviews.ids,
        &reviews.products,
        &reviews.authors,
        &reviews.ratings,
        &reviews.texts,
        &reviews.are_verified,
        &reviews.times,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores which reviews a later call replaces.
async fn record_demo_reviews(tx: &mut PgConnection, products: &[i64], reviews: &NewReviews) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into demo_review (product_id, digest, review_ids)
         select demo.product_id, demo.digest, coalesce(by_product.review_ids, '{}')
         from unnest($1::bigint[], $2::bytea[]) as demo (product_id, digest)
         left join (
             select product_id, array_agg(review_id) as review_ids
             from unnest($3::bigint[], $4::bigint[]) as new (review_id, product_id)
             group by product_id
         ) as by_product
         on by_product.product_id = demo.product_id",
        products,
        &reviews.digests,
        &reviews.ids,
        &reviews.products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_replies(tx: &mut PgConnection, replies: &NewReplies) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into review_reply (review_id, author, is_shop, text, state, created_at)
         select review_id, author, true, text, 'published', created_at
         from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
              as new (review_id, author, text, created_at)",
        &replies.reviews,
        &replies.authors,
        &replies.texts,
        &replies.times,
    )
    .execute(tx)
    .await?;
    Ok(())
}
