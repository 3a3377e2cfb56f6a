//! Delivery addresses, and a key that recognises the same one in different spellings.

use std::ops::RangeInclusive;

use kit::{
    Error, Result,
    input::{Checks, text},
};

use super::{
    field::{optional, parse_phone},
    phone::Phone,
    place::City,
    transliteration,
};

pub const MAX_PER_ACCOUNT: i64 = 20;

// In characters.
const TITLE: RangeInclusive<usize> = 1..=60;
const STREET: RangeInclusive<usize> = 1..=150;
const BUILDING: RangeInclusive<usize> = 1..=20;
/// The length of entrance, floor and apartment.
const SHORT: RangeInclusive<usize> = 1..=20;
const LANDMARK: RangeInclusive<usize> = 1..=200;
const NOTE: RangeInclusive<usize> = 1..=500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AddressType {
    Home,
    Office,
}

impl AddressType {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// The fields as typed, not trimmed or checked yet.
pub struct AddressForm {
    pub title: String,
    pub kind: Result<AddressType, &'static str>,
    pub city: i64,
    pub district: Option<i64>,
    pub station: Option<i64>,
    pub street: String,
    pub building: String,
    pub entrance: Option<String>,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub landmark: Option<String>,
    pub postcode: Option<String>,
    pub phone: Option<String>,
    pub note: Option<String>,
    pub is_default: bool,
}

#[derive(Debug)]
pub struct Address {
    pub title: String,
    pub kind: AddressType,
    pub city: i64,
    pub district: Option<i64>,
    pub station: Option<i64>,
    pub street: String,
    pub building: String,
    pub entrance: Option<String>,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub landmark: Option<String>,
    pub postcode: Option<String>,
    pub phone: Option<Phone>,
    pub note: Option<String>,
    pub is_default: bool,
}

impl AddressForm {
    /// Reports all broken rules together.
    pub fn check(&self, city: Option<&City>) -> Result<Address> {
        let mut checks = Checks::default();
        let title = checks.take("title", text(&self.title, TITLE));
        let kind = checks.take("type", self.kind);
        let city_id = checks.take("cityId", self.check_city(city));
        // Cannot be checked if the city is unknown.
        let district = checks.take("districtId", city.map_or(Ok(None), |city| city.district(self.district)));
        let station = checks.take("stationId", city.map_or(Ok(None), |city| city.station(self.station)));
        let street = checks.take("street", text(&self.street, STREET));
        let building = checks.take("building", text(&self.building, BUILDING));
        let entrance = checks.take("entrance", optional(self.entrance.as_deref(), |raw| text(raw, SHORT)));
        let floor = checks.take("floor", optional(self.floor.as_deref(), |raw| text(raw, SHORT)));
        let apartment = checks.take("apartment", optional(self.apartment.as_deref(), |raw| text(raw, SHORT)));
        let landmark = checks.take("landmark", optional(self.landmark.as_deref(), |raw| text(raw, LANDMARK)));
        let postcode = checks.take("postcode", optional(self.postcode.as_deref(), parse_postcode));
        let phone = checks.take("phoneNumber", optional(self.phone.as_deref(), parse_phone));
        let note = checks.take("note", optional(self.note.as_deref(), |raw| text(raw, NOTE)));
        checks.finish()?;

        // After `finish`, every field has a value.
        let address = (|| {
            Some(Address {
                title: title?,
                kind: kind?,
                city: city_id?,
                district: district?,
                station: station?,
                street: street?,
                building: building?,
                entrance: entrance?,
                floor: floor?,
                apartment: apartment?,
                landmark: landmark?,
                postcode: postcode?,
                phone: phone?,
                note: note?,
                is_default: self.is_default,
            })
        })();
        address.ok_or_else(|| Error::internal(anyhow::anyhow!("a field without a value passed the checks")))
    }

    fn check_city(&self, found: Option<&City>) -> Result<i64, &'static str> {
        match (self.city, found) {
            // A missing field is 0.
            (0, _) => Err("required"),
            (_, None) => Err("unknown_value"),
            (id, Some(_)) => Ok(id),
        }
    }
}

/// A key that is equal for different spellings of one address.
#[derive(Debug, PartialEq, Eq)]
pub struct PlaceKey {
    city: i64,
    street: Vec<String>,
    building: String,
    apartment: String,
}

/// People omit or abbreviate these words for “street”, “avenue” and the like.
const STREET_WORDS: [&str; 18] = [
    "kuce",
    "kucesi",
    "kuc",
    "k",
    "prospekt",
    "prospekti",
    "pr",
    "meydan",
    "meydani",
    "dongesi",
    "ulitsa",
    "ul",
    "pros",
    "street",
    "str",
    "st",
    "avenue",
    "ave",
];
const APARTMENT_WORDS: [&str; 8] = ["menzil", "m", "mnz", "kvartira", "kv", "apartment", "apt", "flat"];

/// Leaves out entrance and floor, because they follow from the apartment.
pub fn place_key(city: i64, street: &str, building: &str, apartment: Option<&str>) -> PlaceKey {
    let words_without = |text: &str, ignored: &[&str]| {
        let mut words = transliteration::words(text);
        words.retain(|word| !ignored.contains(&word.as_str()));
        words
    };
    PlaceKey {
        city,
        street: words_without(street, &STREET_WORDS),
        building: transliteration::words(building).concat(),
        apartment: words_without(apartment.unwrap_or_default(), &APARTMENT_WORDS).concat(),
    }
}

/// Accepts `AZ1000`, `AZ 1000` and `1000`.
fn parse_postcode(raw: &str) -> Result<String, &'static str> {
    let raw = raw.trim();
    let digits = match raw.get(..2) {
        Some(country) if country.eq_ignore_ascii_case("az") => raw[2..].trim_start(),
        _ => raw,
    };
    let is_postcode = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_postcode { Ok(digits.to_owned()) } else { Err("invalid_postcode") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_spellings_of_an_address_have_the_same_key() {
        let home = place_key(1, "Nizami küçəsi", "12A", Some("7"));
        assert_eq!(home, place_key(1, "ул. Низами", "12-а", Some("кв. 7")));
        assert_eq!(home, place_key(1, "NİZAMİ KÜÇ.", "12 A", Some("mənzil 7")));
        assert_eq!(home, place_key(1, "Nizami street", "12a", Some("Apt 7")));
        for different_place in [
            place_key(2, "Nizami küçəsi", "12A", Some("7")),
            place_key(1, "Nizami küçəsi", "12", Some("7")),
            place_key(1, "Nizami küçəsi", "12A", Some("17")),
            place_key(1, "Nizami küçəsi", "12A", None),
            place_key(1, "Nəsimi küçəsi", "12A", Some("7")),
        ] {
            assert_ne!(home, different_place);
        }
    }

    #[test]
    fn a_postcode_is_four_digits_with_or_without_the_country() {
        for raw in ["1000", "AZ1000", "AZ 1000", "az1000", " 1000 "] {
            assert_eq!(parse_postcode(raw).as_deref(), Ok("1000"), "{raw}");
        }
        for raw in ["100", "10000", "AZ", "RU1000", "ə000", "10 00", "١٠٠٠"] {
            assert_eq!(parse_postcode(raw), Err("invalid_postcode"), "{raw}");
        }
    }
}
