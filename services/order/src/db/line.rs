//! Lines of carts. Callers lock the cart, so that the limit of lines is exact.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{
    cart::{Line, LineKey},
    referral::Referral,
};

pub async fn find_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<Line>> {
    let rows = sqlx::query!(
        "select product_id, size_id, count, seen_price, referrer_id, referral_list_id, referral_clicked_at
         from cart_line
         where account_id = $1
         order by cart_line_id",
        account,
    )
    .fetch_all(tx)
    .await?;
    let lines = rows.into_iter().map(|row| Line {
        key: LineKey { product: row.product_id, size: row.size_id },
        count: row.count,
        seen_price: row.seen_price,
        referral: Referral::of_columns(row.referrer_id, row.referral_list_id, row.referral_clicked_at),
    });
    Ok(lines.collect())
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(count), 0)::bigint as "units!" from cart_line where account_id = $1"#,
        account,
    )
    .fetch_one(tx)
    .await
}

/// `at` is stored only for a new line.
pub async fn set_for(tx: &mut PgConnection, account: i64, line: Line, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into cart_line (account_id, product_id, size_id, count, seen_price, added_at, referrer_id, referral_list_id,
                                referral_clicked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict on constraint cart_line_key do update
         set count = excluded.count, seen_price = excluded.seen_price, referrer_id = excluded.referrer_id,
             referral_list_id = excluded.referral_list_id, referral_clicked_at = excluded.referral_clicked_at",
        account,
        line.key.product,
        line.key.size,
        line.count,
        line.seen_price,
        at,
        line.referral.map(|referral| referral.account),
        line.referral.and_then(|referral| referral.list),
        line.referral.map(|referral| referral.clicked_at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_all_for(tx: &mut PgConnection, account: i64, lines: &[Line], at: DateTime<Utc>) -> sqlx::Result<()> {
    let column = |value: fn(&Line) -> i64| lines.iter().map(value).collect::<Vec<_>>();
    let sizes: Vec<_> = lines.iter().map(|line| line.key.size).collect();
    let referrers: Vec<_> = lines.iter().map(|line| line.referral.map(|referral| referral.account)).collect();
    let lists: Vec<_> = lines.iter().map(|line| line.referral.and_then(|referral| referral.list)).collect();
    let clicks: Vec<_> = lines.iter().map(|line| line.referral.map(|referral| referral.clicked_at)).collect();
    sqlx::query!(
        "insert into cart_line (account_id, product_id, size_id, count, seen_price, added_at, referrer_id, referral_list_id,
                                referral_clicked_at)
         select $1, product_id, size_id, count, seen_price, $2, referrer_id, referral_list_id, referral_clicked_at
         from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::timestamptz[])
             with ordinality as line (product_id, size_id, count, seen_price, referrer_id, referral_list_id,
                                      referral_clicked_at, place)
         order by place
         on conflict on constraint cart_line_key do update
         set count = excluded.count, seen_price = excluded.seen_price, referrer_id = excluded.referrer_id,
             referral_list_id = excluded.referral_list_id, referral_clicked_at = excluded.referral_clicked_at",
        account,
        at,
        &column(|line| line.key.product),
        &sizes as &[Option<i64>],
        &column(|line| line.count),
        &column(|line| line.seen_price),
        &referrers as &[Option<i64>],
        &lists as &[Option<i64>],
        &clicks as &[Option<DateTime<Utc>>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Without a size, removes all lines of the product.
pub async fn remove_for(tx: &mut PgConnection, account: i64, product: i64, size: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from cart_line
         where account_id = $1 and product_id = $2 and ($3::bigint is null or size_id = $3)",
        account,
        product,
        size,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn clear_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from cart_line where account_id = $1", account).execute(tx).await?;
    Ok(())
}
