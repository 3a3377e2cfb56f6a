//! An auth service that knows the addresses and the people the test says, behind the real contract.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use proto::{
    auth::{
        Address, AddressInput, AddressList, ListAddressesRequest, MeRequest, RemoveAddressRequest, User,
        accounts_server::{Accounts, AccountsServer},
        addresses_server::{Addresses, AddressesServer},
    },
    common::Done,
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

/// The address that every shopper of these tests has: in the middle of Baku.
pub const HOME: i64 = 1;

#[derive(Clone, Default)]
pub struct ScriptedAuth {
    book: Arc<Mutex<BTreeMap<i64, Address>>>,
    birth_date: Arc<Mutex<Option<String>>>,
}

impl ScriptedAuth {
    pub async fn serve(&self) -> TestServer {
        self.has(HOME, 1, Some(106));
        let mut routes = Routes::builder();
        routes.add_service(AddressesServer::new(self.clone())).add_service(AccountsServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    /// An address in a city and a district.
    pub fn has(&self, id: i64, city_id: i64, district_id: Option<i64>) {
        let address = Address {
            id,
            title: "Ev".to_owned(),
            city_id,
            city_name: format!("City {city_id}"),
            district_id,
            district_name: district_id.map(|id| format!("District {id}")),
            street: "Nizami küçəsi".to_owned(),
            building: "12".to_owned(),
            ..Address::default()
        };
        self.book().insert(id, address);
    }

    /// Everybody was born on this day from now on.
    pub fn is_born(&self, birth_date: &str) {
        *self.birth_date.lock().expect("no test panics while it holds the date") = Some(birth_date.to_owned());
    }

    /// Adds what the courier may need to find somebody at [`HOME`].
    pub fn add_contact_to_home(&self) {
        let mut book = self.book();
        let home = book.get_mut(&HOME).expect("every shopper has a home");
        home.station_name = Some("Nizami".to_owned());
        home.postcode = Some("1010".to_owned());
        home.phone_number = Some("+994551112233".to_owned());
    }

    fn book(&self) -> MutexGuard<'_, BTreeMap<i64, Address>> {
        self.book.lock().expect("no test panics while it holds the book")
    }
}

#[tonic::async_trait]
impl Addresses for ScriptedAuth {
    async fn list(&self, _: Request<ListAddressesRequest>) -> Result<Response<AddressList>, Status> {
        Ok(Response::new(AddressList { addresses: self.book().values().cloned().collect() }))
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
    async fn me(&self, _: Request<MeRequest>) -> Result<Response<User>, Status> {
        Ok(Response::new(User {
            first_name: "Aygün".to_owned(),
            last_name: "Məmmədova".to_owned(),
            phone_number: "+994501234567".to_owned(),
            birth_date: self.birth_date.lock().expect("no test panics while it holds the date").clone(),
            ..User::default()
        }))
    }
}
