//! What the shop says about itself, to whoever asks, and what they say to it.

use std::sync::Arc;

use kit::{
    Error, Language, Result,
    input::{self, Checks},
    page::Page as Leaf,
    phone,
};
use proto::{
    json::to_timestamp,
    notification::{
        AppLinks, ChatLinks, ContactInfo, ContactRequest, ContentPage, ContentPageRequest, ContentSection,
        MyTicketsRequest, OpeningHours, SettingsRequest, SiteContact, SiteSettings, SocialLinks, Ticket, TicketLetter,
        TicketPage, TicketStatus, WriteToUsRequest, content_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{self, ticket::Letter},
    db,
    domain::{
        Channel, Recipient, Settings,
        content::{Page, Text, filled, needs_promises, revised_at},
        markdown,
        promised::Promised,
        settings, ticket,
    },
    post::Post,
};

const NAME: std::ops::RangeInclusive<usize> = 1..=100;
const MESSAGE: std::ops::RangeInclusive<usize> = 10..=4_000;

/// It stands beside the post, for what is written to the shop is handed to it.
pub struct Content(pub Post);

#[tonic::async_trait]
impl content_server::Content for Content {
    async fn settings(&self, _: Request<SettingsRequest>) -> Result<Response<SiteSettings>, Status> {
        Ok(Response::new(site_settings(app::settings::read(&self.0.app).await?)))
    }

    async fn contact(&self, request: Request<ContactRequest>) -> Result<Response<ContactInfo>, Status> {
        let settings = app::settings::read(&self.0.app).await?;
        Ok(Response::new(contact_info(settings, Language::of(request.metadata()))))
    }

    async fn page(&self, request: Request<ContentPageRequest>) -> Result<Response<ContentPage>, Status> {
        let language = Language::of(request.metadata());
        let page = page_of(&request.get_ref().page)?;
        let mut connection = self.0.app.pool.acquire().await.map_err(Error::from)?;
        let newest = db::content::newest(&mut connection, page.key(), language.code()).await.map_err(Error::from)?;
        drop(connection);
        let settings = app::settings::read(&self.0.app).await?;
        let (text, version, updated_at) = match newest {
            Some(row) => (Text { title: row.title, markdown: row.markdown }, row.version, row.published_at),
            None => (page.first_text(language), 0, revised_at()),
        };
        let promised = promised(&self.0.app, &text.markdown, language).await?;
        let shown = shown(page, text, &settings, &promised, language)
            .ok_or_else(|| Error::internal(anyhow::anyhow!("a place in `{}` has nothing to fill it", page.key())))?;
        Ok(Response::new(ContentPage { version, updated_at: Some(to_timestamp(updated_at)), ..shown }))
    }

    async fn write_to_us(&self, request: Request<WriteToUsRequest>) -> Result<Response<Ticket>, Status> {
        let language = Language::of(request.metadata());
        let account = self.0.app.identity.visitor(&request).await?.map(|caller| caller.account);
        let letter = Letter { account, ..letter(request.get_ref(), language)? };
        let row = app::ticket::write(&self.0, &letter).await?;
        Ok(Response::new(into_ticket(row)))
    }

    async fn my_tickets(&self, request: Request<MyTicketsRequest>) -> Result<Response<TicketPage>, Status> {
        let account = self.0.app.identity.account(&request).await?;
        let page = Leaf::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.0.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::ticket::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::ticket::page_for(&mut connection, account, page).await.map_err(Error::from)?;
        let tickets = rows.into_iter().map(into_letter).collect();
        Ok(Response::new(TicketPage { tickets, meta: Some(page.meta(total)) }))
    }
}

pub fn page_of(key: &str) -> Result<Page> {
    Page::from_key(key).ok_or(Error::NotFound("page_not_found"))
}

/// Returns what the shop promises when the text says something of it. Other texts need no order service.
pub async fn promised(app: &App, markdown: &str, language: Language) -> Result<Arc<Promised>> {
    if needs_promises(markdown) { app.promises.get(language).await } else { Ok(Arc::default()) }
}

/// The text as it is read, of no version yet. None when it has an open place that nothing is known for.
pub fn shown(
    page: Page,
    text: Text,
    settings: &Settings,
    promised: &Promised,
    language: Language,
) -> Option<ContentPage> {
    let markdown = filled(&text.markdown, settings, promised, language).ok()?;
    let markdown::Document { html, sections } = markdown::render(&markdown, page.split(), language);
    let sections = sections.into_iter().map(|markdown::Section { id, group, title, html }| ContentSection {
        id,
        group,
        title,
        html,
    });
    Some(ContentPage {
        page: page.key().to_owned(),
        title: text.title,
        html,
        sections: sections.collect(),
        updated_at: None,
        version: 0,
    })
}

pub fn site_settings(settings: Settings) -> SiteSettings {
    let Settings { contact, app, social, chat, .. } = settings;
    SiteSettings {
        contact: Some(SiteContact {
            email: contact.email,
            phone_number: contact.phone_number,
            whatsapp: contact.whatsapp,
        }),
        app: Some(AppLinks { android_url: app.android_url, ios_url: app.ios_url }),
        social: Some(SocialLinks {
            instagram: social.instagram,
            facebook: social.facebook,
            tiktok: social.tiktok,
            youtube: social.youtube,
        }),
        chat: Some(ChatLinks { whatsapp_url: chat.whatsapp_url, telegram_url: chat.telegram_url }),
    }
}

fn contact_info(settings: Settings, language: Language) -> ContactInfo {
    let Settings { contact, office, .. } = settings;
    ContactInfo {
        email: contact.email,
        phone_number: contact.phone_number,
        whatsapp: contact.whatsapp,
        address: office.address.in_language(language).to_owned(),
        map_url: office.map_url,
        hours: office.hours.into_iter().map(opening_hours).collect(),
        company: office.company,
        tax_number: office.tax_number,
    }
}

pub fn opening_hours(hours: settings::Hours) -> OpeningHours {
    let settings::Hours { from_day, until_day, opens, closes } = hours;
    OpeningHours { from_day, until_day, opens, closes }
}

fn letter(request: &WriteToUsRequest, language: Language) -> Result<Letter> {
    let mut checks = Checks::default();
    let name = checks.take("name", line(&request.name, NAME));
    let email = checks.take("email", mailbox(&request.email));
    let phone = request.phone_number.as_deref().filter(|raw| !raw.trim().is_empty());
    let phone_number = checks.take("phoneNumber", phone.map(phone::parse).transpose());
    let message = checks.take("message", input::text(&request.message, MESSAGE));
    checks.finish()?;
    let (Some(name), Some(email), Some(phone_number), Some(message)) = (name, email, phone_number, message) else {
        return Err(Error::internal(anyhow::anyhow!("a field is neither taken nor refused")));
    };
    Ok(Letter { name, email, phone_number, message, language, account: None })
}

/// Text of one line: what stands in a letter's head must not begin another.
pub fn line(raw: &str, length: std::ops::RangeInclusive<usize>) -> Result<String, &'static str> {
    let text = input::text(raw, length)?;
    if text.chars().any(char::is_control) { Err("invalid_characters") } else { Ok(text) }
}

/// In lower case.
pub fn mailbox(raw: &str) -> Result<String, &'static str> {
    let raw = raw.trim();
    match Recipient::parse(raw, Channel::Email) {
        Some(Recipient::Mailbox(mailbox)) => Ok(mailbox),
        _ if raw.is_empty() => Err("required"),
        _ => Err("invalid_email"),
    }
}

pub fn into_ticket(row: db::ticket::Row) -> Ticket {
    Ticket { status: ticket_status(&row.status).into(), code: row.code, created_at: Some(to_timestamp(row.created_at)) }
}

pub fn into_letter(row: db::ticket::Row) -> TicketLetter {
    TicketLetter {
        code: row.code,
        status: ticket_status(&row.status).into(),
        name: row.name,
        email: row.email,
        phone_number: row.phone_number,
        message: row.message,
        created_at: Some(to_timestamp(row.created_at)),
        closed_at: row.closed_at.map(to_timestamp),
    }
}

fn ticket_status(key: &str) -> TicketStatus {
    match ticket::Status::from_key(key) {
        Some(ticket::Status::Open) => TicketStatus::Open,
        Some(ticket::Status::Closed) => TicketStatus::Closed,
        None => TicketStatus::Unspecified,
    }
}
