//! Cities, districts and metro stations. Callers need no session.

use kit::{Error, Language, Result};
use proto::auth::{CitiesRequest, DistrictsRequest, Place, PlaceList, StationsRequest, places_server};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::{App, db, db::place::PlaceRow};

pub struct Places(pub App);

#[tonic::async_trait]
impl places_server::Places for Places {
    async fn cities(&self, request: Request<CitiesRequest>) -> Result<Response<PlaceList>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let language = Language::from_metadata(request.metadata());
        let rows = db::place::cities(&mut connection, language).await.map_err(Error::from)?;
        Ok(reply(rows))
    }

    async fn districts(&self, request: Request<DistrictsRequest>) -> Result<Response<PlaceList>, Status> {
        let (language, city) = (Language::from_metadata(request.metadata()), request.get_ref().city_id);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        require_city(&mut connection, city).await?;
        let rows = db::place::districts(&mut connection, language, city).await.map_err(Error::from)?;
        Ok(reply(rows))
    }

    async fn stations(&self, request: Request<StationsRequest>) -> Result<Response<PlaceList>, Status> {
        let (language, city) = (Language::from_metadata(request.metadata()), request.get_ref().city_id);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        require_city(&mut connection, city).await?;
        let rows = db::place::stations(&mut connection, language, city).await.map_err(Error::from)?;
        Ok(reply(rows))
    }
}

async fn require_city(connection: &mut PgConnection, city: i64) -> Result<()> {
    if db::place::is_city(connection, city).await? { Ok(()) } else { Err(Error::NotFound("city_not_found")) }
}

fn reply(rows: Vec<PlaceRow>) -> Response<PlaceList> {
    let into_place = |row: PlaceRow| Place {
        id: row.place_id,
        name: row.name,
        has_districts: row.has_districts,
        has_stations: row.has_stations,
    };
    Response::new(PlaceList { places: rows.into_iter().map(into_place).collect() })
}
