//! A blogger's account as it is after years.

use sqlx::PgPool;

/// Copies the delivered order of the test `count` times, spread over the last 300 days, with what it has earned. The
/// constraints of the database check each of them.
pub async fn write_postings(pool: &PgPool, count: i32) {
    let mut tx = pool.begin().await.expect("the database is there");
    for statement in [
        "insert into purchase overriding system value
         select (jsonb_populate_record(purchase, jsonb_build_object(
                    'order_id', 1000 + n, 'code', 'SQ-' || n, 'request_key', 'many ' || n
                ))).*
         from purchase, generate_series(1, $1) as n
         where order_id = (select min(order_id) from purchase)",
        "insert into purchase_line overriding system value
         select (jsonb_populate_record(purchase_line, jsonb_build_object(
                    'order_id', 1000 + n, 'line_id', 1000000 + n, 'product_id', 1 + n % 200
                ))).*
         from purchase_line, generate_series(1, $1) as n
         where line_id = (select min(line_id) from purchase_line)",
        "insert into line_referral
         select (jsonb_populate_record(line_referral, jsonb_build_object(
                    'order_id', 1000 + n, 'line_id', 1000000 + n, 'product_id', 1 + n % 200, 'list_id', n % 5,
                    'placed_at', placed_at - n * interval '4 minutes', 'clicked_at', placed_at - n * interval '4 minutes',
                    'earned_at', earned_at - n * interval '4 minutes', 'matures_at', matures_at - n * interval '4 minutes'
                ))).*
         from line_referral, generate_series(1, $1) as n
         where line_id = (select min(line_id) from line_referral)",
        "insert into movement overriding system value
         select (jsonb_populate_record(movement, jsonb_build_object('order_id', 1000 + n, 'movement_id', 1000000 + n))).*
         from movement, generate_series(1, $1) as n
         where kind = 'influencer_earned' and order_id < 1000
         order by n",
        "insert into entry (movement_id, account, amount, holder_id)
         select 1000000 + n, account, sign(entry.amount) * line.earned, entry.holder_id
         from generate_series(1, $1) as n
         join line_referral as line on line.line_id = 1000000 + n
         cross join entry
         join movement on movement.movement_id = entry.movement_id
         where kind = 'influencer_earned' and movement.order_id < 1000
         order by n",
        "insert into influencer_day as known (holder_id, day, list_id, product_id, clicks, orders, list_orders, product_orders,
                                              earned)
         select holder_id, earned_at::date, list_id, product_id, 3 * count(*), count(*), count(*), count(*), sum(earned)
         from line_referral
         where order_id > 1000 and $1 > 0
         group by 1, 2, 3, 4
         on conflict (holder_id, day, list_id, product_id) do update
         set earned = known.earned + excluded.earned",
    ] {
        sqlx::query(statement).bind(count).execute(&mut *tx).await.expect("the copies are as good as the order");
    }
    tx.commit().await.expect("the ledger and the lines agree");
    sqlx::query("vacuum analyze").execute(pool).await.expect("what autovacuum does in time");
}
