//! Checks the tiles and links of a draft of the home page.

use std::ops::RangeInclusive;

use kit::input::{Checks, single_line};
use proto::seo::HomeTileDraft;

use super::{check_count, required, texts, tone};
use crate::domain::home::{TextLink, Tile, link::Link, picture::Picture};

const MAX_TILES: usize = 8;
const MAX_LINKS: usize = 10;
/// In characters.
const LABEL_LENGTH: RangeInclusive<usize> = 1..=40;

pub fn tiles(checks: &mut Checks, path: &str, raw: Vec<HomeTileDraft>) -> Option<Vec<Tile>> {
    checks.take(path.to_owned(), check_count(raw.len(), MAX_TILES))?;
    let tiles = raw.into_iter().enumerate().map(|(index, raw)| {
        let path = format!("{path}[{index}]");
        let picture = Picture::parse(&raw.picture).and_then(required);
        let picture = checks.take(format!("{path}.picture"), picture);
        let tone = checks.take(format!("{path}.tone"), tone(raw.tone).and_then(required));
        let TextLink { label, link } = link(checks, &path, raw)?;
        Some(Tile { label, link, picture: picture?, tone: tone? })
    });
    // The first `collect` checks every tile, even after a failure.
    tiles.collect::<Vec<_>>().into_iter().collect()
}

pub fn links(checks: &mut Checks, path: &str, raw: Vec<HomeTileDraft>) -> Option<Vec<TextLink>> {
    checks.take(path.to_owned(), check_count(raw.len(), MAX_LINKS))?;
    let links = raw.into_iter().enumerate().map(|(index, raw)| {
        let path = format!("{path}[{index}]");
        if !raw.picture.trim().is_empty() {
            checks.fail(format!("{path}.picture"), "must_be_empty");
        }
        let tone = checks.take(format!("{path}.tone"), tone(raw.tone)).flatten();
        if tone.is_some() {
            checks.fail(format!("{path}.tone"), "must_be_empty");
        }
        link(checks, &path, raw)
    });
    links.collect::<Vec<_>>().into_iter().collect()
}

fn link(checks: &mut Checks, path: &str, raw: HomeTileDraft) -> Option<TextLink> {
    let label = texts(checks, &format!("{path}.label"), raw.label, LABEL_LENGTH, single_line);
    let link = checks.take(format!("{path}.link"), Link::parse(&raw.link));
    Some(TextLink { label: label?, link: link? })
}
