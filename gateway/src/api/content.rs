//! Content pages, contacts and the contact form, for visitors.

use axum::extract::State;
use kit::client::retry;
use proto::{
    notification::{Ticket, WriteToUsRequest},
    seo::{ContactInfo, ContactRequest, ContentPage, ContentPageRequest, SettingsRequest, SiteSettings},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Json, Segment, Visitor},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(settings)).routes(routes!(contact)).routes(routes!(page))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(write_to_us))
}

/// Site settings
#[utoipa::path(get, path = "/settings", operation_id = "getSettings", tag = "content",
    responses((status = OK, description = "Contacts and links to the app", body = Data<SiteSettings>)))]
async fn settings(State(services): State<Services>, visitor: Visitor) -> Reply<SiteSettings> {
    reply(retry(async || services.content().settings(visitor.request(SettingsRequest {})).await).await)
}

/// Contact information
#[utoipa::path(get, path = "/content/contact", operation_id = "getContact", tag = "content",
    responses((status = OK, description = "Addresses, phone numbers and opening hours", body = Data<ContactInfo>)))]
async fn contact(State(services): State<Services>, visitor: Visitor) -> Reply<ContactInfo> {
    reply(retry(async || services.content().contact(visitor.request(ContactRequest {})).await).await)
}

/// An information page
#[utoipa::path(get, path = "/content/{page}", operation_id = "getContentPage", tag = "content",
    params(("page" = String, Path, description = "`privacy`, `delivery`, `bonuses`, `faq`, `help`, `payment` or `terms`")),
    responses((status = OK, description = "The page; its HTML is sanitised", body = Data<ContentPage>)))]
async fn page(State(services): State<Services>, visitor: Visitor, Segment(page): Segment) -> Reply<ContentPage> {
    let request = ContentPageRequest { page };
    reply(retry(async || services.content().page(visitor.request(request.clone())).await).await)
}

/// Send a message to the shop
#[utoipa::path(post, path = "/contact-us", operation_id = "sendContactMessage",
    tag = "content", request_body = WriteToUsRequest,
    responses((status = OK, description = "The ticket with its code", body = Data<Ticket>)))]
async fn write_to_us(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<WriteToUsRequest>,
) -> Reply<Ticket> {
    reply(services.tickets().write(visitor.request(body)).await)
}
