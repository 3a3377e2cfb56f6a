//! Lets operators manage delivery zones, holidays and the capacities of slots.

use kit::{
    Error, Language, Result,
    client::CallContext,
    cursor,
    identity::Identity,
    input::{self, Checks},
};
use proto::{
    common::Done,
    order::{
        CreateZoneRequest, DayWindow, DeliveryHoliday, DeskZone, EarliestDelivery, GetZoneRequest, HolidayDraft,
        HolidayListRequest, HolidayPage, RemoveHolidayRequest, SetCapacityRequest, UpdateZoneRequest, ZoneList,
        ZoneListRequest, ZonePreviewRequest, zone_desk_server,
    },
};
use tonic::{Request, Response, Status};

mod parse;
mod reply;

use super::{deliveries::preparation, desk::deliveries, parse::moment, reply as replies};
use crate::{
    App,
    app::{self, zone_desk},
    db,
};

const NOT_FOUND: &str = "zone_not_found";

pub struct ZoneDesk {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl zone_desk_server::ZoneDesk for ZoneDesk {
    async fn list(&self, request: Request<ZoneListRequest>) -> Result<Response<ZoneList>, Status> {
        self.identity.staff(&request).await?;
        let (zones, uncovered_city_ids) = zone_desk::list(&self.app, &CallContext::from_request(&request)).await?;
        let zones = zones.into_iter().map(reply::zone).collect();
        Ok(Response::new(ZoneList { zones, uncovered_city_ids }))
    }

    async fn get(&self, request: Request<GetZoneRequest>) -> Result<Response<DeskZone>, Status> {
        self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(Response::new(reply::zone(zone_desk::get(&self.app, id).await?)))
    }

    async fn create(&self, request: Request<CreateZoneRequest>) -> Result<Response<DeskZone>, Status> {
        let operator = self.identity.staff(&request).await?;
        let context = CallContext::from_request(&request);
        let submitted = parse::creation(request.into_inner())?;
        Ok(Response::new(reply::zone(zone_desk::create(&self.app, &operator, &context, submitted).await?)))
    }

    async fn update(&self, request: Request<UpdateZoneRequest>) -> Result<Response<DeskZone>, Status> {
        let operator = self.identity.staff(&request).await?;
        let context = CallContext::from_request(&request);
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let (version, submitted) = parse::update(request)?;
        let zone = zone_desk::update(&self.app, &operator, &context, id, version, submitted).await?;
        Ok(Response::new(reply::zone(zone)))
    }

    async fn delete(&self, request: Request<GetZoneRequest>) -> Result<Response<Done>, Status> {
        let operator = self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        zone_desk::delete(&self.app, &operator, id).await?;
        Ok(Response::new(Done {}))
    }

    async fn preview(&self, request: Request<ZonePreviewRequest>) -> Result<Response<EarliestDelivery>, Status> {
        self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let city = input::id(request.city_id, "city_not_found")?;
        let district = request.district_id.map(|district| input::id(district, "city_not_found")).transpose()?;
        let preparation = preparation(request.preparation_days)?;
        let mut checks = Checks::default();
        let at = checks.take("at", request.at.map(moment).transpose());
        checks.finish()?;
        let at = at.flatten().unwrap_or_else(|| self.app.clock.now());
        let earliest = app::earliest_at(&self.app, Some(city), district, preparation, at).await?;
        Ok(Response::new(replies::earliest(earliest, language)))
    }

    async fn list_holidays(&self, request: Request<HolidayListRequest>) -> Result<Response<HolidayPage>, Status> {
        self.identity.staff(&request).await?;
        let parse::List { since, after, limit } = parse::list(request.get_ref(), self.app.clock.now())?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let (holidays, next) = db::holiday::page(&mut connection, since, after, limit).await.map_err(Error::from)?;
        let holidays = holidays.into_iter().map(reply::holiday).collect();
        let next_cursor = next.map(|position| cursor::encode(&position)).transpose()?;
        Ok(Response::new(HolidayPage { holidays, next_cursor }))
    }

    async fn add_holiday(&self, request: Request<HolidayDraft>) -> Result<Response<DeliveryHoliday>, Status> {
        let operator = self.identity.staff(&request).await?;
        let new = parse::holiday(request.into_inner())?;
        Ok(Response::new(reply::holiday(zone_desk::add_holiday(&self.app, &operator, &new).await?)))
    }

    async fn remove_holiday(&self, request: Request<RemoveHolidayRequest>) -> Result<Response<Done>, Status> {
        let operator = self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, "holiday_not_found")?;
        zone_desk::remove_holiday(&self.app, &operator, id).await?;
        Ok(Response::new(Done {}))
    }

    async fn set_capacity(&self, request: Request<SetCapacityRequest>) -> Result<Response<DayWindow>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let wanted = parse::capacity(request.into_inner())?;
        let window = zone_desk::set_capacity(&self.app, &operator, &wanted).await?;
        Ok(Response::new(deliveries::window(window, language)))
    }
}
