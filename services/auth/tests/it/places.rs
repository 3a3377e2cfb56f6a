use kit::{Language, client::CallContext};
use proto::auth::{CitiesRequest, DistrictsRequest, Place, StationsRequest, places_client::PlacesClient};
use sqlx::PgPool;
use tonic::Status;

use crate::test_auth::{TestAuth, refusal};

const BAKU: i64 = 1;

/// A caller without a session.
struct Guest<'a> {
    auth: &'a TestAuth,
    /// Contains the language.
    context: CallContext,
}

impl<'a> Guest<'a> {
    fn new(auth: &'a TestAuth, language: Language) -> Self {
        Self { auth, context: CallContext { language, ..CallContext::default() } }
    }

    async fn cities(&self) -> Vec<Place> {
        let cities = PlacesClient::new(self.auth.channel()).cities(self.context.sign(CitiesRequest {})).await;
        cities.expect("cities are public").into_inner().places
    }

    async fn districts(&self, city_id: i64) -> Result<Vec<Place>, Status> {
        let request = self.context.sign(DistrictsRequest { city_id });
        Ok(PlacesClient::new(self.auth.channel()).districts(request).await?.into_inner().places)
    }

    async fn stations(&self, city_id: i64) -> Result<Vec<Place>, Status> {
        let request = self.context.sign(StationsRequest { city_id });
        Ok(PlacesClient::new(self.auth.channel()).stations(request).await?.into_inner().places)
    }
}

fn names(places: &[Place]) -> Vec<&str> {
    places.iter().map(|place| place.name.as_str()).collect()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn large_cities_come_first_and_the_rest_in_alphabetical_order(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for (language, first, last) in [
        (Language::Az, ["Bakı", "Sumqayıt", "Gəncə", "Abşeron"], "Zərdab"),
        (Language::Ru, ["Баку", "Сумгайыт", "Гянджа", "Абшерон"], "Ярдымлы"),
        (Language::En, ["Baku", "Sumgayit", "Ganja", "Absheron"], "Zardab"),
    ] {
        let cities = Guest::new(&auth, language).cities().await;
        let sorted = names(&cities);
        assert_eq!(sorted.len(), 74);
        assert_eq!((&sorted[..4], sorted[73]), (&first[..], last));
    }
}

/// The alphabet has another order for ç, ə, ğ, x, ı, ö, q, ş and ü.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn azerbaijani_names_are_sorted_by_the_azerbaijani_alphabet(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let cities = Guest::new(&auth, Language::Az).cities().await;
    let alphabet: Vec<char> = "abcçdeəfgğhxıijkqlmnoöprsştuüvyz".chars().collect();
    let position = |c: char| alphabet.iter().position(|letter| *letter == c);
    let key = |name: &&str| -> Vec<usize> {
        let lower = name.replace('I', "ı").replace('İ', "i").to_lowercase();
        lower.chars().filter_map(position).collect()
    };
    // The first three are the largest cities, in order of their size.
    let rest = &names(&cities)[3..];
    assert!(rest.is_sorted_by_key(key), "{rest:?}");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_baku_has_districts_and_stations(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let guest = Guest::new(&auth, Language::En);
    let with_more: Vec<_> = guest.cities().await.into_iter().filter(|c| c.has_districts || c.has_stations).collect();
    assert_eq!((names(&with_more), with_more[0].id), (vec!["Baku"], BAKU));
    let districts = guest.districts(BAKU).await.unwrap();
    assert_eq!(names(&districts)[..2], ["Binagadi district", "Garadagh district"]);
    assert_eq!(names(&districts)[12], "8th Kilometre", "settlements follow the twelve districts");
    assert_eq!(districts.len(), 12 + 33);
    let stations = guest.stations(BAKU).await.unwrap();
    assert_eq!((stations.len(), names(&stations).last()), (27, Some(&"Ulduz")), "in alphabetical order");
    // The second largest city.
    let sumgayit = guest.cities().await[1].id;
    assert_eq!((guest.districts(sumgayit).await.unwrap(), guest.stations(sumgayit).await.unwrap()), (vec![], vec![]));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unknown_city_is_not_found(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let guest = Guest::new(&auth, Language::Az);
    for unknown in [0, -1, 101, i64::MAX] {
        assert_eq!(refusal(guest.districts(unknown).await), "NotFound city_not_found");
        assert_eq!(refusal(guest.stations(unknown).await), "NotFound city_not_found");
    }
}

/// People could not tell two equal entries apart.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn place_names_are_unique_in_every_language(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for language in Language::ALL {
        let guest = Guest::new(&auth, language);
        let lists = [guest.cities().await, guest.districts(BAKU).await.unwrap(), guest.stations(BAKU).await.unwrap()];
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
