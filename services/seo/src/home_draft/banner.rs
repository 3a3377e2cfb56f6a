//! Checks the banners of a draft. A hero is the large banner at the top of the home page.

use std::ops::RangeInclusive;

use kit::input::{self, Checks, single_line};
use proto::{common::LocalText, seo::HomeBannerDraft};

use super::{required, texts, tone};
use crate::domain::home::{Banner, Button, link::Link, picture::Picture};

// In characters.
const TEXT_LENGTH: RangeInclusive<usize> = 1..=300;
const ACTION_LENGTH: RangeInclusive<usize> = 1..=40;

/// Unlike a banner, a hero may lack a button and a tone. Without a tone, it has a gradient.
pub fn hero(checks: &mut Checks, path: &str, raw: Option<HomeBannerDraft>) -> Option<Banner> {
    let raw = checks.take(path.to_owned(), required(raw))?;
    let text = texts(checks, &format!("{path}.text"), raw.text, TEXT_LENGTH, input::text);
    let has_button = raw.action.as_ref().is_some_and(|action| !is_blank(action)) || !raw.link.trim().is_empty();
    let button = if has_button { button(checks, path, raw.action, &raw.link).map(Some) } else { Some(None) };
    let picture = checks.take(format!("{path}.picture"), Picture::parse(&raw.picture));
    let tone = checks.take(format!("{path}.tone"), tone(raw.tone));
    Some(Banner { text: text?, button: button?, picture: picture?, tone: tone? })
}

pub fn banner(checks: &mut Checks, path: &str, raw: Option<HomeBannerDraft>) -> Option<Banner> {
    let raw = checks.take(path.to_owned(), required(raw))?;
    let text = texts(checks, &format!("{path}.text"), raw.text, TEXT_LENGTH, input::text);
    let button = button(checks, path, raw.action, &raw.link);
    let picture = checks.take(format!("{path}.picture"), Picture::parse(&raw.picture));
    let tone = checks.take(format!("{path}.tone"), tone(raw.tone).and_then(required));
    Some(Banner { text: text?, button: Some(button?), picture: picture?, tone: Some(tone?) })
}

fn button(checks: &mut Checks, path: &str, action: Option<LocalText>, link: &str) -> Option<Button> {
    let label = texts(checks, &format!("{path}.action"), action, ACTION_LENGTH, single_line);
    let link = checks.take(format!("{path}.link"), Link::parse(link));
    Some(Button { label: label?, link: link? })
}

fn is_blank(text: &LocalText) -> bool {
    let translations = [Some(&text.az), text.ru.as_ref(), text.en.as_ref()];
    translations.into_iter().flatten().all(|text| text.trim().is_empty())
}
