//! Serves the delivery slots and fees of a place. No sign-in is needed.

use kit::{client::CallContext, input};
use proto::order::{DeliverySlots, DeliverySlotsRequest, EarliestDelivery, EarliestDeliveryRequest, deliveries_server};
use tonic::{Request, Response, Status};

use super::reply;
use crate::{App, app, catalog::PREPARATION_DAYS};

pub struct Deliveries {
    pub app: App,
}

#[tonic::async_trait]
impl deliveries_server::Deliveries for Deliveries {
    async fn slots(&self, request: Request<DeliverySlotsRequest>) -> Result<Response<DeliverySlots>, Status> {
        let request = request.into_inner();
        let city = input::id(request.city_id, "city_not_found")?;
        let district = request.district_id.map(|district| input::id(district, "city_not_found")).transpose()?;
        let preparation = preparation(request.preparation_days)?;
        let offered = app::slots(&self.app, city, district, preparation).await?;
        Ok(Response::new(offered.map(reply::slots).unwrap_or_default()))
    }

    async fn earliest(&self, request: Request<EarliestDeliveryRequest>) -> Result<Response<EarliestDelivery>, Status> {
        let language = CallContext::from_request(&request).language;
        let request = request.into_inner();
        let city = request.city_id.map(|city| input::id(city, "city_not_found")).transpose()?;
        let district = request.district_id.map(|district| input::id(district, "city_not_found")).transpose()?;
        let preparation = preparation(request.preparation_days)?;
        let earliest = app::earliest(&self.app, city, district, preparation).await?;
        Ok(Response::new(reply::earliest(earliest, language)))
    }
}

/// Parses the number of days that the goods need before they can leave the store.
pub(super) fn preparation(days: Option<i64>) -> kit::Result<u64> {
    let days = days.unwrap_or_default();
    let mut checks = input::Checks::default();
    let in_range = if PREPARATION_DAYS.contains(&days) { Ok(days.unsigned_abs()) } else { Err("out_of_range") };
    let days = checks.take("preparationDays", in_range);
    checks.finish()?;
    Ok(days.unwrap_or_default())
}
