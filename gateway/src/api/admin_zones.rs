//! Delivery zones: places with the same fee and delivery windows.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    common::Done,
    json::to_timestamp,
    order::{
        CreateZoneRequest, DayWindow, DeliveryHoliday, DeskZone, EarliestDelivery, GetZoneRequest, HolidayDraft,
        HolidayListRequest, RemoveHolidayRequest, SetCapacityRequest, Titles, UpdateZoneRequest, ZoneDraft, ZoneList,
        ZoneListRequest, ZonePlaceDraft, ZonePreviewRequest, ZoneWindowDraft,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

const NO_SUCH_ZONE: &str = "zone_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(delete))
        .routes(routes!(preview))
        .routes(routes!(holidays))
        .routes(routes!(add_holiday))
        .routes(routes!(remove_holiday))
        .routes(routes!(set_capacity))
}

/// A new delivery zone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewZoneForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    /// In qəpik.
    #[schema(value_type = i64, required = true)]
    fee: Option<i64>,
    /// The total of goods in qəpik from which delivery is free except for surcharges; null if it never is.
    #[schema(required = true)]
    free_from: Option<i64>,
    /// The minimum total of goods for delivery, in qəpik.
    #[schema(value_type = i64, required = true)]
    minimum: Option<i64>,
    /// Days from the order to the first day of delivery. Closed days do not count.
    #[schema(value_type = i64, required = true)]
    lead_days: Option<i64>,
    /// Orders placed at this hour or later count for the next day. In the time zone Asia/Baku.
    #[schema(value_type = i64, required = true)]
    cut_off: Option<i64>,
    /// Hours between the order and the beginning of the earliest delivery window.
    #[schema(value_type = i64, required = true)]
    prepare_hours: Option<i64>,
    #[serde(default)]
    #[schema(required = true)]
    places: Vec<ZonePlaceForm>,
    /// They must not overlap.
    #[serde(default)]
    #[schema(required = true)]
    windows: Vec<ZoneWindowForm>,
    /// Whether places of other zones move to this one. Otherwise they are refused with `place_taken`; false if absent.
    #[serde(default)]
    #[schema(required = false)]
    move_places: bool,
}

/// A delivery zone as edited by operators.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ZoneForm {
    /// The version of the zone that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    /// In qəpik.
    #[schema(value_type = i64, required = true)]
    fee: Option<i64>,
    /// The total of goods in qəpik from which delivery is free except for surcharges; null if it never is.
    #[schema(required = true)]
    free_from: Option<i64>,
    /// The minimum total of goods for delivery, in qəpik.
    #[schema(value_type = i64, required = true)]
    minimum: Option<i64>,
    /// Days from the order to the first day of delivery. Closed days do not count.
    #[schema(value_type = i64, required = true)]
    lead_days: Option<i64>,
    /// Orders placed at this hour or later count for the next day. In the time zone Asia/Baku.
    #[schema(value_type = i64, required = true)]
    cut_off: Option<i64>,
    /// Hours between the order and the beginning of the earliest delivery window.
    #[schema(value_type = i64, required = true)]
    prepare_hours: Option<i64>,
    #[serde(default)]
    #[schema(required = true)]
    places: Vec<ZonePlaceForm>,
    /// They must not overlap.
    #[serde(default)]
    #[schema(required = true)]
    windows: Vec<ZoneWindowForm>,
    /// Whether places of other zones move to this one. Otherwise they are refused with `place_taken`; false if absent.
    #[serde(default)]
    #[schema(required = false)]
    move_places: bool,
}

/// A city, or one of its districts. A city includes its districts that no zone names.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ZonePlaceForm {
    #[schema(value_type = i64, required = true)]
    city_id: Option<i64>,
    #[schema(value_type = i64, required = false)]
    district_id: Option<i64>,
}

/// A delivery window of each day, in hours of the time zone Asia/Baku.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ZoneWindowForm {
    #[schema(value_type = i64, required = true)]
    starts: Option<i64>,
    #[schema(value_type = i64, required = true)]
    ends: Option<i64>,
    /// In orders per day.
    #[schema(value_type = i64, required = true)]
    capacity: Option<i64>,
    /// In qəpik. It is added to the fee, also when delivery is free.
    #[schema(value_type = i64, required = true)]
    surcharge: Option<i64>,
}

/// A day without delivery.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HolidayForm {
    /// YYYY-MM-DD in the time zone Asia/Baku, today or up to two years ahead.
    #[schema(value_type = String, format = Date, required = true)]
    date: Option<String>,
    /// All zones if absent.
    #[schema(value_type = i64, required = false)]
    zone_id: Option<i64>,
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
}

/// The capacity of a window on one day.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CapacityForm {
    /// In orders; null for the capacity of the zone's window.
    #[schema(required = true)]
    capacity: Option<i64>,
    /// The version of the window on this day that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct PreviewQuery {
    #[param(required = true)]
    city_id: i64,
    district_id: Option<i64>,
    /// Days of preparation that the goods need, 0 to 10; 0 if absent
    preparation_days: Option<i64>,
    /// The time of the order; now if absent
    at: Option<DateTime<Utc>>,
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct HolidayQuery {
    /// YYYY-MM-DD; today in the time zone Asia/Baku if absent
    #[param(format = Date)]
    since: Option<String>,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// The number of days on a page; 50 if absent
    limit: Option<i64>,
}

impl NewZoneForm {
    fn into_request(self) -> CreateZoneRequest {
        let move_places = self.move_places;
        let zone = ZoneDraft {
            title: self.title,
            fee: self.fee,
            free_from: self.free_from,
            minimum: self.minimum,
            lead_days: self.lead_days,
            cut_off: self.cut_off,
            prepare_hours: self.prepare_hours,
            places: self.places.into_iter().map(ZonePlaceForm::into_draft).collect(),
            windows: self.windows.into_iter().map(ZoneWindowForm::into_draft).collect(),
        };
        CreateZoneRequest { zone: Some(zone), move_places }
    }
}

impl ZoneForm {
    fn into_request(self, id: i64) -> UpdateZoneRequest {
        let Self { version, title, fee, free_from, minimum, lead_days, cut_off, prepare_hours, .. } = self;
        let (places, windows, move_places) = (self.places, self.windows, self.move_places);
        let form = NewZoneForm {
            title,
            fee,
            free_from,
            minimum,
            lead_days,
            cut_off,
            prepare_hours,
            places,
            windows,
            move_places,
        };
        let CreateZoneRequest { zone, move_places } = form.into_request();
        UpdateZoneRequest { id, version, zone, move_places }
    }
}

impl ZonePlaceForm {
    fn into_draft(self) -> ZonePlaceDraft {
        ZonePlaceDraft { city_id: self.city_id, district_id: self.district_id }
    }
}

impl ZoneWindowForm {
    fn into_draft(self) -> ZoneWindowDraft {
        let Self { starts, ends, capacity, surcharge } = self;
        ZoneWindowDraft { starts, ends, capacity, surcharge }
    }
}

/// For operators: all delivery zones, and the cities that they do not reach
#[utoipa::path(get, path = "/admin/zones", operation_id = "listZones",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/List"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The zones, oldest first", body = Data<ZoneList>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<ZoneList> {
    reply(retry(async || services.zone_desk().list(caller.request(ZoneListRequest {})).await).await)
}

/// For operators: a delivery zone
#[utoipa::path(get, path = "/admin/zones/{id}", operation_id = "getZone",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A zone's id")),
    responses((status = OK, description = "The zone", body = Data<DeskZone>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<DeskZone> {
    let request = GetZoneRequest { id: segment.id(NO_SUCH_ZONE)? };
    reply(retry(async || services.zone_desk().get(caller.request(request)).await).await)
}

/// For operators: create a delivery zone
///
/// Its code is made from the Azerbaijani title, and never changes. A place of another zone is 422 `place_taken` unless
/// `movePlaces` is true.
#[utoipa::path(post, path = "/admin/zones", operation_id = "createZone",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/Create"))),
    tag = "desk", request_body = NewZoneForm, security(("bearer" = [])),
    responses((status = OK, description = "The new zone", body = Data<DeskZone>)))]
async fn create(State(services): State<Services>, caller: Caller, Json(form): Json<NewZoneForm>) -> Reply<DeskZone> {
    reply(services.zone_desk().create(caller.request(form.into_request())).await)
}

/// For operators: change a delivery zone
///
/// Orders keep their fee, and bookings of removed windows stay. 409 `zone_changed` if the zone is not at the given
/// `version`.
#[utoipa::path(put, path = "/admin/zones/{id}", operation_id = "updateZone",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/Update"))),
    tag = "desk", request_body = ZoneForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A zone's id")),
    responses((status = OK, description = "The zone", body = Data<DeskZone>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<ZoneForm>,
) -> Reply<DeskZone> {
    let request = form.into_request(segment.id(NO_SUCH_ZONE)?);
    reply(services.zone_desk().update(caller.request(request)).await)
}

/// For operators: delete a delivery zone
///
/// 409 `zone_in_use` if an order was placed in it, or if it is the last one.
#[utoipa::path(delete, path = "/admin/zones/{id}", operation_id = "deleteZone",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/Delete"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A zone's id")),
    responses((status = OK, description = "The zone is deleted", body = Data<Done>)))]
async fn delete(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = GetZoneRequest { id: segment.id(NO_SUCH_ZONE)? };
    reply(services.zone_desk().delete(caller.request(request)).await)
}

/// For operators: the earliest delivery of an order that is placed at a given time
#[utoipa::path(get, path = "/admin/delivery-preview", operation_id = "previewDelivery",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/Preview"))),
    tag = "desk", params(PreviewQuery), security(("bearer" = [])),
    responses((status = OK, description = "The delivery window, the deadline for orders, and the fee",
        body = Data<EarliestDelivery>)))]
async fn preview(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PreviewQuery>,
) -> Reply<EarliestDelivery> {
    let PreviewQuery { city_id, district_id, preparation_days, at } = query;
    let request = ZonePreviewRequest { city_id, district_id, preparation_days, at: at.map(to_timestamp) };
    reply(retry(async || services.zone_desk().preview(caller.request(request)).await).await)
}

/// For operators: days without delivery, earliest first
#[utoipa::path(get, path = "/admin/delivery-holidays", operation_id = "listDeliveryHolidays",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/ListHolidays"))),
    tag = "desk", params(HolidayQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of closed days", body = CursorPaged<Vec<DeliveryHoliday>>)))]
async fn holidays(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<HolidayQuery>,
) -> CursorReply<Vec<DeliveryHoliday>> {
    let HolidayQuery { since, cursor, limit } = query;
    let request = HolidayListRequest { since, cursor, limit };
    let response = retry(async || services.zone_desk().list_holidays(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.holidays, page.next_cursor))
}

/// For operators: close a day for new orders
///
/// Orders that are booked on the day stay. A day that is closed already is 422 `duplicate`.
#[utoipa::path(post, path = "/admin/delivery-holidays", operation_id = "addDeliveryHoliday",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/AddHoliday"))),
    tag = "desk", request_body = HolidayForm, security(("bearer" = [])),
    responses((status = OK, description = "The closed day", body = Data<DeliveryHoliday>)))]
async fn add_holiday(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<HolidayForm>,
) -> Reply<DeliveryHoliday> {
    let HolidayForm { date, zone_id, title } = form;
    reply(services.zone_desk().add_holiday(caller.request(HolidayDraft { date, zone_id, title })).await)
}

/// For operators: deliver on a closed day again
#[utoipa::path(delete, path = "/admin/delivery-holidays/{id}", operation_id = "removeDeliveryHoliday",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/RemoveHoliday"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A closed day's id")),
    responses((status = OK, description = "The day is open", body = Data<Done>)))]
async fn remove_holiday(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = RemoveHolidayRequest { id: segment.id("holiday_not_found")? };
    reply(services.zone_desk().remove_holiday(caller.request(request)).await)
}

/// For operators: set the capacity of a delivery window on one day
///
/// 409 `slot_booked` if more orders are booked, and `slot_changed` if the window is not at the given `version`.
#[utoipa::path(put, path = "/admin/delivery-windows/{slotId}", operation_id = "changeDeliveryCapacity",
    extensions(("x-rpc" = json!("order.v1.ZoneDesk/SetCapacity"))),
    tag = "desk", request_body = CapacityForm, security(("bearer" = [])),
    params(("slotId" = String, Path, description = "A slot's id, such as `baku-2026-12-31-18`")),
    responses((status = OK, description = "The window on this day", body = Data<DayWindow>)))]
async fn set_capacity(
    State(services): State<Services>,
    caller: Caller,
    Segment(slot_id): Segment,
    Json(form): Json<CapacityForm>,
) -> Reply<DayWindow> {
    let CapacityForm { capacity, version } = form;
    reply(services.zone_desk().set_capacity(caller.request(SetCapacityRequest { slot_id, capacity, version })).await)
}
