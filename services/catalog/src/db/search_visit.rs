//! Stores visits: which visitors searched for a text. Visitors are stored as hashes of their account and network. The
//! number of distinct visitors decides which queries are popular.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::search_visitor::SearchVisitor;

/// A search for a text that the catalogue can spell.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SearchVisit {
    pub language: &'static str,
    pub query: String,
    pub visitor: SearchVisitor,
    pub day: NaiveDate,
}

/// Saves visits. A repeated search by the same visitor counts once, with the day of the last one.
pub async fn add(tx: &mut PgConnection, visits: &[SearchVisit]) -> sqlx::Result<()> {
    let languages: Vec<_> = visits.iter().map(|visit| visit.language.to_owned()).collect();
    let queries: Vec<_> = visits.iter().map(|visit| visit.query.clone()).collect();
    let visitors: Vec<_> = visits.iter().map(|visit| visit.visitor.visitor.to_vec()).collect();
    let networks: Vec<_> = visits.iter().map(|visit| visit.visitor.network.to_vec()).collect();
    let days: Vec<_> = visits.iter().map(|visit| visit.day).collect();
    // The rows are sorted by key, so that two replicas do not deadlock. They are grouped, because a visit may be
    // written again after midnight.
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

/// A query and its number of distinct visitors.
pub struct PopularQuery {
    pub language: String,
    pub query: String,
    pub visitors: i64,
}

/// Returns queries with at least `min_visitors` visitors since a day, most frequent first. Many accounts in one network
/// count as one visitor, and so does one account in many networks.
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
