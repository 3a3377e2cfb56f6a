//! The demo's reviews. Each product gets the number given in its line, with stars that average to its rating, and texts
//! from a pool (`reviews.json`). They belong to no account. All random choices are seeded by the slug, so that loading
//! is idempotent. Without a pool there are no reviews.

pub mod pool;
mod random;
mod stars;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use self::{
    pool::{Deck, Pool},
    random::SeededRandom,
};
use super::files::Demo;
use crate::{
    app::review::update_ratings,
    db::import::{self, DemoProduct, NewReplies, NewReviews},
    import::line::Line,
};

/// Increase when the same files should be written differently.
const FORMAT: u8 = 1;
/// Out of ten reviews, this many are by verified buyers.
const VERIFIED_OF_TEN: u64 = 8;
/// The shop replies to every ninth satisfied reviewer, and to all dissatisfied ones.
const ANSWER_EVERY: u64 = 9;

/// Returns the number of products whose reviews changed.
pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo, pool: &Pool) -> anyhow::Result<usize> {
    let known = import::demo_products(tx).await?;
    let (mut reviews, mut replies, mut changed) = (NewReviews::default(), NewReplies::default(), Vec::new());
    for product in demo.products.iter().filter_map(|row| row.line.as_ref().ok()) {
        let Some(reviewed) = known.get(&product.slug) else { continue };
        let digest = digest(product, pool)?;
        if reviewed.digest.as_deref() != Some(&digest[..]) {
            changed.push(reviewed.product_id);
            reviews.digests.push(digest);
            write(product, reviewed, now, demo, pool, &mut reviews, &mut replies);
        }
    }
    import::replace_demo_reviews(tx, &changed, &mut reviews, &mut replies).await?;
    update_ratings(tx, &changed).await?;
    Ok(changed.len())
}

fn digest(product: &Line, pool: &Pool) -> anyhow::Result<Vec<u8>> {
    let made_from = (FORMAT, &pool.digest, product.rating.map(f64::to_bits), product.reviews, &product.category);
    Ok(Sha256::digest(serde_json::to_vec(&made_from)?).to_vec())
}

fn write(
    product: &Line,
    reviewed: &DemoProduct,
    now: DateTime<Utc>,
    demo: &Demo,
    pool: &Pool,
    reviews: &mut NewReviews,
    replies: &mut NewReplies,
) {
    let mut random = SeededRandom::new(&product.slug);
    let count = product.reviews.unwrap_or_default();
    let mut stars = stars::given(count, tenths(product.rating.unwrap_or_default()));
    random.shuffle(&mut stars);
    let mut deck = Deck::new(pool, &demo.category_path(&product.category), &mut random);
    let shop = demo.stores.iter().find(|store| store.slug == product.store).map_or("", |store| store.name.as_str());
    // Spread evenly from one day after publication until yesterday, with up to an hour of jitter.
    let age = (now - reviewed.published_at - TimeDelta::days(2)).max(TimeDelta::hours(1));
    for (rating, number) in stars.into_iter().zip(1..) {
        let language = pool::language(&mut random);
        let share = f64::from(number) / (count as f64 + 1.0);
        let after = TimeDelta::seconds((age.num_seconds() as f64 * share) as i64 + random.below(3_600) as i64);
        let created_at = (reviewed.published_at + TimeDelta::days(1) + after).min(now);
        let author = pool.author(language, &mut random);
        let is_verified = random.below(10) < VERIFIED_OF_TEN;
        reviews.push(
            reviewed.product_id,
            author,
            rating,
            deck.text(language, rating, &mut random),
            is_verified,
            created_at,
        );
        if rating < 3 || random.below(ANSWER_EVERY) == 0 {
            let answered_at = (created_at + TimeDelta::minutes(40 + random.below(1_200) as i64)).min(now);
            replies.push(reviews.len(), shop, deck.reply(language, rating, &mut random), answered_at);
        }
    }
}

fn tenths(rating: f64) -> i64 {
    (rating * 10.0).round() as i64
}
