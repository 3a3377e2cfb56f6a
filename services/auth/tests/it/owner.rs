//! A signed-in owner of an account, with the calls of customers and of staff.

use kit::{
    Language,
    client::{CallContext, Channel},
};
use proto::auth::{
    AccountExport, AddFamilyRequest, Address, AddressInput, AddressType, Application, ApplicationPage,
    ApplicationStatus, ApplyRequest, DecideRequest, DeleteAccountRequest, ExportRequest, Family, ListAddressesRequest,
    ListApplicationsRequest, ListFamiliesRequest, MyApplicationRequest, Relation, RemoveAddressRequest,
    RemoveFamilyRequest, ReportRequest, RestoreAccountRequest, ScreenRequest, Screening, Session, UpdateUserRequest,
    User, addresses_client::AddressesClient, families_client::FamiliesClient, influencers_client::InfluencersClient,
    profiles_client::ProfilesClient,
};
use serde_json::json;
use tonic::Status;

use crate::test_auth::{PASSWORD, TestAuth, demo_account, load_demo, phone, with_token};

#[derive(Clone)]
pub struct Owner {
    pub session: Session,
    pub channel: Channel,
    /// Access token and language of the requests.
    pub credentials: CallContext,
}

impl TestAuth {
    /// Creates the account and signs in as a customer.
    pub async fn owner(&self, number: u8) -> Owner {
        self.owner_of(self.register_and_sign_in(number).await)
    }

    /// Signs in as a customer.
    pub async fn signed_in_again(&self, number: u8) -> Owner {
        self.owner_of(self.sign_in(&phone(number), PASSWORD).await.expect("the correct password"))
    }

    /// Creates the account with the shop's role "owner", and opens a staff session.
    pub async fn operator(&self, number: u8) -> Owner {
        let mut operator = demo_account(number);
        operator["roles"] = json!(["owner"]);
        load_demo(&self.app, &[operator]).await.expect("a valid account");
        self.staff(number).await
    }

    pub fn owner_of(&self, session: Session) -> Owner {
        Owner { channel: self.channel(), credentials: with_token(&session.access_token), session }
    }
}

impl Owner {
    pub fn in_language(&self, language: Language) -> Self {
        Self { credentials: CallContext { language, ..self.credentials.clone() }, ..self.clone() }
    }

    pub fn account(&self) -> i64 {
        self.session.user.as_ref().expect("a session contains its user").id
    }

    pub async fn update(&self, changes: UpdateUserRequest) -> Result<User, Status> {
        Ok(self.profiles().update(self.credentials.sign(changes)).await?.into_inner())
    }

    pub async fn report(&self, subject: &str, text: &str) -> Result<(), Status> {
        let report = ReportRequest { subject: subject.to_owned(), text: text.to_owned() };
        self.profiles().report(self.credentials.sign(report)).await.map(drop)
    }

    pub async fn export(&self) -> Result<AccountExport, Status> {
        Ok(self.profiles().export(self.credentials.sign(ExportRequest {})).await?.into_inner())
    }

    pub async fn request_deletion(&self, password: &str) -> Result<User, Status> {
        let request = DeleteAccountRequest { password: (!password.is_empty()).then(|| password.to_owned()) };
        Ok(self.profiles().delete(self.credentials.sign(request)).await?.into_inner())
    }

    pub async fn cancel_deletion(&self) -> Result<User, Status> {
        Ok(self.profiles().restore(self.credentials.sign(RestoreAccountRequest {})).await?.into_inner())
    }

    pub async fn addresses(&self) -> Result<Vec<Address>, Status> {
        let list = self.addresses_client().list(self.credentials.sign(ListAddressesRequest {})).await?;
        Ok(list.into_inner().addresses)
    }

    pub async fn add_address(&self, address: AddressInput) -> Result<Address, Status> {
        Ok(self.addresses_client().add(self.credentials.sign(address)).await?.into_inner())
    }

    pub async fn update_address(&self, id: i64, address: AddressInput) -> Result<Address, Status> {
        let address = AddressInput { id: Some(id), ..address };
        Ok(self.addresses_client().update(self.credentials.sign(address)).await?.into_inner())
    }

    pub async fn remove_address(&self, id: i64) -> Result<(), Status> {
        self.addresses_client().remove(self.credentials.sign(RemoveAddressRequest { id })).await.map(drop)
    }

    pub async fn families(&self) -> Result<Vec<Family>, Status> {
        Ok(self.families_client().list(self.credentials.sign(ListFamiliesRequest {})).await?.into_inner().families)
    }

    pub async fn add_family(&self, family: AddFamilyRequest) -> Result<Family, Status> {
        Ok(self.families_client().add(self.credentials.sign(family)).await?.into_inner())
    }

    pub async fn remove_family(&self, id: i64) -> Result<(), Status> {
        self.families_client().remove(self.credentials.sign(RemoveFamilyRequest { id })).await.map(drop)
    }

    pub async fn apply(&self, application: ApplyRequest) -> Result<Application, Status> {
        Ok(self.influencers().apply(self.credentials.sign(application)).await?.into_inner())
    }

    /// The caller's last application to become a blogger.
    pub async fn application(&self) -> Result<Application, Status> {
        Ok(self.influencers().mine(self.credentials.sign(MyApplicationRequest {})).await?.into_inner())
    }

    pub async fn applications(&self, status: ApplicationStatus) -> Result<ApplicationPage, Status> {
        let request = ListApplicationsRequest { status: status.into(), ..Default::default() };
        Ok(self.influencers().list(self.credentials.sign(request)).await?.into_inner())
    }

    pub async fn approve(&self, id: i64) -> Result<Application, Status> {
        self.decide(DecideRequest { id, approve: true, reason: None }).await
    }

    pub async fn decline(&self, id: i64, reason: Option<&str>) -> Result<Application, Status> {
        self.decide(DecideRequest { id, approve: false, reason: reason.map(str::to_owned) }).await
    }

    /// Asks whether a purchase through a blogger's link is the blogger's own.
    pub async fn screen(&self, request: ScreenRequest) -> Result<Screening, Status> {
        Ok(self.influencers().screen(self.credentials.sign(request)).await?.into_inner())
    }

    async fn decide(&self, decision: DecideRequest) -> Result<Application, Status> {
        Ok(self.influencers().decide(self.credentials.sign(decision)).await?.into_inner())
    }

    fn profiles(&self) -> ProfilesClient<Channel> {
        ProfilesClient::new(self.channel.clone())
    }

    fn addresses_client(&self) -> AddressesClient<Channel> {
        AddressesClient::new(self.channel.clone())
    }

    fn families_client(&self) -> FamiliesClient<Channel> {
        FamiliesClient::new(self.channel.clone())
    }

    fn influencers(&self) -> InfluencersClient<Channel> {
        InfluencersClient::new(self.channel.clone())
    }
}

/// An address in Yasamal (112), a district of Baku (1), with only the required fields.
pub fn home_address(title: &str) -> AddressInput {
    AddressInput {
        title: title.to_owned(),
        r#type: AddressType::Home.into(),
        city_id: 1,
        district_id: Some(112),
        street: "Şərifzadə küçəsi".to_owned(),
        building: "241A".to_owned(),
        ..AddressInput::default()
    }
}

pub fn family_request(name: &str, birth_date: &str) -> AddFamilyRequest {
    AddFamilyRequest {
        name: name.to_owned(),
        relation: Relation::Mother.into(),
        birth_date: birth_date.to_owned(),
        phone_number: None,
    }
}

pub fn apply_request() -> ApplyRequest {
    ApplyRequest {
        about: "Bakıda hədiyyələr haqqında yazıram, oxucularım çoxdur.".to_owned(),
        instagram: Some("https://www.instagram.com/aygun".to_owned()),
        ..ApplyRequest::default()
    }
}
