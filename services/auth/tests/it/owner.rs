//! A signed-in account owner and their requests.

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

use crate::test_auth::{PASSWORD, TestAuth, load_demo, person, phone, with_token};

#[derive(Clone)]
pub struct Owner {
    pub session: Session,
    channel: Channel,
    on_behalf: CallContext,
}

impl TestAuth {
    /// Creates an account and signs in.
    pub async fn owner(&self, number: u8) -> Owner {
        self.owner_with(self.register_and_sign_in(number).await)
    }

    pub async fn operator(&self, number: u8) -> Owner {
        let mut operator = person(number);
        operator["roles"] = json!(["operator"]);
        load_demo(&self.app, &[operator]).await.expect("a valid account");
        self.owner_with(self.sign_in(&phone(number), PASSWORD).await.expect("the correct password"))
    }

    /// Returns the owner of a session.
    pub fn owner_with(&self, session: Session) -> Owner {
        Owner { channel: self.channel(), on_behalf: with_token(&session.access_token), session }
    }
}

impl Owner {
    pub fn reading(&self, language: Language) -> Self {
        Self { on_behalf: CallContext { language, ..self.on_behalf.clone() }, ..self.clone() }
    }

    pub fn account(&self) -> i64 {
        self.session.user.as_ref().expect("a session names its user").id
    }

    pub async fn update(&self, changes: UpdateUserRequest) -> Result<User, Status> {
        Ok(self.profiles().update(self.on_behalf.sign(changes)).await?.into_inner())
    }

    pub async fn report(&self, subject: &str, text: &str) -> Result<(), Status> {
        let report = ReportRequest { subject: subject.to_owned(), text: text.to_owned() };
        self.profiles().report(self.on_behalf.sign(report)).await.map(drop)
    }

    pub async fn export(&self) -> Result<AccountExport, Status> {
        Ok(self.profiles().export(self.on_behalf.sign(ExportRequest {})).await?.into_inner())
    }

    pub async fn request_deletion(&self, password: &str) -> Result<User, Status> {
        let request = DeleteAccountRequest { password: (!password.is_empty()).then(|| password.to_owned()) };
        Ok(self.profiles().delete(self.on_behalf.sign(request)).await?.into_inner())
    }

    pub async fn cancel_deletion(&self) -> Result<User, Status> {
        Ok(self.profiles().restore(self.on_behalf.sign(RestoreAccountRequest {})).await?.into_inner())
    }

    pub async fn addresses(&self) -> Result<Vec<Address>, Status> {
        let list = self.addresses_client().list(self.on_behalf.sign(ListAddressesRequest {})).await?;
        Ok(list.into_inner().addresses)
    }

    pub async fn add_address(&self, address: AddressInput) -> Result<Address, Status> {
        Ok(self.addresses_client().add(self.on_behalf.sign(address)).await?.into_inner())
    }

    pub async fn update_address(&self, id: i64, address: AddressInput) -> Result<Address, Status> {
        let address = AddressInput { id: Some(id), ..address };
        Ok(self.addresses_client().update(self.on_behalf.sign(address)).await?.into_inner())
    }

    pub async fn remove_address(&self, id: i64) -> Result<(), Status> {
        self.addresses_client().remove(self.on_behalf.sign(RemoveAddressRequest { id })).await.map(drop)
    }

    pub async fn families(&self) -> Result<Vec<Family>, Status> {
        Ok(self.families_client().list(self.on_behalf.sign(ListFamiliesRequest {})).await?.into_inner().families)
    }

    pub async fn add_family(&self, family: AddFamilyRequest) -> Result<Family, Status> {
        Ok(self.families_client().add(self.on_behalf.sign(family)).await?.into_inner())
    }

    pub async fn remove_family(&self, id: i64) -> Result<(), Status> {
        self.families_client().remove(self.on_behalf.sign(RemoveFamilyRequest { id })).await.map(drop)
    }

    pub async fn apply(&self, application: ApplyRequest) -> Result<Application, Status> {
        Ok(self.influencers().apply(self.on_behalf.sign(application)).await?.into_inner())
    }

    pub async fn application(&self) -> Result<Application, Status> {
        Ok(self.influencers().mine(self.on_behalf.sign(MyApplicationRequest {})).await?.into_inner())
    }

    pub async fn applications(&self, status: ApplicationStatus) -> Result<ApplicationPage, Status> {
        let request = ListApplicationsRequest { status: status.into(), ..Default::default() };
        Ok(self.influencers().list(self.on_behalf.sign(request)).await?.into_inner())
    }

    pub async fn approve(&self, id: i64) -> Result<Application, Status> {
        self.decide(DecideRequest { id, approve: true, reason: None }).await
    }

    pub async fn decline(&self, id: i64, reason: Option<&str>) -> Result<Application, Status> {
        self.decide(DecideRequest { id, approve: false, reason: reason.map(str::to_owned) }).await
    }

    pub async fn screen(&self, request: ScreenRequest) -> Result<Screening, Status> {
        Ok(self.influencers().screen(self.on_behalf.sign(request)).await?.into_inner())
    }

    async fn decide(&self, decision: DecideRequest) -> Result<Application, Status> {
        Ok(self.influencers().decide(self.on_behalf.sign(decision)).await?.into_inner())
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

/// The smallest valid address, in Yasamal, Baku.
pub fn home(title: &str) -> AddressInput {
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

pub fn family(name: &str, birth_date: &str) -> AddFamilyRequest {
    AddFamilyRequest {
        name: name.to_owned(),
        relation: Relation::Mother.into(),
        birth_date: birth_date.to_owned(),
        phone_number: None,
    }
}

pub fn application() -> ApplyRequest {
    ApplyRequest {
        about: "Bakıda hədiyyələr haqqında yazıram, oxucularım çoxdur.".to_owned(),
        instagram: Some("https://www.instagram.com/aygun".to_owned()),
        ..ApplyRequest::default()
    }
}
