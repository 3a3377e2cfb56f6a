//! When and for how much something can be brought. Anybody may ask: a place is nobody's secret.

use kit::{client::OnBehalf, input};
use proto::order::{DeliverySlots, DeliverySlotsRequest, EarliestDelivery, EarliestDeliveryRequest, deliveries_server};
use tonic::{Request, Response, Status};

use super::reply;
use crate::{App, app};

pub struct Deliveries {
    pub app: App,
}

#[tonic::async_trait]
impl deliveries_server::Deliveries for Deliveries {
    async fn slots(&self, request: Request<DeliverySlotsRequest>) -> Result<Response<DeliverySlots>, Status> {
        let request = request.into_inner();
        let city = input::id(request.city_id, "city_not_found")?;
        let district = request.district_id.map(|district| input::id(district, "city_not_found")).transpose()?;
        let offered = app::slots(&self.app, city, district).await?;
        Ok(Response::new(offered.map(reply::slots).unwrap_or_default()))
    }

    async fn earliest(&self, request: Request<EarliestDeliveryRequest>) -> Result<Response<EarliestDelivery>, Status> {
        let language = OnBehalf::of(&request).language;
        let request = request.into_inner();
        let city = request.city_id.map(|city| input::id(city, "city_not_found")).transpose()?;
        let district = request.district_id.map(|district| input::id(district, "city_not_found")).transpose()?;
        let earliest = app::earliest(&self.app, city, district).await?;
        Ok(Response::new(reply::earliest(earliest, language)))
    }
}
