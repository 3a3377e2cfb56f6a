//! A fake auth service. Bloggers are accounts that earn money through their links.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use proto::{
    auth::{
        Address, AddressInput, AddressList, Application, ApplicationPage, ApplyRequest, CitiesRequest, ContactList,
        ContactsRequest, DecideRequest, DistrictsRequest, FindByPhoneRequest, ListAddressesRequest,
        ListApplicationsRequest, MeRequest, MyApplicationRequest, PhoneOwner, Place, PlaceList, RemoveAddressRequest,
        ScreenRequest, Screening, SelfDealing, StationsRequest, User,
        accounts_server::{Accounts, AccountsServer},
        addresses_server::{Addresses, AddressesServer},
        contacts_server::{self, ContactsServer},
        influencers_server::{Influencers, InfluencersServer},
        places_server::{Places, PlacesServer},
    },
    common::Done,
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

/// The address that every shopper has, in the middle of Baku.
pub const HOME: i64 = 1;
pub const HOME_CITY: i64 = 1;
pub const HOME_DISTRICT: i64 = 106;
/// Account n lives in building `BUILDING_BASE + n` by default.
const BUILDING_BASE: i64 = 11;
/// Account n has the phone number `+994` and `PHONE_BASE + n` by default.
const PHONE_BASE: i64 = 501_234_566;

#[derive(Clone, Default)]
pub struct ScriptedAuth {
    /// Addresses by id. All accounts have the same ones.
    addresses: Arc<Mutex<BTreeMap<i64, Address>>>,
    /// The birth date of all accounts.
    birth_date: Arc<Mutex<Option<String>>>,
    contacts: Arc<Mutex<Contacts>>,
    bloggers: Arc<Mutex<Bloggers>>,
}

/// Phone numbers and buildings by account, where they differ from the default.
#[derive(Default)]
struct Contacts {
    phones: BTreeMap<i64, String>,
    buildings: BTreeMap<i64, String>,
    /// Accounts that can be found by phone number.
    owners: BTreeMap<String, PhoneOwner>,
}

#[derive(Default)]
struct Bloggers {
    /// Codes of links, by the blogger's account.
    codes: BTreeMap<i64, String>,
    /// Why a shopper's purchases earn a blogger nothing, by shopper.
    self_dealings: BTreeMap<i64, SelfDealing>,
}

impl ScriptedAuth {
    pub async fn serve(&self) -> TestServer {
        self.add_address(HOME, HOME_CITY, Some(HOME_DISTRICT));
        let mut routes = Routes::builder();
        routes
            .add_service(AddressesServer::new(self.clone()))
            .add_service(AccountsServer::new(self.clone()))
            .add_service(ContactsServer::new(self.clone()))
            .add_service(InfluencersServer::new(self.clone()))
            .add_service(PlacesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn add_address(&self, id: i64, city_id: i64, district_id: Option<i64>) {
        let address = Address {
            id,
            title: "Ev".to_owned(),
            city_id,
            city_name: format!("City {city_id}"),
            district_id,
            district_name: district_id.map(|id| format!("District {id}")),
            street: "Nizami küçəsi".to_owned(),
            ..Address::default()
        };
        self.addresses().insert(id, address);
    }

    pub fn set_birth_date(&self, birth_date: &str) {
        *self.birth_date.lock().expect("no test panics while it holds the date") = Some(birth_date.to_owned());
    }

    pub fn add_contact_to_home(&self) {
        let mut addresses = self.addresses();
        let home = addresses.get_mut(&HOME).expect("every shopper has a home");
        home.station_name = Some("Nizami".to_owned());
        home.postcode = Some("1010".to_owned());
        home.phone_number = Some("+994551112233".to_owned());
    }

    pub fn add_blogger(&self, account: i64, code: &str) {
        self.bloggers().codes.insert(account, code.to_owned());
    }

    pub fn remove_blogger(&self, account: i64) {
        self.bloggers().codes.remove(&account);
    }

    pub fn set_self_dealing(&self, shopper: i64, reason: SelfDealing) {
        self.bloggers().self_dealings.insert(shopper, reason);
    }

    pub fn set_phone(&self, account: i64, phone: &str) {
        self.contacts().phones.insert(account, phone.to_owned());
    }

    pub fn set_owner(&self, phone: &str, owner: PhoneOwner) {
        self.contacts().owners.insert(phone.to_owned(), owner);
    }

    pub fn set_building(&self, account: i64, building: &str) {
        self.contacts().buildings.insert(account, building.to_owned());
    }

    fn contacts(&self) -> MutexGuard<'_, Contacts> {
        self.contacts.lock().expect("no test panics while it holds the contacts")
    }

    fn bloggers(&self) -> MutexGuard<'_, Bloggers> {
        self.bloggers.lock().expect("no test panics while it holds the bloggers")
    }

    fn addresses(&self) -> MutexGuard<'_, BTreeMap<i64, Address>> {
        self.addresses.lock().expect("no test panics while it holds the addresses")
    }
}

#[tonic::async_trait]
impl Addresses for ScriptedAuth {
    async fn list(&self, request: Request<ListAddressesRequest>) -> Result<Response<AddressList>, Status> {
        let account = account_of(&request).unwrap_or_default();
        let building = self.contacts().buildings.get(&account).cloned();
        let building = building.unwrap_or_else(|| (BUILDING_BASE + account).to_string());
        let addresses: Vec<_> = self.addresses().values().cloned().collect();
        let addresses = addresses.into_iter().map(|address| Address { building: building.clone(), ..address });
        Ok(Response::new(AddressList { addresses: addresses.collect() }))
    }

    async fn add(&self, _: Request<AddressInput>) -> Result<Response<Address>, Status> {
        Err(Status::unimplemented("orders only read addresses"))
    }

    async fn update(&self, _: Request<AddressInput>) -> Result<Response<Address>, Status> {
        Err(Status::unimplemented("orders only read addresses"))
    }

    async fn remove(&self, _: Request<RemoveAddressRequest>) -> Result<Response<Done>, Status> {
        Err(Status::unimplemented("orders only read addresses"))
    }
}

#[tonic::async_trait]
impl Accounts for ScriptedAuth {
    async fn me(&self, request: Request<MeRequest>) -> Result<Response<User>, Status> {
        let signed_in = account_of(&request);
        let code = signed_in.and_then(|account| self.bloggers().codes.get(&account).cloned());
        let account = signed_in.unwrap_or_default();
        let phone = self.contacts().phones.get(&account).cloned();
        Ok(Response::new(User {
            first_name: "Aygün".to_owned(),
            last_name: "Məmmədova".to_owned(),
            phone_number: phone.unwrap_or_else(|| format!("+994{}", PHONE_BASE + account)),
            referral_code: code,
            birth_date: self.birth_date.lock().expect("no test panics while it holds the date").clone(),
            ..User::default()
        }))
    }
}

#[tonic::async_trait]
impl contacts_server::Contacts for ScriptedAuth {
    async fn of(&self, _: Request<ContactsRequest>) -> Result<Response<ContactList>, Status> {
        Err(Status::unimplemented("orders only find accounts by phone number"))
    }

    async fn find_by_phone(&self, request: Request<FindByPhoneRequest>) -> Result<Response<PhoneOwner>, Status> {
        let owner = self.contacts().owners.get(&request.get_ref().phone_number).cloned();
        Ok(Response::new(owner.unwrap_or_default()))
    }
}

/// Tests send no forged tokens, so the signature is not verified.
fn account_of<T>(request: &Request<T>) -> Option<i64> {
    let token = request.metadata().get("authorization")?.to_str().ok()?;
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: serde_json::Value = serde_json::from_slice(&claims).ok()?;
    claims["sub"].as_str()?.parse().ok()
}

#[tonic::async_trait]
impl Influencers for ScriptedAuth {
    async fn screen(&self, request: Request<ScreenRequest>) -> Result<Response<Screening>, Status> {
        let caller = account_of(&request);
        let ScreenRequest { code, account_id, .. } = request.into_inner();
        let bloggers = self.bloggers();
        let is_requested = |(blogger, blogger_code): &(&i64, &String)| {
            account_id == Some(**blogger) || code.as_ref() == Some(blogger_code)
        };
        let Some(blogger) = bloggers.codes.iter().find(is_requested).map(|(blogger, _)| *blogger) else {
            return Ok(Response::new(Screening::default()));
        };
        let self_dealing = match caller {
            Some(caller) if caller == blogger => SelfDealing::OwnPurchase,
            Some(caller) => bloggers.self_dealings.get(&caller).copied().unwrap_or_default(),
            None => SelfDealing::Unspecified,
        };
        Ok(Response::new(Screening { account_id: Some(blogger), self_dealing: self_dealing.into() }))
    }

    async fn apply(&self, _: Request<ApplyRequest>) -> Result<Response<Application>, Status> {
        Err(Status::unimplemented("orders only screen bloggers"))
    }

    async fn mine(&self, _: Request<MyApplicationRequest>) -> Result<Response<Application>, Status> {
        Err(Status::unimplemented("orders only screen bloggers"))
    }

    async fn list(&self, _: Request<ListApplicationsRequest>) -> Result<Response<ApplicationPage>, Status> {
        Err(Status::unimplemented("orders only screen bloggers"))
    }

    async fn decide(&self, _: Request<DecideRequest>) -> Result<Response<Application>, Status> {
        Err(Status::unimplemented("orders only screen bloggers"))
    }
}

/// Knows the cities 1 to 75, one more than the order service delivers to. Only city 1, Baku, has districts.
#[tonic::async_trait]
impl Places for ScriptedAuth {
    async fn cities(&self, _: Request<CitiesRequest>) -> Result<Response<PlaceList>, Status> {
        let cities =
            (1..=75).map(|id| Place { id, name: format!("City {id}"), has_districts: id == 1, ..Place::default() });
        Ok(Response::new(PlaceList { places: cities.collect() }))
    }

    async fn districts(&self, request: Request<DistrictsRequest>) -> Result<Response<PlaceList>, Status> {
        let districts = (101..=112).chain(201..=222).filter(|_| request.get_ref().city_id == 1);
        let districts = districts.map(|id| Place { id, name: format!("District {id}"), ..Place::default() });
        Ok(Response::new(PlaceList { places: districts.collect() }))
    }

    async fn stations(&self, _: Request<StationsRequest>) -> Result<Response<PlaceList>, Status> {
        Err(Status::unimplemented("orders read cities and districts"))
    }
}
