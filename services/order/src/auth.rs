//! The client of the auth service.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{
    CitiesRequest, DistrictsRequest, FindByPhoneRequest, ListAddressesRequest, MeRequest, Place, ScreenRequest,
    Screening, SelfDealing, User, accounts_client::AccountsClient, addresses_client::AddressesClient,
    contacts_client::ContactsClient, influencers_client::InfluencersClient, places_client::PlacesClient,
};
use tonic::{Code, Status};

use crate::domain::referral::NoEarningReason;

#[derive(Clone)]
pub struct Auth {
    addresses: AddressesClient<Channel>,
    accounts: AccountsClient<Channel>,
    contacts: ContactsClient<Channel>,
    influencers: InfluencersClient<Channel>,
    places: PlacesClient<Channel>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// In display order.
    pub cities: Vec<i64>,
    /// Cities without districts are absent.
    pub districts: BTreeMap<i64, Vec<i64>>,
}

/// Names are in the caller's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    pub city: String,
    pub district: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceError {
    NotFound,
    /// The city has districts, and none is given.
    DistrictMissing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneOwner {
    pub account: i64,
    pub is_blocked: bool,
    pub birth_date: Option<NaiveDate>,
}

/// Names are in the shopper's language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    pub city_id: i64,
    pub district_id: Option<i64>,
    pub city: String,
    pub district: Option<String>,
    pub street: String,
    pub building: String,
    pub entrance: Option<String>,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub landmark: Option<String>,
    pub note: Option<String>,
    /// Metro station.
    pub station: Option<String>,
    pub postcode: Option<String>,
    /// E.164.
    pub phone_number: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    /// E.164.
    pub phone_number: String,
    pub birth_date: Option<NaiveDate>,
}

pub struct ScreenedBlogger {
    /// `None` if the blogger earns from the order.
    pub no_earning_reason: Option<NoEarningReason>,
}

impl Auth {
    pub fn new(channel: Channel) -> Self {
        Self {
            addresses: AddressesClient::new(channel.clone()),
            accounts: AccountsClient::new(channel.clone()),
            contacts: ContactsClient::new(channel.clone()),
            influencers: InfluencersClient::new(channel.clone()),
            places: PlacesClient::new(channel),
        }
    }

    /// Returns the address only if it is in the shopper's own address book.
    pub async fn address(&self, shopper: &CallContext, id: i64) -> Result<Option<Address>> {
        let answer = client::retry(|| {
            let mut addresses = self.addresses.clone();
            let request = shopper.sign(ListAddressesRequest {});
            async move { addresses.list(request).await }
        });
        let address_book = answer.await.map_err(into_error)?.into_inner().addresses;
        Ok(address_book.into_iter().find(|address| address.id == id).map(parse))
    }

    pub async fn places(&self, caller: &CallContext) -> Result<Places> {
        let cities = self.cities(caller).await?;
        let mut districts = BTreeMap::new();
        for city in cities.iter().filter(|city| city.has_districts) {
            let ids = self.districts(caller, city.id).await?.into_iter().map(|district| district.id);
            districts.insert(city.id, ids.collect());
        }
        Ok(Places { cities: cities.into_iter().map(|city| city.id).collect(), districts })
    }

    pub async fn named_place(
        &self,
        caller: &CallContext,
        city_id: i64,
        district_id: Option<i64>,
    ) -> Result<Result<NamedPlace, PlaceError>> {
        let city = self.cities(caller).await?.into_iter().find(|city| city.id == city_id);
        let Some(city) = city else { return Ok(Err(PlaceError::NotFound)) };
        let district = match district_id {
            None if city.has_districts => return Ok(Err(PlaceError::DistrictMissing)),
            None => None,
            Some(district_id) => {
                let districts = self.districts(caller, city_id).await?;
                let district = districts.into_iter().find(|district| district.id == district_id);
                let Some(district) = district else { return Ok(Err(PlaceError::NotFound)) };
                Some(district.name)
            }
        };
        Ok(Ok(NamedPlace { city: city.name, district }))
    }

    async fn cities(&self, caller: &CallContext) -> Result<Vec<Place>> {
        let answer = client::retry(|| {
            let mut places = self.places.clone();
            let request = caller.sign(CitiesRequest {});
            async move { places.cities(request).await }
        });
        Ok(answer.await.map_err(into_error)?.into_inner().places)
    }

    async fn districts(&self, caller: &CallContext, city_id: i64) -> Result<Vec<Place>> {
        let answer = client::retry(|| {
            let mut places = self.places.clone();
            let request = caller.sign(DistrictsRequest { city_id });
            async move { places.districts(request).await }
        });
        Ok(answer.await.map_err(into_error)?.into_inner().places)
    }

    /// `phone` is in the format E.164.
    pub async fn phone_owner(&self, phone: &str) -> Result<Option<PhoneOwner>> {
        let answer = client::retry(|| {
            let mut contacts = self.contacts.clone();
            let request = CallContext::default().sign(FindByPhoneRequest { phone_number: phone.to_owned() });
            async move { contacts.find_by_phone(request).await }
        });
        let owner = answer.await.map_err(into_error)?.into_inner();
        let birth_date = owner.birth_date.and_then(|date| date.parse().ok());
        let is_blocked = owner.is_blocked;
        Ok(owner.account_id.map(|account| PhoneOwner { account, is_blocked, birth_date }))
    }

    pub async fn blogger_with_code(&self, code: &str) -> Result<Option<i64>> {
        let request = ScreenRequest { code: Some(code.to_owned()), ..ScreenRequest::default() };
        Ok(self.ask_screening(&CallContext::default(), &request).await?.account_id)
    }

    /// Returns `None` if `account` is no blogger.
    pub async fn screen(
        &self,
        shopper: &CallContext,
        account: i64,
        address: Option<i64>,
    ) -> Result<Option<ScreenedBlogger>> {
        let request = ScreenRequest { account_id: Some(account), address_id: address, code: None };
        let screening = self.ask_screening(shopper, &request).await?;
        let no_earning_reason = match screening.self_dealing() {
            SelfDealing::Unspecified => None,
            SelfDealing::OwnPurchase => Some(NoEarningReason::OwnPurchase),
            SelfDealing::OwnDevice => Some(NoEarningReason::OwnDevice),
            SelfDealing::OwnAddress => Some(NoEarningReason::OwnAddress),
        };
        Ok(screening.account_id.map(|_| ScreenedBlogger { no_earning_reason }))
    }

    async fn ask_screening(&self, shopper: &CallContext, request: &ScreenRequest) -> Result<Screening> {
        let answer = client::retry(|| {
            let mut influencers = self.influencers.clone();
            let request = shopper.sign(request.clone());
            async move { influencers.screen(request).await }
        });
        Ok(answer.await.map_err(into_error)?.into_inner())
    }

    pub async fn referral_code(&self, caller: &CallContext) -> Result<Option<String>> {
        Ok(self.me(caller).await?.referral_code)
    }

    pub async fn name_of_blogger(&self, caller: &CallContext) -> Result<Option<String>> {
        let user = self.me(caller).await?;
        Ok(user.referral_code.map(|_| format!("{} {}", user.first_name, user.last_name)))
    }

    pub async fn person(&self, shopper: &CallContext) -> Result<Person> {
        let user = self.me(shopper).await?;
        Ok(Person {
            first_name: user.first_name,
            last_name: user.last_name,
            phone_number: user.phone_number,
            birth_date: user.birth_date.and_then(|date| date.parse().ok()),
        })
    }

    async fn me(&self, shopper: &CallContext) -> Result<User> {
        let answer = client::retry(|| {
            let mut accounts = self.accounts.clone();
            let request = shopper.sign(MeRequest {});
            async move { accounts.me(request).await }
        });
        Ok(answer.await.map_err(into_error)?.into_inner())
    }
}

fn parse(address: proto::auth::Address) -> Address {
    Address {
        city_id: address.city_id,
        district_id: address.district_id,
        city: address.city_name,
        district: address.district_name,
        street: address.street,
        building: address.building,
        entrance: address.entrance,
        floor: address.floor,
        apartment: address.apartment,
        landmark: address.landmark,
        note: address.note,
        station: address.station_name,
        postcode: address.postcode,
        phone_number: address.phone_number,
    }
}

fn into_error(status: Status) -> Error {
    match status.code() {
        Code::Unauthenticated => Error::Unauthenticated("token_expired"),
        Code::NotFound => Error::NotFound("user_not_found"),
        _ => Error::unavailable(anyhow::Error::new(status).context("the address book is unavailable")),
    }
}
