//! Cities, with their districts and stations, for address forms.

use axum::extract::State;
use kit::client::retry;
use proto::auth::{CitiesRequest, DistrictsRequest, Place, StationsRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Segment, Visitor},
    reply::{Data, Reply, reply_with},
    services::Services,
};

const NO_SUCH_CITY: &str = "city_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(cities)).routes(routes!(districts)).routes(routes!(stations))
}

/// Cities and rayons
#[utoipa::path(get, path = "/address/cities", operation_id = "listCities", tag = "addresses",
    responses((status = OK, description = "The cities: Baku first, then alphabetically", body = Data<Vec<Place>>)))]
async fn cities(State(services): State<Services>, visitor: Visitor) -> Reply<Vec<Place>> {
    let response = retry(async || services.places().cities(visitor.request(CitiesRequest {})).await).await;
    reply_with(response, |list| list.places)
}

/// Districts and settlements of a city
#[utoipa::path(get, path = "/address/cities/{id}/districts", operation_id = "listDistricts", tag = "addresses",
    params(("id" = i64, Path, description = "A city's id")),
    responses((status = OK, description = "The districts; empty if the city needs none", body = Data<Vec<Place>>)))]
async fn districts(State(services): State<Services>, visitor: Visitor, segment: Segment) -> Reply<Vec<Place>> {
    let request = DistrictsRequest { city_id: segment.id(NO_SUCH_CITY)? };
    let response = retry(async || services.places().districts(visitor.request(request)).await).await;
    reply_with(response, |list| list.places)
}

/// Metro stations of a city
#[utoipa::path(get, path = "/address/cities/{id}/stations", operation_id = "listStations", tag = "addresses",
    params(("id" = i64, Path, description = "A city's id")),
    responses((status = OK, description = "The stations; none if the city has no metro", body = Data<Vec<Place>>)))]
async fn stations(State(services): State<Services>, visitor: Visitor, segment: Segment) -> Reply<Vec<Place>> {
    let request = StationsRequest { city_id: segment.id(NO_SUCH_CITY)? };
    let response = retry(async || services.places().stations(visitor.request(request)).await).await;
    reply_with(response, |list| list.places)
}
