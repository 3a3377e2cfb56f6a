//! Stores counts of searches by day, language and query.

use chrono::NaiveDate;
use kit::page::Page;
use sqlx::PgConnection;

#[derive(Debug, Clone)]
pub struct SearchCounts {
    pub day: NaiveDate,
    pub language: &'static str,
    /// Folded: without case, accents and punctuation.
    pub query: String,
    /// As last typed.
    pub typed: String,
    pub searches: i64,
    pub empty: i64,
    /// Searches after which a product was opened.
    pub opened: i64,
}

pub async fn add(tx: &mut PgConnection, counts: &[SearchCounts]) -> sqlx::Result<()> {
    let days: Vec<_> = counts.iter().map(|count| count.day).collect();
    let languages: Vec<_> = counts.iter().map(|count| count.language.to_owned()).collect();
    let queries: Vec<_> = counts.iter().map(|count| count.query.clone()).collect();
    let typed: Vec<_> = counts.iter().map(|count| count.typed.clone()).collect();
    let searches: Vec<_> = counts.iter().map(|count| count.searches).collect();
    let empty: Vec<_> = counts.iter().map(|count| count.empty).collect();
    let opened: Vec<_> = counts.iter().map(|count| count.opened).collect();
    // Sorted by key, so that two replicas do not deadlock.
    sqlx::query!(
        "insert into searched (day, language, query, typed, searches, empty, opened)
         select day, language, query, typed, searches, empty, opened
         from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
              as new (day, language, query, typed, searches, empty, opened)
         order by day, language, query
         on conflict (day, language, query) do update
         set typed = excluded.typed,
             searches = searched.searches + excluded.searches,
             empty = searched.empty + excluded.empty,
             opened = searched.opened + excluded.opened",
        &days,
        &languages,
        &queries,
        &typed,
        &searches,
        &empty,
        &opened,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_before(tx: &mut PgConnection, day: NaiveDate) -> sqlx::Result<()> {
    sqlx::query!("delete from searched where day < $1", day).execute(tx).await?;
    Ok(())
}

pub struct SearchCountRow {
    pub language: String,
    pub typed: String,
    pub searches: i64,
    pub empty: i64,
    pub opened: i64,
}

/// Returns the most frequent queries first. `only_empty` are those that never had results.
pub async fn page(
    tx: &mut PgConnection,
    since: NaiveDate,
    only_empty: bool,
    page: Page,
) -> sqlx::Result<Vec<SearchCountRow>> {
    sqlx::query_as!(
        SearchCountRow,
        r#"select language,
                  (array_agg(typed order by day desc))[1] as "typed!",
                  sum(searches)::bigint as "searches!",
                  sum(empty)::bigint as "empty!",
                  sum(opened)::bigint as "opened!"
           from searched
           where day >= $1
           group by language, query
           having not $2::boolean or sum(empty) = sum(searches)
           order by sum(searches) desc, language, query
           limit $3
           offset $4"#,
        since,
        only_empty,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, since: NaiveDate, only_empty: bool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from (
               select 1
               from searched
               where day >= $1
               group by language, query
               having not $2::boolean or sum(empty) = sum(searches)
           ) as queries"#,
        since,
        only_empty,
    )
    .fetch_one(tx)
    .await
}
