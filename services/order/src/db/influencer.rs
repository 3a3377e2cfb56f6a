//! Clicks, balances and reports of bloggers.

use chrono::{DateTime, NaiveDate, Utc};
use kit::{Language, page::Page};
use sqlx::PgConnection;

use crate::domain::ledger::Kind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Click {
    pub day: NaiveDate,
    /// A pseudonym that changes daily.
    pub visitor: [u8; 32],
    pub holder: i64,
    pub list: Option<i64>,
    pub product: Option<i64>,
}

/// Counts once per visitor and day.
pub async fn count_click(tx: &mut PgConnection, click: &Click) -> sqlx::Result<()> {
    sqlx::query!(
        "with new as (
             insert into influencer_click (day, visitor, holder_id, list_id, product_id)
             values ($1, $2, $3, coalesce($4::bigint, 0), coalesce($5::bigint, 0))
             on conflict do nothing
             returning day, holder_id, list_id, product_id
         )
         insert into influencer_day as known (holder_id, day, list_id, product_id, clicks)
         select holder_id, day, list_id, product_id, 1 from new
         on conflict (holder_id, day, list_id, product_id) do update
         set clicks = known.clicks + 1",
        click.day,
        &click.visitor,
        click.holder,
        click.list,
        click.product,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_clicks_before(tx: &mut PgConnection, day: NaiveDate, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from influencer_click
         where ctid = any (array(select ctid from influencer_click where day < $1 limit $2 for update skip locked))",
        day,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}

pub async fn holder_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select holder_id from holder where account_id = $1", account).fetch_optional(tx).await
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Negative if goods were returned after the payout.
    pub balance: i64,
    pub earned: i64,
    pub taken_back: i64,
    /// Number of entries in the history.
    pub postings: i64,
}

pub async fn sums(tx: &mut PgConnection, holder: i64) -> sqlx::Result<Sums> {
    let found = sqlx::query_as!(
        Sums,
        "select balance, earned, taken_back, postings from influencer_account where holder_id = $1",
        holder,
    );
    Ok(found.fetch_optional(tx).await?.unwrap_or_default())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maturing {
    pub amount: i64,
    pub at: DateTime<Utc>,
}

pub async fn maturing(tx: &mut PgConnection, holder: i64, now: DateTime<Utc>) -> sqlx::Result<Vec<Maturing>> {
    sqlx::query_as!(
        Maturing,
        r#"select sum(earned - taken_back)::bigint as "amount!", matures_at as "at!"
           from line_referral
           where holder_id = $1 and matures_at > $2 and earned > 0
           group by matures_at
           having sum(earned - taken_back) > 0
           order by matures_at"#,
        holder,
        now,
    )
    .fetch_all(tx)
    .await
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    pub clicks: i64,
    pub orders: i64,
    pub earned: i64,
    pub taken_back: i64,
}

#[derive(Debug, Default)]
pub struct Report {
    pub total: Figures,
    pub by_day: Vec<(NaiveDate, Figures)>,
    /// The id 0 stands for the link with the blogger's code.
    pub by_list: Vec<(i64, Figures)>,
    pub by_product: Vec<(i64, Figures)>,
}

/// Returns the `limit` best lists and products. `kind` is 7 for the total, 3 for a day, 5 for a list, 6 for a product.
/// Clicks that led to no product have the product 0.
pub async fn report(tx: &mut PgConnection, holder: i64, since: NaiveDate, limit: i64) -> sqlx::Result<Report> {
    let rows = sqlx::query!(
        r#"with grouped as (
               select day, list_id, product_id, grouping(day, list_id, product_id) as kind,
                      coalesce(sum(clicks), 0) as clicks, coalesce(sum(orders), 0) as orders,
                      coalesce(sum(list_orders), 0) as list_orders, coalesce(sum(product_orders), 0) as product_orders,
                      coalesce(sum(earned), 0) as earned, coalesce(sum(taken_back), 0) as taken_back
               from influencer_day
               where holder_id = $1 and day >= $2
               group by grouping sets ((), (day), (list_id), (product_id))
           ),
           ranked as (
               select *,
                      row_number() over (
                          partition by kind
                          order by earned - taken_back desc, product_orders desc, clicks desc, list_id, product_id
                      ) as rank
               from grouped
               where product_id is distinct from 0
           )
           select day as "day?", list_id as "list_id?", product_id as "product_id?", kind as "kind!",
                  clicks::bigint as "clicks!",
                  (case kind when 5 then list_orders when 6 then product_orders else orders end)::bigint as "orders!",
                  earned::bigint as "earned!", taken_back::bigint as "taken_back!"
           from ranked
           where kind in (3, 7) or rank <= $3
           order by kind, day, rank"#,
        holder,
        since,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let mut report = Report::default();
    for row in rows {
        let (clicks, orders, earned, taken_back) = (row.clicks, row.orders, row.earned, row.taken_back);
        let figures = Figures { clicks, orders, earned, taken_back };
        // The total has none of these columns.
        match (row.day, row.list_id, row.product_id) {
            (Some(day), ..) => report.by_day.push((day, figures)),
            (_, Some(list), _) => report.by_list.push((list, figures)),
            (.., Some(product)) => report.by_product.push((product, figures)),
            _ => report.total = figures,
        }
    }
    Ok(report)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub kind: Kind,
    pub amount: i64,
    pub balance: i64,
    pub at: DateTime<Utc>,
    pub matures_at: Option<DateTime<Utc>>,
    pub products: Vec<String>,
    pub cashout: Option<String>,
}

/// Entries are numbered, so that distant pages are as fast as the first.
pub async fn page(
    tx: &mut PgConnection,
    holder: i64,
    postings: i64,
    page: Page,
    language: Language,
) -> sqlx::Result<Vec<Posting>> {
    let last = postings - page.offset();
    let rows = sqlx::query!(
        r#"select movement.kind, posting.amount, posting.balance, movement.moved_at,
                  (
                      select max(matures_at)
                      from line_referral
                      where line_referral.order_id = movement.order_id and line_referral.holder_id = posting.holder_id
                  ) as matures_at,
                  array(
                      select distinct coalesce(purchase_line.names ->> $4, purchase_line.name) as name
                      from line_referral
                      join purchase_line on purchase_line.line_id = line_referral.line_id
                      where line_referral.order_id = movement.order_id and line_referral.holder_id = posting.holder_id
                      order by name
                  ) as "products!",
                  cashout.code as "cashout?"
           from influencer_posting as posting
           join movement on movement.movement_id = posting.movement_id
           left join cashout on cashout.cashout_id = movement.cashout_id
           where posting.holder_id = $1 and posting.number > $2 and posting.number <= $3
           order by posting.number desc"#,
        holder,
        last - page.limit(),
        last,
        language.code(),
    )
    .fetch_all(tx)
    .await?;
    let postings = rows.into_iter().filter_map(|row| {
        Some(Posting {
            kind: Kind::of_key(&row.kind)?,
            amount: row.amount,
            balance: row.balance,
            at: row.moved_at,
            matures_at: row.matures_at,
            products: row.products,
            cashout: row.cashout,
        })
    });
    Ok(postings.collect())
}
