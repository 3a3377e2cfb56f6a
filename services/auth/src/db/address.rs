use chrono::{DateTime, Utc};
use kit::{Language, db::batch};
use sqlx::PgConnection;

use crate::domain::{address::Address, phone::Phone};

pub struct AddressRow {
    /// Position of the query in the batch, from 1.
    query_number: i64,
    pub address_id: i64,
    pub title: String,
    pub kind: String,
    pub city_id: i64,
    pub city_name: String,
    pub district_id: Option<i64>,
    pub district_name: Option<String>,
    pub station_id: Option<i64>,
    pub station_name: Option<String>,
    pub street: String,
    pub building: String,
    pub entrance: Option<String>,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub landmark: Option<String>,
    pub postcode: Option<String>,
    pub phone_number: Option<String>,
    pub note: Option<String>,
    pub is_default: bool,
}

/// `$languages` belong to the `$accounts` at the same index. The arrays are wrapped in `(select …)`, so that the plan
/// does not depend on their length and can be cached.
macro_rules! addresses {
    ($tail:literal, $accounts:expr, $languages:expr $(, $value:expr)* $(,)?) => {
        sqlx::query_as!(
            AddressRow,
            r#"select query_number as "query_number!", address_id, title, address.type as kind,
                      address.city_id, coalesce(city.name ->> language, city.name ->> 'az') as "city_name!",
                      address.district_id as "district_id?",
                      coalesce(district.name ->> language, district.name ->> 'az') as "district_name?",
                      address.station_id as "station_id?",
                      coalesce(station.name ->> language, station.name ->> 'az') as "station_name?",
                      street, building, entrance, floor, apartment, landmark, postcode, phone_number, note, is_default
               from unnest((select $1::bigint[]), (select $2::text[]))
                   with ordinality as lookup (account_id, language, query_number)
               join address on address.account_id = lookup.account_id
               join city on city.city_id = address.city_id
               left join district on district.district_id = address.district_id
               left join station on station.station_id = address.station_id "# + $tail,
            $accounts,
            $languages
            $(, $value)*
        )
    };
}

/// Queries the addresses of an account: the default first, then the newest.
pub struct AddressesOf {
    pub account: i64,
    pub language: Language,
}

impl batch::BatchQuery for AddressesOf {
    type Output = Vec<AddressRow>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Vec<AddressRow>>> {
        let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
        let languages: Vec<_> = queries.iter().map(|query| query.language.code().to_owned()).collect();
        let rows = addresses!(
            "order by query_number, is_default desc, address.created_at desc, address_id desc",
            &accounts,
            &languages,
        );
        let mut results: Vec<_> = queries.iter().map(|_| Vec::new()).collect();
        for row in rows.fetch_all(tx).await? {
            if let Some(result) = results.get_mut(row.query_number as usize - 1) {
                result.push(row);
            }
        }
        Ok(results)
    }
}

pub async fn all_for(tx: &mut PgConnection, account: i64, language: Language) -> sqlx::Result<Vec<AddressRow>> {
    addresses!("order by address_id", &[account], &[language.code().to_owned()]).fetch_all(tx).await
}

pub async fn find_for(
    tx: &mut PgConnection,
    account: i64,
    address: i64,
    language: Language,
) -> sqlx::Result<Option<AddressRow>> {
    addresses!("where address_id = $3", &[account], &[language.code().to_owned()], address).fetch_optional(tx).await
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from address where account_id = $1"#, account)
        .fetch_one(tx)
        .await
}

pub async fn is_default_for(tx: &mut PgConnection, account: i64, address: i64) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!("select is_default from address where account_id = $1 and address_id = $2", account, address,)
        .fetch_optional(tx)
        .await
}

pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    address: &Address,
    at: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into address (account_id, title, type, city_id, district_id, station_id, street, building, entrance,
                              floor, apartment, landmark, postcode, phone_number, note, is_default, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         returning address_id",
        account,
        address.title,
        address.kind.key(),
        address.city,
        address.district,
        address.station,
        address.street,
        address.building,
        address.entrance,
        address.floor,
        address.apartment,
        address.landmark,
        address.postcode,
        address.phone.as_ref().map(Phone::as_str),
        address.note,
        address.is_default,
        at,
    )
    .fetch_one(tx)
    .await
}

pub async fn update_for(tx: &mut PgConnection, account: i64, id: i64, address: &Address) -> sqlx::Result<()> {
    sqlx::query!(
        "update address
         set title = $3, type = $4, city_id = $5, district_id = $6, station_id = $7, street = $8, building = $9,
             entrance = $10, floor = $11, apartment = $12, landmark = $13, postcode = $14, phone_number = $15,
             note = $16, is_default = $17
         where account_id = $1 and address_id = $2",
        account,
        id,
        address.title,
        address.kind.key(),
        address.city,
        address.district,
        address.station,
        address.street,
        address.building,
        address.entrance,
        address.floor,
        address.apartment,
        address.landmark,
        address.postcode,
        address.phone.as_ref().map(Phone::as_str),
        address.note,
        address.is_default,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn clear_default_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update address set is_default = false where account_id = $1 and is_default", account)
        .execute(tx)
        .await?;
    Ok(())
}

/// Returns whether the address was the default.
pub async fn delete_for(tx: &mut PgConnection, account: i64, address: i64) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        "delete from address where account_id = $1 and address_id = $2 returning is_default",
        account,
        address,
    )
    .fetch_optional(tx)
    .await
}

pub async fn promote_newest_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update address
         set is_default = true
         where address_id = (
             select address_id
             from address
             where account_id = $1
             order by created_at desc, address_id desc
             limit 1
         )",
        account,
    )
    .execute(tx)
    .await?;
    Ok(())
}
