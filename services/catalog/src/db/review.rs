//! Stores reviews. An account has at most one review of a product.

use chrono::{DateTime, Utc};
use kit::{
    Language,
    id::{AccountId, ProductId, ReviewId},
    page::Page,
};
use sqlx::PgConnection;

use crate::domain::{
    review::{Draft, Sort, State},
    suspicion::Suspicion,
};

pub struct ReviewRow {
    pub review_id: i64,
    pub account_id: Option<i64>,
    pub author: String,
    pub rating: i16,
    pub text: String,
    pub state: String,
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    pub rating: Option<i16>,
    pub only_verified: bool,
}

pub async fn page(
    tx: &mut PgConnection,
    product: i64,
    filter: Filter,
    sort: Sort,
    page: Page,
) -> sqlx::Result<Vec<ReviewRow>> {
    // A statement whose order is a parameter cannot use an index.
    macro_rules! sorted {
        ($order:literal) => {
            sqlx::query_as!(
                ReviewRow,
                "select review_id, account_id, author, rating, text, state, is_verified, created_at, updated_at
                 from review
                 where product_id = $1 and state = 'published'
                 and ($2::smallint is null or rating = $2)
                 and (is_verified or not $3)
                 order by "
                    + $order
                    + " limit $4 offset $5",
                product,
                filter.rating,
                filter.only_verified,
                page.limit(),
                page.offset(),
            )
            .fetch_all(tx)
            .await
        };
    }
    match sort {
        Sort::Newest => sorted!("created_at desc, review_id desc"),
        Sort::Best => sorted!("rating desc, created_at desc, review_id desc"),
        Sort::Worst => sorted!("rating, created_at, review_id"),
    }
}

pub async fn count(tx: &mut PgConnection, product: i64, filter: Filter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from review
           where product_id = $1 and state = 'published'
           and ($2::smallint is null or rating = $2)
           and (is_verified or not $3)"#,
        product,
        filter.rating,
        filter.only_verified,
    )
    .fetch_one(tx)
    .await
}

/// Finds a review in any state.
pub async fn find_for(
    tx: &mut PgConnection,
    account: AccountId,
    product: ProductId,
) -> sqlx::Result<Option<ReviewRow>> {
    sqlx::query_as!(
        ReviewRow,
        "select review_id, account_id, author, rating, text, state, is_verified, created_at, updated_at
         from review
         where account_id = $1 and product_id = $2",
        account.0,
        product.0,
    )
    .fetch_optional(tx)
    .await
}

pub struct NewReview<'a> {
    pub product: i64,
    pub author: &'a str,
    pub draft: &'a Draft,
    pub state: State,
    pub suspicion: Option<Suspicion>,
    pub is_verified: bool,
    pub now: DateTime<Utc>,
}

/// Replacing keeps the first date and discards the moderator's reason.
pub async fn save_for(tx: &mut PgConnection, account: i64, new: NewReview<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into review (account_id, product_id, author, rating, text, state, suspicion, is_verified, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (account_id, product_id) do update
         set author = excluded.author, rating = excluded.rating, text = excluded.text, state = excluded.state,
             suspicion = excluded.suspicion, reason = null, is_verified = excluded.is_verified, updated_at = $9",
        account,
        new.product,
        new.author,
        new.draft.rating,
        new.draft.text,
        new.state.name(),
        new.suspicion.map(Suspicion::name),
        new.is_verified,
        new.now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn product_for(tx: &mut PgConnection, account: AccountId, review: ReviewId) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select product_id from review where account_id = $1 and review_id = $2", account.0, review.0)
        .fetch_optional(tx)
        .await
}

pub async fn delete_for(tx: &mut PgConnection, account: AccountId, review: ReviewId) -> sqlx::Result<()> {
    sqlx::query!("delete from review where account_id = $1 and review_id = $2", account.0, review.0)
        .execute(tx)
        .await?;
    Ok(())
}

/// The texts stay.
pub async fn anonymise_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update review set account_id = null, author = '' where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub struct OwnReview {
    pub review: ReviewRow,
    /// The moderator's reason.
    pub reason: Option<String>,
    pub product: ReviewedProduct,
}

pub struct ReviewedProduct {
    pub product_id: i64,
    pub name: String,
    pub slug: String,
    pub image_url: String,
}

/// Returns reviews in every state, newest first.
pub async fn page_for(
    tx: &mut PgConnection,
    account: i64,
    language: Language,
    page: Page,
) -> sqlx::Result<Vec<OwnReview>> {
    let rows = sqlx::query!(
        r#"select review.*, coalesce(product.name ->> $2, product.name ->> 'az') as "name!", product.slug,
                  coalesce(product.pictures[1], '') as "image_url!"
           from review
           join product on product.product_id = review.product_id
           where review.account_id = $1
           order by review.created_at desc, review.review_id desc
           limit $3
           offset $4"#,
        account,
        language.code(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    let own = rows.into_iter().map(|row| OwnReview {
        review: ReviewRow {
            review_id: row.review_id,
            account_id: row.account_id,
            author: row.author,
            rating: row.rating,
            text: row.text,
            state: row.state,
            is_verified: row.is_verified,
            created_at: row.created_at,
            updated_at: row.updated_at,
        },
        reason: row.reason,
        product: ReviewedProduct {
            product_id: row.product_id,
            name: row.name,
            slug: row.slug,
            image_url: row.image_url,
        },
    });
    Ok(own.collect())
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from review where account_id = $1"#, account).fetch_one(tx).await
}
