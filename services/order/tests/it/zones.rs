//! Tests the back office of delivery zones. The clock starts on Monday, 21 September, at 18:13 in Baku.

use futures::future::join_all;
use insta::assert_snapshot;
use proto::order::{
    CreateZoneRequest, DeskZone, GetZoneRequest, PaymentMethod, UpdateZoneRequest, ZoneDraft, ZoneList,
    ZoneListRequest, ZonePlaceDraft, ZoneWindowDraft,
};
use sqlx::PgPool;
use testkit::audit::changes;
use tonic::Status;

use crate::{
    delivery_day::order_in_slot,
    promises::titles,
    shop::{Shopper, TestShop, refused},
    slots::check,
};

// Ids of zones of the schema.
pub const BAKU: i64 = 1;
const ABSHERON: i64 = 3;
const FAR: i64 = 6;
// The two cities of the zone Absheron.
const SUMGAYIT: i64 = 2;
const KHIRDALAN: i64 = 4;
/// A city that is in no zone of the schema.
const NEW_CITY: i64 = 75;

pub fn draft_of(zone: &DeskZone) -> ZoneDraft {
    let places =
        zone.places.iter().map(|place| ZonePlaceDraft { city_id: Some(place.city_id), district_id: place.district_id });
    let windows = zone.windows.iter().map(|window| ZoneWindowDraft {
        starts: Some(window.starts),
        ends: Some(window.ends),
        capacity: Some(window.capacity),
        surcharge: Some(window.surcharge),
    });
    ZoneDraft {
        title: zone.title.clone(),
        fee: Some(zone.fee),
        free_from: zone.free_from,
        minimum: Some(zone.minimum),
        lead_days: Some(zone.lead_days),
        cut_off: Some(zone.cut_off),
        prepare_hours: Some(zone.prepare_hours),
        places: places.collect(),
        windows: windows.collect(),
    }
}

fn place(city: i64) -> ZonePlaceDraft {
    ZonePlaceDraft { city_id: Some(city), district_id: None }
}

/// A window for five orders.
fn window(starts: i64, ends: i64) -> ZoneWindowDraft {
    ZoneWindowDraft { starts: Some(starts), ends: Some(ends), capacity: Some(5), surcharge: Some(0) }
}

fn new_zone(title: &str, cities: &[i64]) -> ZoneDraft {
    ZoneDraft {
        title: Some(titles(title)),
        fee: Some(700),
        free_from: None,
        minimum: Some(0),
        lead_days: Some(1),
        cut_off: Some(20),
        prepare_hours: Some(0),
        places: cities.iter().map(|city| place(*city)).collect(),
        windows: vec![window(10, 18)],
    }
}

impl Shopper {
    pub async fn zone(&self, id: i64) -> Result<DeskZone, Status> {
        Ok(self.zones.clone().get(self.context.sign(GetZoneRequest { id })).await?.into_inner())
    }

    async fn all_zones(&self) -> ZoneList {
        self.zones
            .clone()
            .list(self.context.sign(ZoneListRequest {}))
            .await
            .expect("the zones can be read")
            .into_inner()
    }

    async fn create_zone(&self, zone: ZoneDraft) -> Result<DeskZone, Status> {
        self.send_new_zone(CreateZoneRequest { zone: Some(zone), move_places: false }).await
    }

    async fn create_zone_moving_places(&self, zone: ZoneDraft) -> Result<DeskZone, Status> {
        self.send_new_zone(CreateZoneRequest { zone: Some(zone), move_places: true }).await
    }

    async fn send_new_zone(&self, request: CreateZoneRequest) -> Result<DeskZone, Status> {
        Ok(self.zones.clone().create(self.context.sign(request)).await?.into_inner())
    }

    /// Adds a zone for the city that has no delivery.
    pub async fn add_zone(&self, title: &str) -> DeskZone {
        self.create_zone_moving_places(new_zone(title, &[NEW_CITY])).await.expect("the zone is created")
    }

    /// The change is refused if the zone has changed since `read`.
    pub async fn update_zone(&self, read: &DeskZone, zone: ZoneDraft) -> Result<DeskZone, Status> {
        let request =
            UpdateZoneRequest { id: read.id, version: Some(read.version), zone: Some(zone), move_places: false };
        Ok(self.zones.clone().update(self.context.sign(request)).await?.into_inner())
    }

    pub async fn delete_zone(&self, id: i64) -> Result<(), Status> {
        self.zones.clone().delete(self.context.sign(GetZoneRequest { id })).await.map(drop)
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_list_has_every_zone_and_the_cities_without_delivery(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    let list = desk.all_zones().await;
    let zones = list.zones.iter().map(|zone| format!("{} {} {}", zone.code, zone.places.len(), zone.windows.len()));
    assert_snapshot!(zones.collect::<Vec<_>>().join(", "), @"baku 1 6, baku_outer 14 4, absheron 2 3, near 16 2, regions 38 1, far 17 1");
    assert_eq!(list.uncovered_city_ids, [NEW_CITY]);
    let absheron = &list.zones[2];
    assert_eq!(desk.zone(ABSHERON).await.unwrap(), *absheron);
    desk.update_zone(absheron, ZoneDraft { places: vec![place(SUMGAYIT)], ..draft_of(absheron) }).await.unwrap();
    assert_eq!(desk.all_zones().await.uncovered_city_ids, [KHIRDALAN, NEW_CITY]);
    assert_eq!(refused(desk.zone(99).await), "zone_not_found");
    assert_eq!(refused(shop.shopper(1).zone(BAKU).await), "forbidden");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_created_zone_delivers_and_keeps_its_code(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let desk = shop.operator(9);
    let created = desk.create_zone(new_zone("Şəki yolu", &[NEW_CITY])).await.unwrap();
    assert_eq!((created.code.as_str(), created.version), ("seki_yolu", 1));
    let slots = shop.slots(NEW_CITY, None).await.unwrap();
    // It is Monday before 20:00, so delivery is on Tuesday.
    assert_eq!((slots.days[0].slots[0].id.as_str(), slots.days[0].slots[0].fee), ("seki_yolu-2026-09-22-10", 700));
    assert!(desk.all_zones().await.uncovered_city_ids.is_empty());
    let renamed = ZoneDraft { title: Some(titles("Şimal")), ..draft_of(&created) };
    let renamed = desk.update_zone(&created, renamed).await.unwrap();
    assert_eq!((renamed.code.as_str(), renamed.version), ("seki_yolu", 2));
    let actions: Vec<_> = changes(&pool).await.into_iter().map(|(_, action, _)| action).collect();
    assert_eq!(actions, ["zone_created", "zone_changed"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn places_move_between_zones_only_when_asked(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let desk = shop.operator(9);
    let read = desk.zone(ABSHERON).await.unwrap();
    let with_taken_place = new_zone("Sumqayıt", &[NEW_CITY, SUMGAYIT]);
    assert_snapshot!(refused(desk.create_zone(with_taken_place.clone()).await), @"validation_failed places[1]: place_taken");
    let created = desk.create_zone_moving_places(with_taken_place).await.unwrap();
    assert_eq!(shop.slots(SUMGAYIT, None).await.unwrap().days[0].slots[0].fee, 700);
    let absheron = desk.zone(ABSHERON).await.unwrap();
    assert_eq!((absheron.version, absheron.places.len()), (2, 1));
    assert_eq!(refused(desk.update_zone(&read, new_zone("Abşeron", &[KHIRDALAN])).await), "zone_changed");
    let subjects: Vec<_> =
        changes(&pool).await.into_iter().map(|(_, action, zone)| format!("{action} {zone}")).collect();
    assert_eq!(subjects, ["zone_changed 3".to_owned(), format!("zone_created {}", created.id)]);

    // A zone whose last place moved away is not shown to shoppers.
    let all_of_absheron = ZoneDraft { places: vec![place(SUMGAYIT), place(KHIRDALAN)], ..draft_of(&created) };
    let request =
        UpdateZoneRequest { id: created.id, version: Some(1), zone: Some(all_of_absheron), move_places: true };
    desk.zones.clone().update(desk.context.sign(request)).await.unwrap();
    assert!(desk.zone(ABSHERON).await.unwrap().places.is_empty());
    let promised: Vec<_> = shop.promises("az").await.tariffs.into_iter().map(|tariff| tariff.code).collect();
    assert_eq!(promised, ["baku", "baku_outer", "near", "regions", "far", "sumqayit"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_second_of_two_editors_is_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    let read = desk.zone(BAKU).await.unwrap();
    let fees = [310, 320, 330, 340];
    let outcomes = fees.map(|fee| desk.update_zone(&read, ZoneDraft { fee: Some(fee), ..draft_of(&read) }));
    let (saved, refusals): (Vec<_>, Vec<_>) = join_all(outcomes).await.into_iter().partition(Result::is_ok);
    assert_eq!((saved.len(), refusals.len()), (1, 3), "all four editors have read the same version");
    assert!(refusals.into_iter().all(|refusal| refused(refusal) == "zone_changed"));
    let saved = saved.into_iter().next().unwrap().unwrap();
    assert_eq!(desk.update_zone(&read, draft_of(&saved)).await.unwrap(), saved, "the same zone again is no change");

    let zones_of_one_city = ["Birinci", "İkinci", "Üçüncü"].map(|title| desk.create_zone(new_zone(title, &[NEW_CITY])));
    let created = join_all(zones_of_one_city).await.into_iter().flatten().count();
    assert_eq!((created, desk.all_zones().await.zones.len()), (1, 6 + 1), "a place belongs to one zone");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn invalid_zones_are_refused_beside_their_fields(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    let create = async |zone: ZoneDraft| refused(desk.create_zone(zone).await);
    assert_snapshot!(create(new_zone("Boş", &[])).await, @"validation_failed places: required");
    assert_snapshot!(create(new_zone("Mars", &[NEW_CITY, 999])).await, @"validation_failed places[1]: unknown_place");
    let overlapping = ZoneDraft { windows: vec![window(10, 14), window(13, 15)], ..new_zone("Şəki", &[NEW_CITY]) };
    assert_snapshot!(create(overlapping).await, @"validation_failed windows[1].starts: overlaps");
    let untitled = ZoneDraft { title: Some(titles("")), fee: Some(-1), ..new_zone("", &[NEW_CITY]) };
    assert_snapshot!(create(untitled).await, @"validation_failed title.az: required fee: out_of_range");
    let unversioned =
        UpdateZoneRequest { id: BAKU, zone: Some(new_zone("Bakı", &[1])), ..UpdateZoneRequest::default() };
    let refusal = refused(desk.zones.clone().update(desk.context.sign(unversioned)).await);
    assert_snapshot!(refusal, @"validation_failed version: required");
    shop.assert_violates("zone_window_overlap_excl", "insert into zone_window values (1, 11, 13, 1)").await;
    assert_eq!(desk.all_zones().await.zones.len(), 6, "nothing is created");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_zone_with_orders_and_the_last_zone_are_not_deleted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let desk = shop.operator(9);
    for unused in 2..=FAR {
        desk.delete_zone(unused).await.unwrap();
    }
    assert_eq!(refused(desk.delete_zone(FAR).await), "zone_not_found");
    let city_of_far = 49;
    assert!(shop.slots(city_of_far, None).await.unwrap().days.is_empty());
    assert_eq!(refused(desk.delete_zone(BAKU).await), "zone_in_use", "one zone stays");

    let added = desk.add_zone("Şəki yolu").await;
    let code = order_in_slot(&shop.shopper(1), &[1], "baku-2026-09-22-10", PaymentMethod::Cash).await;
    assert_eq!(refused(desk.delete_zone(BAKU).await), "zone_in_use");
    shop.run_due_jobs().await;
    shop.shopper(1).cancel(&code).await.unwrap();
    assert_eq!(refused(desk.delete_zone(BAKU).await), "zone_in_use", "the cancelled order has its slot");
    desk.delete_zone(added.id).await.unwrap();
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_removed_window_keeps_its_orders_and_takes_no_new_ones(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (desk, aygun) = (shop.operator(9), shop.shopper(1));
    let slot = "baku-2026-09-22-10";
    let code = order_in_slot(&aygun, &[1], slot, PaymentMethod::Cash).await;
    let ordered = aygun.order(&code).await.unwrap();
    let baku = desk.zone(BAKU).await.unwrap();
    let changed = ZoneDraft { fee: Some(990), windows: vec![window(15, 16)], ..draft_of(&baku) };
    desk.update_zone(&baku, changed).await.unwrap();
    let kept = aygun.order(&code).await.unwrap();
    assert_eq!((kept.delivery, kept.amounts), (ordered.delivery, ordered.amounts));
    let planned = desk.deliveries("2026-09-22").await.unwrap();
    assert!(planned.windows.iter().any(|window| window.orders.iter().any(|order| order.code == code)));
    aygun.add((1, None), 1).await.unwrap();
    let problems: Vec<_> =
        check(&aygun, 1, Some(slot)).await.problems.into_iter().map(|problem| problem.code).collect();
    assert_eq!(problems, ["delivery_slot_not_found"]);
    assert_eq!(shop.slots(1, None).await.unwrap().days[0].slots[0].id, "baku-2026-09-22-15");
}
