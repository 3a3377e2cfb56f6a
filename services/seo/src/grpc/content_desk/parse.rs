//! Parses what operators send.

use kit::{
    Error, Language, Result,
    email::Email,
    input::{self, Checks, line},
    phone,
};
use proto::seo::{self as pb, PublishContentRequest};

use crate::{
    app::{content::Draft, settings::Site},
    domain::{
        content::Text,
        promised::Promised,
        settings::{self, AppLinks, ChatLinks, Contact, Place, Settings, SocialLinks, link},
    },
    grpc::content::{page_of, shown},
};

const TITLE: std::ops::RangeInclusive<usize> = 1..=200;
/// Far longer than any page of the shop.
const MARKDOWN: std::ops::RangeInclusive<usize> = 1..=100_000;
const COMPANY: std::ops::RangeInclusive<usize> = 1..=200;
const ADDRESS: std::ops::RangeInclusive<usize> = 1..=300;

pub fn language(raw: &str) -> Result<Language> {
    Language::ALL
        .into_iter()
        .find(|language| language.code() == raw)
        .ok_or_else(|| Error::invalid("language", "unknown_value"))
}

pub fn text(title: &str, markdown: &str) -> Result<Text> {
    let mut checks = Checks::default();
    let title = checks.take("title", line(title, TITLE));
    let markdown = checks.take("markdown", input::text(markdown, MARKDOWN));
    checks.finish()?;
    let (Some(title), Some(markdown)) = (title, markdown) else { return Err(neither()) };
    Ok(Text { title, markdown })
}

/// Refuses a text that could not be shown, and one without sections: links lead to them.
pub fn draft(request: &PublishContentRequest, settings: &Settings, promised: &Promised) -> Result<Draft> {
    let page = page_of(&request.page)?;
    let language = language(&request.language)?;
    let from_version = request.from_version;
    if from_version < 0 {
        return Err(Error::invalid("fromVersion", "out_of_range"));
    }
    let text = text(&request.title, &request.markdown)?;
    let shown = shown(page, text.clone(), settings, promised, language).ok_or_else(unknown_place)?;
    if shown.sections.is_empty() {
        return Err(Error::invalid("markdown", "heading_required"));
    }
    Ok(Draft { page, language, from_version, text })
}

pub fn unknown_place() -> Error {
    Error::invalid("markdown", "unknown_place")
}

pub fn site(request: pb::SiteSettings) -> Result<Site> {
    let contact = request.contact.unwrap_or_default();
    let app = request.app.unwrap_or_default();
    let social = request.social.unwrap_or_default();
    let chat = request.chat.unwrap_or_default();
    let mut checks = Checks::default();
    let email = checks.take("contact.email", email(&contact.email));
    let phone_number = checks.take("contact.phoneNumber", phone::parse(&contact.phone_number));
    let whatsapp = checks.take("contact.whatsapp", phone::parse(&contact.whatsapp));
    let mut link_of = |field, raw: &str, place| checks.take(field, link(raw, place)).unwrap_or_default();
    let app = AppLinks {
        android_url: link_of("app.androidUrl", &app.android_url, Place::PlayStore),
        ios_url: link_of("app.iosUrl", &app.ios_url, Place::AppStore),
    };
    let social = SocialLinks {
        instagram: link_of("social.instagram", &social.instagram, Place::Instagram),
        facebook: link_of("social.facebook", &social.facebook, Place::Facebook),
        tiktok: link_of("social.tiktok", &social.tiktok, Place::TikTok),
        youtube: link_of("social.youtube", &social.youtube, Place::YouTube),
    };
    let chat = ChatLinks {
        whatsapp_url: link_of("chat.whatsappUrl", &chat.whatsapp_url, Place::WhatsApp),
        telegram_url: link_of("chat.telegramUrl", &chat.telegram_url, Place::Telegram),
    };
    checks.finish()?;
    let (Some(email), Some(phone_number), Some(whatsapp)) = (email, phone_number, whatsapp) else {
        return Err(neither());
    };
    Ok(Site { contact: Contact { email, phone_number, whatsapp }, app, social, chat })
}

pub fn office(request: pb::Office) -> Result<settings::Office> {
    let address = request.address.unwrap_or_default();
    let hours = request.hours.into_iter().map(|row| settings::Hours {
        from_day: row.from_day,
        until_day: row.until_day,
        opens: row.opens,
        closes: row.closes,
    });
    let mut checks = Checks::default();
    let company = checks.take("company", line(&request.company, COMPANY));
    let tax_number = checks.take("taxNumber", settings::tax_number(&request.tax_number));
    let az = checks.take("address.az", line(&address.az, ADDRESS));
    let ru = checks.take("address.ru", line(&address.ru, ADDRESS));
    let en = checks.take("address.en", line(&address.en, ADDRESS));
    let map_url = checks.take("mapUrl", link(&request.map_url, Place::Anywhere));
    let hours = checks.take("hours", settings::hours(hours.collect()));
    checks.finish()?;
    let (Some(company), Some(tax_number), Some(az), Some(ru), Some(en), Some(map_url), Some(hours)) =
        (company, tax_number, az, ru, en, map_url, hours)
    else {
        return Err(neither());
    };
    Ok(settings::Office { company, tax_number, address: settings::Address { az, ru, en }, map_url, hours })
}

fn email(raw: &str) -> Result<String, &'static str> {
    match Email::parse(raw) {
        Some(email) => Ok(email.as_str().to_owned()),
        None if raw.trim().is_empty() => Err("required"),
        None => Err("invalid_email"),
    }
}

fn neither() -> Error {
    Error::internal(anyhow::anyhow!("a field is neither taken nor refused"))
}
