//! Stores which visitors searched for a text, to find popular queries.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::search_visitor::SearchVisitor;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SearchVisit {
    pub language: &'static str,
    pub query: String,
    pub visitor: SearchVisitor,
    pub day: NaiveDate,
}

/// A repeated search by the same visitor counts once.
pub async fn add(tx: &mut PgConnection, visits: &[SearchVisit]) -> sqlx::Result<()> {
    let languages: Vec<_> = visits.iter().map(|visit| visit.language.to_owned()).collect();
    let queries: Vec<_> = visits.iter().map(|visit| visit.query.clone()).collect();
    let visitors: Vec<_> = visits.iter().map(|visit| visit.visitor.person.to_vec()).collect();
    let networks: Vec<_> = visits.iter().map(|visit| visit.visitor.network.to_vec()).collect();
    let days: Vec<_> = visits.iter().map(|visit| visit.day).collect();
    // Sorted by key, so that two replicas do not deadlock.
    sqlx::query!(
        "insert into search_visit (language, query, visitor, network, day)
         select language, query, visitor, network, max(day)
         from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::date[])
              as new (language, query, visitor, network, day)
         group by language, query, visitor, network
         order by language, query, visitor, network
         on conflict (language, query, visitor, network) do update
         set day = excluded.day
         where search_visit.day < excluded.day",
        &languages,
        &queries,
        &visitors,
        &networks,
        &days,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_before(tx: &mut PgConnection, day: NaiveDate) -> sqlx::Result<()> {
    sqlx::query!("delete from search_visit where day < $1", day).execute(tx).await?;
    Ok(())
}

pub struct PopularQuery {
    pub language: String,
    pub query: String,
    pub visitors: i64,
}

/// One account in many networks, or many in one, count as one visitor.
pub async fn popular(
    tx: &mut PgConnection,
    since: NaiveDate,
    min_visitors: i64,
    limit: i64,
) -> sqlx::Result<Vec<PopularQuery>> {
    sqlx::query_as!(
        PopularQuery,
        r#"select language, query, least(count(distinct visitor), count(distinct network)) as "visitors!"
           from search_visit
           where day >= $1
           group by language, query
           having least(count(distinct visitor), count(distinct network)) >= $2
           order by least(count(distinct visitor), count(distinct network)) desc, language, query
           limit $3"#,
        since,
        min_visitors,
        limit,
    )
    .fetch_all(tx)
    .await
}
