//! Makes the demo's reviews, with the product's rating as their mean. Random choices are seeded by the product's slug,
//! so loading is idempotent.

pub mod pool;
mod random;
mod stars;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use self::{
    pool::{Pool, TextPicker},
    random::SeededRandom,
};
use super::files::Demo;
use crate::{
    app::review::update_ratings,
    db::import::{self, DemoProduct, DemoReview, NewReplies, NewReviews},
    import::line::Line,
};

/// Part of the digest. Increase it to write unchanged reviews again.
const DIGEST_VERSION: u8 = 1;
const VERIFIED_OF_TEN: u64 = 8;
/// One in this many reviews with three stars or more has a reply.
const REPLY_INTERVAL: u64 = 9;

const JITTER_SECONDS: u64 = 3_600;
const MIN_REPLY_DELAY_MINUTES: i64 = 40;
const REPLY_DELAY_SPREAD_MINUTES: u64 = 1_200;

/// Returns the number of products whose reviews changed.
pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo, pool: &Pool) -> anyhow::Result<usize> {
    let stored_products = import::demo_products(tx).await?;
    let mut changed = Vec::new();
    let mut made = MadeReviews { demo, pool, now, reviews: NewReviews::default(), replies: NewReplies::default() };
    for product in demo.products.iter().filter_map(|row| row.line.as_ref().ok()) {
        let Some(stored_product) = stored_products.get(&product.slug) else { continue };
        let digest = digest(product, pool)?;
        if stored_product.digest.as_deref() != Some(&digest[..]) {
            changed.push(stored_product.product_id);
            made.reviews.digests.push(digest);
            made.add(product, stored_product);
        }
    }
    import::replace_demo_reviews(tx, &changed, &mut made.reviews, &mut made.replies).await?;
    update_ratings(tx, &changed).await?;
    Ok(changed.len())
}

fn digest(product: &Line, pool: &Pool) -> anyhow::Result<Vec<u8>> {
    let made_from =
        (DIGEST_VERSION, &pool.digest, product.rating.map(f64::to_bits), product.reviews, &product.category);
    Ok(Sha256::digest(serde_json::to_vec(&made_from)?).to_vec())
}

struct MadeReviews<'a> {
    demo: &'a Demo,
    pool: &'a Pool,
    now: DateTime<Utc>,
    reviews: NewReviews,
    replies: NewReplies,
}

impl MadeReviews<'_> {
    /// Reordering the random draws changes all reviews.
    fn add(&mut self, product: &Line, stored_product: &DemoProduct) {
        let (demo, pool) = (self.demo, self.pool);
        let mut random = SeededRandom::new(&product.slug);
        let count = product.reviews.unwrap_or_default();
        let mut stars = stars::distribute(count, tenths(product.rating.unwrap_or_default()));
        random.shuffle(&mut stars);
        let mut picker = TextPicker::new(pool, &demo.category_path(&product.category), &mut random);
        let shop = demo.stores.iter().find(|store| store.slug == product.store).map_or("", |store| store.name.as_str());

        for (rating, number) in stars.into_iter().zip(1..) {
            let language = pool::random_language(&mut random);
            let share = f64::from(number) / (count as f64 + 1.0);
            let created_at = self.time_of_review(stored_product.published_at, share, &mut random);
            let author = pool.author(language, &mut random);
            let is_verified = random.below(10) < VERIFIED_OF_TEN;
            let text = picker.text(language, rating, &mut random);
            let product = stored_product.product_id;
            self.reviews.push(DemoReview { product, author, rating, text, is_verified, created_at });

            // Low ratings always have a reply.
            if rating < 3 || random.below(REPLY_INTERVAL) == 0 {
                let delay_minutes = MIN_REPLY_DELAY_MINUTES + random.below(REPLY_DELAY_SPREAD_MINUTES) as i64;
                let replied_at = (created_at + TimeDelta::minutes(delay_minutes)).min(self.now);
                let reply = picker.reply(language, rating, &mut random);
                self.replies.push(self.reviews.len(), shop, reply, replied_at);
            }
        }
    }

    /// From a day after the publication (`share` 0) until yesterday (`share` 1).
    fn time_of_review(&self, published_at: DateTime<Utc>, share: f64, random: &mut SeededRandom) -> DateTime<Utc> {
        let age = (self.now - published_at - TimeDelta::days(2)).max(TimeDelta::hours(1));
        let seconds = (age.num_seconds() as f64 * share) as i64 + random.below(JITTER_SECONDS) as i64;
        (published_at + TimeDelta::days(1) + TimeDelta::seconds(seconds)).min(self.now)
    }
}

fn tenths(rating: f64) -> i64 {
    (rating * 10.0).round() as i64
}
