//! Converts versions of the home page to messages.

use proto::{
    common::LocalText,
    json::to_timestamp,
    seo::{HomeBannerDraft, HomeSchedule, HomeSectionDraft, HomeTileDraft, HomeVersion},
};

use crate::{
    db::home::HomeRow,
    domain::home::{Banner, Button, Content, Section, TextLink, Texts, Tile, picture::Picture, schedule::Schedule},
    grpc::home::{into_shelf, into_tone, kind},
};

pub fn version(row: HomeRow) -> HomeVersion {
    let HomeRow { version, sections, published_by, published_at } = row;
    HomeVersion {
        version,
        sections: sections.0.into_iter().map(draft).collect(),
        published_at: Some(to_timestamp(published_at)),
        published_by,
    }
}

fn draft(section: Section) -> HomeSectionDraft {
    let Section { is_hidden, schedule, content } = section;
    let draft = HomeSectionDraft {
        kind: kind(&content).into(),
        hidden: is_hidden,
        schedule: schedule.as_ref().map(into_schedule),
        title: content.title().cloned().map(into_text),
        ..HomeSectionDraft::default()
    };
    match content {
        Content::Hero { banner, .. } => HomeSectionDraft { hero: Some(into_banner(banner)), ..draft },
        Content::Banner { banner, .. } => HomeSectionDraft { banner: Some(into_banner(banner)), ..draft },
        Content::Shelf { shelf, .. } => HomeSectionDraft { shelf: Some(into_shelf(shelf)), ..draft },
        Content::Tiles { tiles, .. } => HomeSectionDraft { tiles: tiles.into_iter().map(into_tile).collect(), ..draft },
        Content::Links { links, .. } => HomeSectionDraft { tiles: links.into_iter().map(into_link).collect(), ..draft },
        Content::Categories | Content::Promises | Content::Campaigns | Content::Stores | Content::Recent => draft,
    }
}

fn into_schedule(schedule: &Schedule) -> HomeSchedule {
    HomeSchedule {
        shows_from: schedule.from().map(to_timestamp),
        shows_until: schedule.until().map(to_timestamp),
        every_year: schedule.is_yearly(),
    }
}

fn into_banner(banner: Banner) -> HomeBannerDraft {
    let Banner { text, button, picture, tone } = banner;
    let (action, link) = match button {
        Some(Button { label, link }) => (Some(into_text(label)), link.as_str().to_owned()),
        None => (None, String::new()),
    };
    HomeBannerDraft {
        text: Some(into_text(text)),
        action,
        link,
        picture: picture.as_ref().map(Picture::as_str).unwrap_or_default().to_owned(),
        tone: tone.map(into_tone),
    }
}

fn into_tile(tile: Tile) -> HomeTileDraft {
    let Tile { label, link, picture, tone } = tile;
    HomeTileDraft {
        label: Some(into_text(label)),
        link: link.as_str().to_owned(),
        picture: picture.as_str().to_owned(),
        tone: Some(into_tone(tone)),
    }
}

fn into_link(link: TextLink) -> HomeTileDraft {
    let TextLink { label, link } = link;
    HomeTileDraft { label: Some(into_text(label)), link: link.as_str().to_owned(), ..HomeTileDraft::default() }
}

fn into_text(texts: Texts) -> LocalText {
    LocalText { az: texts.az, ru: texts.ru, en: texts.en }
}
