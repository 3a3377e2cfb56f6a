use futures::future::join_all;
use insta::assert_debug_snapshot;
use kit::Language;
use proto::auth::{Address, AddressInput, AddressType};
use sqlx::PgPool;

use crate::{
    owner::{Owner, home_address},
    test_auth::{TestAuth, refusal},
};

const BAKU_DISTRICT: i64 = 101;
/// A metro station of Baku.
const STATION: i64 = 301;
const SUMQAYIT: i64 = 2;
/// Maximum number of addresses of an account.
const MAX_ADDRESSES: usize = 20;

fn titles(addresses: &[Address]) -> Vec<&str> {
    addresses.iter().map(|address| address.title.as_str()).collect()
}

/// The titles of default addresses, of which there must be one.
async fn defaults(owner: &Owner) -> Vec<String> {
    let addresses = owner.addresses().await.expect("the owner is signed in");
    addresses.into_iter().filter(|address| address.is_default).map(|address| address.title).collect()
}

/// Surrounding spaces are removed, and a field of spaces counts as missing.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_address_is_stored_as_entered(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let text = |text: &str| Some(text.to_owned());
    let office = AddressInput {
        r#type: AddressType::Office.into(),
        station_id: Some(STATION),
        entrance: text("2"),
        floor: text("5"),
        apartment: text(" 45 "),
        landmark: text("Metronun çıxışı"),
        postcode: text("AZ 1000"),
        phone_number: text("050 123 45 67"),
        note: text(" "),
        ..home_address("  İş ")
    };
    let added = aygun.in_language(Language::Ru).add_address(office).await.unwrap();
    assert_debug_snapshot!(added, @r#"
    Address {
        id: 1,
        title: "İş",
        r#type: Office,
        city_id: 1,
        city_name: "Баку",
        district_id: Some(
            112,
        ),
        district_name: Some(
            "Ясамальский район",
        ),
        station_id: Some(
            301,
        ),
        station_name: Some(
            "Ичеришехер",
        ),
        street: "Şərifzadə küçəsi",
        building: "241A",
        entrance: Some(
            "2",
        ),
        floor: Some(
            "5",
        ),
        apartment: Some(
            "45",
        ),
        landmark: Some(
            "Metronun çıxışı",
        ),
        postcode: Some(
            "1000",
        ),
        phone_number: Some(
            "+994501234567",
        ),
        note: None,
        is_default: true,
    }
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn places_are_named_in_the_readers_language(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let near_metro = AddressInput { station_id: Some(STATION), ..home_address("İş") };
    let added = aygun.in_language(Language::Ru).add_address(near_metro).await.unwrap();
    assert_eq!((added.city_name.as_str(), added.station_name.as_deref()), ("Баку", Some("Ичеришехер")));
    let read = aygun.addresses().await.unwrap().remove(0);
    assert_eq!((read.city_name.as_str(), read.station_name.as_deref()), ("Bakı", Some("İçərişəhər")));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_change_clears_missing_fields_and_keeps_the_only_address_the_default(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let fifth_floor = AddressInput { station_id: Some(STATION), floor: Some("5".to_owned()), ..home_address("İş") };
    let added = aygun.add_address(fifth_floor).await.unwrap();
    let in_sumqayit = AddressInput { city_id: SUMQAYIT, district_id: None, ..home_address("Bağ evi") };
    let moved = aygun.update_address(added.id, in_sumqayit).await.unwrap();
    assert_eq!((moved.city_name.as_str(), moved.district_id, moved.station_id), ("Sumqayıt", None, None));
    assert_eq!((moved.floor, moved.is_default), (None, true));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn there_is_one_default_and_it_comes_first(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let mut ids = Vec::new();
    for title in ["a", "b", "c"] {
        auth.clock.advance(chrono::TimeDelta::seconds(1));
        ids.push(aygun.add_address(home_address(title)).await.unwrap().id);
    }
    // The first one is the default. The others follow, newest first.
    assert_eq!(titles(&aygun.addresses().await.unwrap()), ["a", "c", "b"]);
    aygun.update_address(ids[1], AddressInput { is_default: true, ..home_address("b") }).await.unwrap();
    assert_eq!(titles(&aygun.addresses().await.unwrap()), ["b", "c", "a"]);
    aygun.update_address(ids[1], home_address("b")).await.unwrap();
    assert_eq!(defaults(&aygun).await, ["b"], "an address stays the default until another becomes the default");
    aygun.add_address(AddressInput { is_default: true, ..home_address("d") }).await.unwrap();
    assert_eq!(defaults(&aygun).await, ["d"]);

    aygun.remove_address(ids[0]).await.unwrap();
    assert_eq!(defaults(&aygun).await, ["d"]);
    let d = aygun.addresses().await.unwrap()[0].id;
    // Removing it again has no effect.
    for _ in 0..2 {
        aygun.remove_address(d).await.unwrap();
        assert_eq!(titles(&aygun.addresses().await.unwrap()), ["c", "b"]);
        assert_eq!(defaults(&aygun).await, ["c"], "the newest becomes the default");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn there_is_one_default_after_concurrent_changes(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let added =
        join_all((0..30).map(|n| aygun.add_address(AddressInput { is_default: n % 2 == 0, ..home_address("ev") })))
            .await;
    let (stored, refused): (Vec<_>, Vec<_>) = added.into_iter().partition(Result::is_ok);
    assert_eq!(stored.len(), MAX_ADDRESSES);
    assert_eq!(defaults(&aygun).await.len(), 1);
    assert!(refused.into_iter().all(|outcome| refusal(outcome) == "FailedPrecondition too_many_addresses"));

    let ids: Vec<i64> = stored.into_iter().map(|address| address.unwrap().id).collect();
    let changes = ids.iter().enumerate().map(async |(n, id)| {
        let outcome = if n % 3 == 0 {
            aygun.remove_address(*id).await
        } else {
            aygun.update_address(*id, AddressInput { is_default: true, ..home_address("ev") }).await.map(drop)
        };
        outcome.unwrap();
    });
    join_all(changes).await;
    // Every third was removed: 0, 3, … 18.
    assert_eq!(aygun.addresses().await.unwrap().len(), MAX_ADDRESSES - 7);
    assert_eq!(defaults(&aygun).await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_of_an_address_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    let text = |length: usize| Some("ə".repeat(length));
    // Each field is one character too long, or invalid; district and station ids are swapped.
    let too_long = AddressInput {
        title: "ə".repeat(61),
        r#type: 9,
        district_id: Some(STATION),
        station_id: Some(BAKU_DISTRICT),
        street: "ə".repeat(151),
        building: "ə".repeat(21),
        entrance: text(21),
        floor: text(21),
        apartment: text(21),
        landmark: text(201),
        postcode: Some("AZ100".to_owned()),
        phone_number: Some("012 345".to_owned()),
        note: text(501),
        ..home_address("")
    };
    let elsewhere = AddressInput { city_id: SUMQAYIT, station_id: Some(STATION), ..home_address("Ev") };
    let nowhere = AddressInput { city_id: 999, ..home_address("Ev") };
    let without_district = AddressInput { district_id: None, ..home_address("Ev") };
    let mut refusals = Vec::new();
    for address in [AddressInput::default(), too_long, elsewhere, nowhere, without_district] {
        refusals.push(refusal(aygun.add_address(address).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed title=required type=required cityId=required street=required building=required",
        "InvalidArgument validation_failed title=too_long type=unknown_value districtId=unknown_value stationId=unknown_value street=too_long building=too_long entrance=too_long floor=too_long apartment=too_long landmark=too_long postcode=invalid_postcode phoneNumber=invalid_phone note=too_long",
        "InvalidArgument validation_failed districtId=unknown_value stationId=unknown_value",
        "InvalidArgument validation_failed cityId=unknown_value",
        "InvalidArgument validation_failed districtId=required",
    ]
    "#);
    assert_eq!(aygun.addresses().await.unwrap(), []);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn addresses_of_other_accounts_are_not_found(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    let aygun_home = aygun.add_address(home_address("Ev")).await.unwrap();
    let leyla_home = leyla.add_address(home_address("Bizim ev")).await.unwrap();
    for not_hers in [aygun_home.id, 0, -1, 404, i64::MAX] {
        let taken_over =
            leyla.update_address(not_hers, AddressInput { is_default: true, ..home_address("Mənim") }).await;
        assert_eq!(refusal(taken_over), "NotFound address_not_found");
        leyla.remove_address(not_hers).await.unwrap();
    }
    assert_eq!(aygun.addresses().await.unwrap(), [aygun_home]);
    assert_eq!(leyla.addresses().await.unwrap(), [leyla_home]);
}
