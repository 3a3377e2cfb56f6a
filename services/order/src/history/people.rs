//! Signs in the demo's shopper, blogger and operator.

use anyhow::Context as _;
use kit::{
    Clock,
    client::{CallContext, Channel},
    config::LoadArgs,
    identity::{Caller, Identity},
};
use proto::auth::{
    AddressInput, AddressType, CitiesRequest, DistrictsRequest, ListAddressesRequest, SignInRequest,
    addresses_client::AddressesClient, keys_client::KeysClient, places_client::PlacesClient,
    sessions_client::SessionsClient,
};
use serde::Deserialize;

use crate::app::Shopper;

/// An account of `accounts.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    role: String,
    phone_number: String,
    password: String,
}

pub struct People {
    pub shopper: Shopper,
    /// The id of the shopper's delivery address.
    pub address: i64,
    pub blogger: Shopper,
    pub operator: Caller,
}

impl People {
    pub async fn sign_in(auth: Channel, args: &LoadArgs) -> anyhow::Result<Self> {
        let accounts: Vec<Account> = args.read("accounts.json")?;
        // Tokens are checked with the real time.
        let identity = Identity::new(KeysClient::new(auth.clone()), Clock::system());
        let sign_in = async |role: &str| {
            let account = accounts.iter().find(|account| account.role == role);
            let account = account.with_context(|| format!("the demo has no {role}"))?;
            let request =
                SignInRequest { login: account.phone_number.clone(), password: account.password.clone(), device: None };
            let session = SessionsClient::new(auth.clone()).sign_in(CallContext::default().sign(request)).await?;
            let token = session.into_inner().access_token;
            let caller = identity.verify(&token).await?;
            let context = CallContext { token: Some(token.into()), ..CallContext::default() };
            anyhow::Ok((caller, context))
        };
        let [shopper, blogger] = [sign_in("shopper").await?, sign_in("blogger").await?]
            .map(|(caller, context)| Shopper { account: caller.account, context, is_app: false });
        let (operator, _) = sign_in("operator").await?;
        let address = address(auth, &shopper.context).await?;
        Ok(Self { shopper, address, blogger, operator })
    }
}

/// Adds an address in the first city if the shopper has none.
async fn address(auth: Channel, shopper: &CallContext) -> anyhow::Result<i64> {
    let mut addresses = AddressesClient::new(auth.clone());
    let book = addresses.list(shopper.sign(ListAddressesRequest {})).await?.into_inner().addresses;
    if let Some(address) = book.first() {
        return Ok(address.id);
    }
    let mut places = PlacesClient::new(auth);
    let cities = places.cities(shopper.sign(CitiesRequest {})).await?.into_inner().places;
    let city = cities.first().context("there are no cities")?;
    let mut district = None;
    if city.has_districts {
        let request = DistrictsRequest { city_id: city.id };
        district = places.districts(shopper.sign(request)).await?.into_inner().places.first().map(|place| place.id);
    }
    let home = AddressInput {
        title: "Ev".to_owned(),
        r#type: AddressType::Home.into(),
        city_id: city.id,
        district_id: district,
        street: "Nizami küçəsi".to_owned(),
        building: "203".to_owned(),
        apartment: Some("14".to_owned()),
        is_default: true,
        ..AddressInput::default()
    };
    Ok(addresses.add(shopper.sign(home)).await?.into_inner().id)
}
