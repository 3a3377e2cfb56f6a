use kit::Language;
use sqlx::PgConnection;

use crate::domain::place::City;

/// A city, district or metro station.
pub struct PlaceRow {
    pub place_id: i64,
    pub name: String,
    pub has_districts: bool,
    pub has_stations: bool,
}

/// The largest cities first, then the others alphabetically.
pub async fn cities(tx: &mut PgConnection, language: Language) -> sqlx::Result<Vec<PlaceRow>> {
    sqlx::query_as!(
        PlaceRow,
        r#"select city_id as place_id,
                  coalesce(name ->> $1, name ->> 'az') as "name!",
                  exists (select from district where district.city_id = city.city_id) as "has_districts!",
                  exists (select from station where station.city_id = city.city_id) as "has_stations!"
           from city
           order by position nulls last,
                    case when $1 = 'az' then name ->> 'az' end collate "az-x-icu",
                    case when $1 = 'ru' then name ->> 'ru' end collate "ru-x-icu",
                    case when $1 = 'en' then name ->> 'en' end collate "en-x-icu""#,
        language.code(),
    )
    .fetch_all(tx)
    .await
}

/// Districts, then settlements, both alphabetically.
pub async fn districts(tx: &mut PgConnection, language: Language, city: i64) -> sqlx::Result<Vec<PlaceRow>> {
    sqlx::query_as!(
        PlaceRow,
        r#"select district_id as place_id,
                  coalesce(name ->> $1, name ->> 'az') as "name!",
                  false as "has_districts!",
                  false as "has_stations!"
           from district
           where city_id = $2
           order by is_settlement,
                    case when $1 = 'az' then name ->> 'az' end collate "az-x-icu",
                    case when $1 = 'ru' then name ->> 'ru' end collate "ru-x-icu",
                    case when $1 = 'en' then name ->> 'en' end collate "en-x-icu""#,
        language.code(),
        city,
    )
    .fetch_all(tx)
    .await
}

pub async fn stations(tx: &mut PgConnection, language: Language, city: i64) -> sqlx::Result<Vec<PlaceRow>> {
    sqlx::query_as!(
        PlaceRow,
        r#"select station_id as place_id,
                  coalesce(name ->> $1, name ->> 'az') as "name!",
                  false as "has_districts!",
                  false as "has_stations!"
           from station
           where city_id = $2
           order by case when $1 = 'az' then name ->> 'az' end collate "az-x-icu",
                    case when $1 = 'ru' then name ->> 'ru' end collate "ru-x-icu",
                    case when $1 = 'en' then name ->> 'en' end collate "en-x-icu""#,
        language.code(),
        city,
    )
    .fetch_all(tx)
    .await
}

pub async fn is_city(tx: &mut PgConnection, city: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from city where city_id = $1) as "exists!""#, city).fetch_one(tx).await
}

/// Returns the districts and stations that an address in this city may name.
pub async fn find_city(tx: &mut PgConnection, city: i64) -> sqlx::Result<Option<City>> {
    sqlx::query_as!(
        City,
        r#"select array(select district_id from district where district.city_id = city.city_id) as "districts!",
                  array(select station_id from station where station.city_id = city.city_id) as "stations!"
           from city
           where city_id = $1"#,
        city,
    )
    .fetch_optional(tx)
    .await
}
