//! Validates staff's requests about content pages and settings.

use kit::{
    Error, Language, Result,
    email::Email,
    input::{self, Checks, single_line},
    phone,
};
use proto::seo::{self as pb, PublishContentRequest};

use crate::{
    app::{content::Draft, settings::Site},
    domain::{
        content::Text,
        settings::{self, AppLinks, ChatLinks, Contact, LinkSite, Settings, SocialLinks, parse_link},
        shop_rules::ShopRules,
    },
    grpc::content::{parse_page, render_page},
};

// In characters.
const TITLE_LENGTH: std::ops::RangeInclusive<usize> = 1..=200;
const MARKDOWN_LENGTH: std::ops::RangeInclusive<usize> = 1..=100_000;
const COMPANY_LENGTH: std::ops::RangeInclusive<usize> = 1..=200;
const ADDRESS_LENGTH: std::ops::RangeInclusive<usize> = 1..=300;

pub fn language(raw: &str) -> Result<Language> {
    Language::ALL
        .into_iter()
        .find(|language| language.code() == raw)
        .ok_or_else(|| Error::invalid("language", "unknown_value"))
}

pub fn text(title: &str, markdown: &str) -> Result<Text> {
    let mut checks = Checks::default();
    let title = checks.take("title", single_line(title, TITLE_LENGTH));
    let markdown = checks.take("markdown", input::text(markdown, MARKDOWN_LENGTH));
    checks.finish()?;
    let (Some(title), Some(markdown)) = (title, markdown) else { return Err(missing_field()) };
    Ok(Text { title, markdown })
}

/// Rejects texts that have no section, because links lead to sections.
pub fn draft(request: &PublishContentRequest, settings: &Settings, rules: &ShopRules) -> Result<Draft> {
    let page = parse_page(&request.page)?;
    let language = language(&request.language)?;
    let from_version = request.from_version;
    if from_version < 0 {
        return Err(Error::invalid("fromVersion", "out_of_range"));
    }
    let text = text(&request.title, &request.markdown)?;
    let rendered = render_page(page, text.clone(), settings, rules, language).ok_or_else(unknown_placeholder)?;
    if rendered.sections.is_empty() {
        return Err(Error::invalid("markdown", "heading_required"));
    }
    Ok(Draft { page, language, from_version, text })
}

pub fn unknown_placeholder() -> Error {
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
    let mut link = |field, raw: &str, site| checks.take(field, parse_link(raw, site)).unwrap_or_default();
    let app = AppLinks {
        android_url: link("app.androidUrl", &app.android_url, LinkSite::PlayStore),
        ios_url: link("app.iosUrl", &app.ios_url, LinkSite::AppStore),
    };
    let social = SocialLinks {
        instagram: link("social.instagram", &social.instagram, LinkSite::Instagram),
        facebook: link("social.facebook", &social.facebook, LinkSite::Facebook),
        tiktok: link("social.tiktok", &social.tiktok, LinkSite::TikTok),
        youtube: link("social.youtube", &social.youtube, LinkSite::YouTube),
    };
    let chat = ChatLinks {
        whatsapp_url: link("chat.whatsappUrl", &chat.whatsapp_url, LinkSite::WhatsApp),
        telegram_url: link("chat.telegramUrl", &chat.telegram_url, LinkSite::Telegram),
    };
    checks.finish()?;
    let (Some(email), Some(phone_number), Some(whatsapp)) = (email, phone_number, whatsapp) else {
        return Err(missing_field());
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
    let company = checks.take("company", single_line(&request.company, COMPANY_LENGTH));
    let tax_number = checks.take("taxNumber", settings::parse_tax_number(&request.tax_number));
    let az = checks.take("address.az", single_line(&address.az, ADDRESS_LENGTH));
    let ru = checks.take("address.ru", single_line(&address.ru, ADDRESS_LENGTH));
    let en = checks.take("address.en", single_line(&address.en, ADDRESS_LENGTH));
    let map_url = checks.take("mapUrl", parse_link(&request.map_url, LinkSite::Anywhere));
    let hours = checks.take("hours", settings::check_hours(hours.collect()));
    checks.finish()?;
    let (Some(company), Some(tax_number), Some(az), Some(ru), Some(en), Some(map_url), Some(hours)) =
        (company, tax_number, az, ru, en, map_url, hours)
    else {
        return Err(missing_field());
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

/// Never occurs, because the checks report every missing value.
fn missing_field() -> Error {
    Error::internal(anyhow::anyhow!("a field is missing although every check passed"))
}
