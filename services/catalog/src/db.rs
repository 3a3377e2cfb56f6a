//! SQL, and nothing else.

pub mod audit;
pub mod card;
pub mod category;
pub mod detail;
pub mod export;
pub mod field;
pub mod import;
pub mod index;
pub mod like;
pub mod list;
pub mod moderation;
pub mod page;
pub mod picture;
pub mod price;
pub mod product;
pub mod purchase;
pub mod rating;
pub mod reply;
pub mod reservation;
pub mod review;
pub mod searched;
pub mod shelf;
pub mod size;
pub mod stock;
pub mod stock_return;
pub mod store;
pub mod writing;

/// Whether the database is there.
pub async fn answers(pool: &sqlx::PgPool) -> bool {
    sqlx::query("select 1").execute(pool).await.is_ok()
}
