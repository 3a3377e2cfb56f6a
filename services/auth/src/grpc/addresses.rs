use kit::{Error, Language, Result, input};
use proto::{
    auth::{
        Address, AddressInput, AddressList, AddressType, ListAddressesRequest, RemoveAddressRequest, addresses_server,
    },
    common::Done,
    json::from_name,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::addresses,
    db::{self, address::AddressRow},
    domain::address::{self, AddressForm},
    grpc::signed_in::owner,
};

const NOT_FOUND: &str = "address_not_found";

pub struct Addresses(pub App);

#[tonic::async_trait]
impl addresses_server::Addresses for Addresses {
    async fn list(&self, request: Request<ListAddressesRequest>) -> Result<Response<AddressList>, Status> {
        let account = owner(&self.0, &request).await?;
        let addresses = list_all(&self.0, account, Language::from_metadata(request.metadata())).await?;
        Ok(Response::new(AddressList { addresses }))
    }

    async fn add(&self, request: Request<AddressInput>) -> Result<Response<Address>, Status> {
        let account = owner(&self.0, &request).await?;
        let language = Language::from_metadata(request.metadata());
        let id = addresses::add(&self.0, account, &into_form(request.into_inner())).await?;
        self.reply(account, id, language).await
    }

    async fn update(&self, request: Request<AddressInput>) -> Result<Response<Address>, Status> {
        let account = owner(&self.0, &request).await?;
        let language = Language::from_metadata(request.metadata());
        let id = input::id(request.get_ref().id.unwrap_or_default(), NOT_FOUND)?;
        addresses::update(&self.0, account, id, &into_form(request.into_inner())).await?;
        self.reply(account, id, language).await
    }

    async fn remove(&self, request: Request<RemoveAddressRequest>) -> Result<Response<Done>, Status> {
        let account = owner(&self.0, &request).await?;
        addresses::remove(&self.0, account, request.get_ref().id).await?;
        Ok(Response::new(Done {}))
    }
}

impl Addresses {
    /// Reads an address after a change.
    async fn reply(&self, account: i64, id: i64, language: Language) -> Result<Response<Address>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::address::find_for(&mut connection, account, id, language).await.map_err(Error::from)?;
        Ok(Response::new(row.map(into_address).ok_or(Error::NotFound(NOT_FOUND))?))
    }
}

pub async fn list_all(app: &App, account: i64, language: Language) -> Result<Vec<Address>> {
    let rows = app.readers.addresses.load(db::address::AddressesOf { account, language }).await?;
    Ok(rows.into_iter().map(into_address).collect())
}

fn into_form(input: AddressInput) -> AddressForm {
    AddressForm {
        kind: match AddressType::try_from(input.r#type) {
            Ok(AddressType::Home) => Ok(address::AddressType::Home),
            Ok(AddressType::Office) => Ok(address::AddressType::Office),
            Ok(AddressType::Unspecified) => Err("required"),
            Err(_) => Err("unknown_value"),
        },
        title: input.title,
        city: input.city_id,
        district: input.district_id,
        station: input.station_id,
        street: input.street,
        building: input.building,
        entrance: input.entrance,
        floor: input.floor,
        apartment: input.apartment,
        landmark: input.landmark,
        postcode: input.postcode,
        phone: input.phone_number,
        note: input.note,
        is_default: input.is_default,
    }
}

fn into_address(row: AddressRow) -> Address {
    Address {
        id: row.address_id,
        title: row.title,
        r#type: from_name::<AddressType>(&row.kind).unwrap_or_default().into(),
        city_id: row.city_id,
        city_name: row.city_name,
        district_id: row.district_id,
        district_name: row.district_name,
        station_id: row.station_id,
        station_name: row.station_name,
        street: row.street,
        building: row.building,
        entrance: row.entrance,
        floor: row.floor,
        apartment: row.apartment,
        landmark: row.landmark,
        postcode: row.postcode,
        phone_number: row.phone_number,
        note: row.note,
        is_default: row.is_default,
    }
}
