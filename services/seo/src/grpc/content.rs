//! Serves content pages and the shop's settings.

use std::sync::Arc;

use kit::{Error, Language, Result};
use proto::{
    json::to_timestamp,
    seo::{
        AppLinks, ChatLinks, ContactInfo, ContactRequest, ContentPage, ContentPageRequest, ContentSection,
        OpeningHours, SettingsRequest, SiteContact, SiteSettings, SocialLinks, content_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App, app, db,
    domain::{
        content::{Page, Text, fill_placeholders, needs_rules, revised_at},
        markdown,
        settings::{self, Settings},
        shop_rules::ShopRules,
    },
};

pub struct Content(pub App);

#[tonic::async_trait]
impl content_server::Content for Content {
    async fn settings(&self, _: Request<SettingsRequest>) -> Result<Response<SiteSettings>, Status> {
        Ok(Response::new(site_settings(app::settings::read(&self.0).await?)))
    }

    async fn contact(&self, request: Request<ContactRequest>) -> Result<Response<ContactInfo>, Status> {
        let settings = app::settings::read(&self.0).await?;
        Ok(Response::new(contact_info(settings, Language::from_metadata(request.metadata()))))
    }

    async fn page(&self, request: Request<ContentPageRequest>) -> Result<Response<ContentPage>, Status> {
        let language = Language::from_metadata(request.metadata());
        let page = parse_page(&request.get_ref().page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let newest = db::content::newest(&mut connection, page.key(), language.code()).await.map_err(Error::from)?;
        drop(connection);

        let settings = app::settings::read(&self.0).await?;
        let (text, version, updated_at) = match newest {
            Some(row) => (Text { title: row.title, markdown: row.markdown }, row.version, row.published_at),
            None => (page.bundled_text(language), 0, revised_at()),
        };
        let rules = load_rules(&self.0, &text.markdown, language).await?;
        let rendered = render_page(page, text, &settings, &rules, language)
            .ok_or_else(|| Error::internal(anyhow::anyhow!("a placeholder in `{}` has no value", page.key())))?;
        Ok(Response::new(ContentPage { version, updated_at: Some(to_timestamp(updated_at)), ..rendered }))
    }
}

pub fn parse_page(key: &str) -> Result<Page> {
    Page::from_key(key).ok_or(Error::NotFound("page_not_found"))
}

/// Returns empty rules if the text has no placeholders for them.
pub async fn load_rules(app: &App, markdown: &str, language: Language) -> Result<Arc<ShopRules>> {
    if needs_rules(markdown) { app.rules.get(language).await } else { Ok(Arc::default()) }
}

/// The caller adds version and time. Returns `None` if a placeholder is unknown.
pub fn render_page(
    page: Page,
    text: Text,
    settings: &Settings,
    rules: &ShopRules,
    language: Language,
) -> Option<ContentPage> {
    let markdown = fill_placeholders(&text.markdown, settings, rules, language).ok()?;
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
