//! The places of Azerbaijan: all of them, in the reader's language and order, for everybody.

use kit::{Language, client::OnBehalf};
use proto::auth::{CitiesRequest, DistrictsRequest, Place, StationsRequest, places_client::PlacesClient};
use sqlx::PgPool;
use tonic::Status;

use crate::house::{TestAuth, refusal};

const BAKU: i64 = 1;

/// Somebody who is not signed in.
struct Reader<'a>(&'a TestAuth, OnBehalf);

impl<'a> Reader<'a> {
    fn of(auth: &'a TestAuth, language: Language) -> Self {
        Self(auth, OnBehalf { language, ..OnBehalf::default() })
    }

    async fn cities(&self) -> Vec<Place> {
        let cities = PlacesClient::new(self.0.channel()).cities(self.1.sign(CitiesRequest {})).await;
        cities.expect("cities are public").into_inner().places
    }

    async fn districts(&self, city_id: i64) -> Result<Vec<Place>, Status> {
        let request = self.1.sign(DistrictsRequest { city_id });
        Ok(PlacesClient::new(self.0.channel()).districts(request).await?.into_inner().places)
    }

    async fn stations(&self, city_id: i64) -> Result<Vec<Place>, Status> {
        let request = self.1.sign(StationsRequest { city_id });
        Ok(PlacesClient::new(self.0.channel()).stations(request).await?.into_inner().places)
    }
}

fn names(places: &[Place]) -> Vec<&str> {
    places.iter().map(|place| place.name.as_str()).collect()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_large_cities_come_first_and_the_rest_by_the_readers_alphabet(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for (language, first, last) in [
        (Language::Az, ["Bakı", "Sumqayıt", "Gəncə", "Abşeron"], "Zərdab"),
        (Language::Ru, ["Баку", "Сумгайыт", "Гянджа", "Абшерон"], "Ярдымлы"),
        (Language::En, ["Baku", "Sumgayit", "Ganja", "Absheron"], "Zardab"),
    ] {
        let cities = Reader::of(&auth, language).cities().await;
        let names = names(&cities);
        assert_eq!((names.len(), &names[..4], names[73]), (74, &first[..], last));
    }
}

/// In the alphabet of Azerbaijan ç, ə, ğ, x, ı, ö, q, ş and ü have places of their own.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_alphabet_is_the_readers_own(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let cities = Reader::of(&auth, Language::Az).cities().await;
    let alphabet: Vec<char> = "abcçdeəfgğhxıijkqlmnoöprsştuüvyz".chars().collect();
    let place = |c: char| alphabet.iter().position(|letter| *letter == c);
    let key = |name: &&str| -> Vec<usize> {
        let lower = name.replace('I', "ı").replace('İ', "i").to_lowercase();
        lower.chars().filter_map(place).collect()
    };
    let rest = &names(&cities)[3..];
    assert!(rest.is_sorted_by_key(key), "{rest:?}");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn baku_has_districts_and_stations_and_the_rest_has_none(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let reader = Reader::of(&auth, Language::En);
    let with_more: Vec<_> = reader.cities().await.into_iter().filter(|c| c.has_districts || c.has_stations).collect();
    assert_eq!((names(&with_more), with_more[0].id), (vec!["Baku"], BAKU));
    let districts = reader.districts(BAKU).await.unwrap();
    assert_eq!(names(&districts)[..2], ["Binagadi district", "Garadagh district"]);
    assert_eq!(names(&districts)[12], "8th Kilometre", "settlements come after the twelve districts");
    assert_eq!(districts.len(), 12 + 33);
    let stations = reader.stations(BAKU).await.unwrap();
    assert_eq!((stations.len(), names(&stations)[26]), (27, "Ulduz"));
    let sumgayit = reader.cities().await[1].id;
    assert_eq!((reader.districts(sumgayit).await.unwrap(), reader.stations(sumgayit).await.unwrap()), (vec![], vec![]));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_city_there_is_not_is_told(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let reader = Reader::of(&auth, Language::Az);
    for unknown in [0, -1, 101, i64::MAX] {
        assert_eq!(refusal(reader.districts(unknown).await), "NotFound city_not_found");
        assert_eq!(refusal(reader.stations(unknown).await), "NotFound city_not_found");
    }
}

/// Every name in three languages, none twice within a language: a list in which two lines read alike helps nobody.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_place_has_a_name_of_its_own_in_every_language(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for language in Language::ALL {
        let reader = Reader::of(&auth, language);
        let lists =
            [reader.cities().await, reader.districts(BAKU).await.unwrap(), reader.stations(BAKU).await.unwrap()];
        for list in lists {
            let mut unique = names(&list);
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), list.len());
            let is_russian = |name: &str| name.chars().any(|c| ('а'..='я').contains(&c));
            assert!(unique.iter().all(|name| is_russian(name) == (language == Language::Ru)), "{unique:?}");
        }
    }
}
