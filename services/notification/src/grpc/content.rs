//! What the shop says about itself, to whoever asks.

use kit::Error;
use proto::notification::{
    ContactInfo, ContactRequest, ContentPage, ContentPageRequest, SettingsRequest, SiteContact, SiteSettings, Ticket,
    WriteToUsRequest, content_server,
};
use tonic::{Request, Response, Status};

use crate::{App, db, domain::Settings};

pub struct Content(pub App);

#[tonic::async_trait]
impl content_server::Content for Content {
    async fn settings(&self, _: Request<SettingsRequest>) -> Result<Response<SiteSettings>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::setting::all(&mut connection).await.map_err(Error::from)?;
        let settings = Settings::parse(rows).map_err(|cause| Error::internal(anyhow::anyhow!(cause)))?;
        Ok(Response::new(into_site_settings(settings)))
    }

    async fn contact(&self, _: Request<ContactRequest>) -> Result<Response<ContactInfo>, Status> {
        Err(Status::unimplemented("contact"))
    }

    async fn page(&self, _: Request<ContentPageRequest>) -> Result<Response<ContentPage>, Status> {
        Err(Status::unimplemented("page"))
    }

    async fn write_to_us(&self, _: Request<WriteToUsRequest>) -> Result<Response<Ticket>, Status> {
        Err(Status::unimplemented("write_to_us"))
    }
}

fn into_site_settings(Settings { contact, free_delivery_from }: Settings) -> SiteSettings {
    let contact = SiteContact { email: contact.email, phone_number: contact.phone_number, whatsapp: contact.whatsapp };
    SiteSettings { contact: Some(contact), free_delivery_from, app: None, social: None, chat: None }
}
