//! Parses sections of the home page in the form of the API, which the files of the initial page and of the demo share.
//! Errors name members as in `sections[2].tiles[0].label.az`.

mod banner;
mod shelf;
mod tiles;

use std::{collections::HashSet, ops::RangeInclusive};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use kit::input::{Checks, single_line};
use proto::{
    common::LocalText,
    seo::{HomeSchedule, HomeSectionDraft, HomeSectionKind as Kind, HomeTone},
};

use crate::domain::home::{
    Content, MAX_JSON_BYTES, Section, Texts, Tone,
    schedule::{Bound, Schedule},
};

const MAX_SECTIONS: usize = 30;
/// In characters.
const TITLE_LENGTH: RangeInclusive<usize> = 1..=80;
/// In seconds since 1970; PostgreSQL supports them all.
const YEARS_1970_TO_9999: RangeInclusive<i64> = 0..=253_402_300_799;

/// Reads a file with a list of sections.
pub fn read(json: &str) -> anyhow::Result<Vec<Section>> {
    let drafts: Vec<HomeSectionDraft> = serde_json::from_str(json).context("the sections are not valid JSON")?;
    parse(drafts)
}

pub fn parse(drafts: Vec<HomeSectionDraft>) -> anyhow::Result<Vec<Section>> {
    let mut checks = Checks::default();
    let sections = sections(&mut checks, drafts);
    checks.finish()?;
    sections.context("a section is missing although every check passed")
}

pub fn sections(checks: &mut Checks, drafts: Vec<HomeSectionDraft>) -> Option<Vec<Section>> {
    checks.take("sections", check_count(drafts.len(), MAX_SECTIONS))?;
    let mut earlier_kinds = HashSet::new();
    let sections = drafts.into_iter().enumerate().map(|(index, draft)| {
        let path = format!("sections[{index}]");
        let kind = checks.take(format!("{path}.kind"), kind(draft.kind))?;
        let is_repeated = !earlier_kinds.insert(kind);
        checks.take(format!("{path}.kind"), check_place(kind, index, is_repeated));
        section(checks, &path, kind, draft)
    });
    // Checks every section, to report all errors.
    let sections: Vec<Section> = sections.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?;
    let is_too_long = serde_json::to_vec(&sections).is_ok_and(|json| json.len() > MAX_JSON_BYTES);
    checks.take("sections", if is_too_long { Err("too_long") } else { Ok(()) })?;
    Some(sections)
}

fn kind(raw: i32) -> Result<Kind, &'static str> {
    match Kind::try_from(raw) {
        Ok(Kind::Unspecified) => Err("required"),
        Ok(kind) => Ok(kind),
        Err(_) => Err("unknown_value"),
    }
}

fn check_place(kind: Kind, index: usize, is_repeated: bool) -> Result<(), &'static str> {
    let may_repeat = matches!(kind, Kind::Shelf | Kind::Tiles | Kind::Links | Kind::Banner);
    if is_repeated && !may_repeat {
        Err("duplicate")
    } else if kind == Kind::Hero && index > 0 {
        Err("not_first")
    } else {
        Ok(())
    }
}

fn section(checks: &mut Checks, path: &str, kind: Kind, draft: HomeSectionDraft) -> Option<Section> {
    check_members(checks, path, kind, &draft);
    let is_hidden = draft.hidden;
    let schedule = match &draft.schedule {
        None => Some(None),
        Some(raw) => schedule(checks, &format!("{path}.schedule"), raw).map(Some),
    };
    let content = match kind {
        Kind::Categories => Some(Content::Categories),
        Kind::Promises => Some(Content::Promises),
        Kind::Campaigns => Some(Content::Campaigns),
        Kind::Stores => Some(Content::Stores),
        Kind::Recent => Some(Content::Recent),
        _ => titled_content(checks, path, kind, draft),
    };
    Some(Section { is_hidden, schedule: schedule?, content: content? })
}

fn titled_content(checks: &mut Checks, path: &str, kind: Kind, draft: HomeSectionDraft) -> Option<Content> {
    let HomeSectionDraft { title, hero, banner, shelf, tiles, .. } = draft;
    let title = texts(checks, &format!("{path}.title"), title, TITLE_LENGTH, single_line);
    match kind {
        Kind::Hero => {
            let banner = banner::hero(checks, &format!("{path}.hero"), hero);
            Some(Content::Hero { title: title?, banner: banner? })
        }
        Kind::Shelf => {
            let shelf = shelf::parse(checks, &format!("{path}.shelf"), shelf);
            Some(Content::Shelf { title: title?, shelf: shelf? })
        }
        Kind::Tiles => {
            let tiles = tiles::tiles(checks, &format!("{path}.tiles"), tiles);
            Some(Content::Tiles { title: title?, tiles: tiles? })
        }
        Kind::Links => {
            let links = tiles::links(checks, &format!("{path}.tiles"), tiles);
            Some(Content::Links { title: title?, links: links? })
        }
        Kind::Banner => {
            let banner = banner::banner(checks, &format!("{path}.banner"), banner);
            Some(Content::Banner { title: title?, banner: banner? })
        }
        _ => None,
    }
}

/// Refuses members of other kinds, which would be lost.
fn check_members(checks: &mut Checks, path: &str, kind: Kind, draft: &HomeSectionDraft) {
    let expected: &[&str] = match kind {
        Kind::Hero => &["title", "hero"],
        Kind::Shelf => &["title", "shelf"],
        Kind::Tiles | Kind::Links => &["title", "tiles"],
        Kind::Banner => &["title", "banner"],
        _ => &[],
    };
    let given = [
        ("title", draft.title.is_some()),
        ("hero", draft.hero.is_some()),
        ("banner", draft.banner.is_some()),
        ("shelf", draft.shelf.is_some()),
        ("tiles", !draft.tiles.is_empty()),
    ];
    for (member, _) in given.into_iter().filter(|(member, is_given)| *is_given && !expected.contains(member)) {
        checks.fail(format!("{path}.{member}"), "must_be_empty");
    }
}

fn schedule(checks: &mut Checks, path: &str, raw: &HomeSchedule) -> Option<Schedule> {
    let from_path = format!("{path}.showsFrom");
    let until_path = format!("{path}.showsUntil");
    let from = checks.take(from_path.clone(), raw.shows_from.as_ref().map(|at| time(at.seconds, at.nanos)).transpose());
    let until =
        checks.take(until_path.clone(), raw.shows_until.as_ref().map(|at| time(at.seconds, at.nanos)).transpose());
    match Schedule::new(from?, until?, raw.every_year) {
        Ok(schedule) => Some(schedule),
        Err((Bound::From, code)) => checks.take(from_path, Err(code)),
        Err((Bound::Until, code)) => checks.take(until_path, Err(code)),
    }
}

/// Takes the parts of a Protobuf timestamp. Rounds down to microseconds, the resolution of PostgreSQL.
pub fn time(seconds: i64, nanos: i32) -> Result<DateTime<Utc>, &'static str> {
    let micros = u32::try_from(nanos).map_err(|_| "out_of_range")? / 1_000;
    let time = DateTime::from_timestamp(seconds, micros * 1_000).ok_or("out_of_range")?;
    if YEARS_1970_TO_9999.contains(&time.timestamp()) { Ok(time) } else { Err("out_of_range") }
}

fn check_count(count: usize, max: usize) -> Result<(), &'static str> {
    match count {
        0 => Err("required"),
        count if count > max => Err("too_many"),
        _ => Ok(()),
    }
}

fn texts(
    checks: &mut Checks,
    path: &str,
    raw: Option<LocalText>,
    length: RangeInclusive<usize>,
    parse: fn(&str, RangeInclusive<usize>) -> Result<String, &'static str>,
) -> Option<Texts> {
    let LocalText { az, ru, en } = checks.local_text(path, raw, length, parse)?;
    Some(Texts { az, ru, en })
}

fn tone(raw: Option<i32>) -> Result<Option<Tone>, &'static str> {
    let Some(raw) = raw else { return Ok(None) };
    match HomeTone::try_from(raw) {
        Ok(HomeTone::Unspecified) => Ok(None),
        Ok(HomeTone::Rose) => Ok(Some(Tone::Rose)),
        Ok(HomeTone::Peach) => Ok(Some(Tone::Peach)),
        Ok(HomeTone::Lemon) => Ok(Some(Tone::Lemon)),
        Ok(HomeTone::Mint) => Ok(Some(Tone::Mint)),
        Ok(HomeTone::Sky) => Ok(Some(Tone::Sky)),
        Ok(HomeTone::Lilac) => Ok(Some(Tone::Lilac)),
        Ok(HomeTone::Pearl) => Ok(Some(Tone::Pearl)),
        Ok(HomeTone::Sand) => Ok(Some(Tone::Sand)),
        Err(_) => Err("unknown_value"),
    }
}

fn required<T>(value: Option<T>) -> Result<T, &'static str> {
    value.ok_or("required")
}
