//! Validates requests about stores and campaigns. [`Checks`] collects the errors of all fields.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use kit::{
    Error, Result,
    input::{self, Checks},
};
use prost_types::Timestamp;
use proto::store::{CampaignDraft, CampaignStatus, CampaignWords, StoreSort};

use crate::{
    db::store::Sort,
    domain::campaign::{AllWords, Focus, Plan, Scope, Status, Words},
};

// Lengths in characters.
const MAX_SEARCH_LENGTH: usize = 100;
const NAME: RangeInclusive<usize> = 1..=120;
const TEXT: RangeInclusive<usize> = 0..=1_000;
const PICTURE: RangeInclusive<usize> = 0..=500;
const PERCENT: RangeInclusive<i64> = 1..=90;
/// A larger campaign should be for the whole store.
const MAX_PRODUCTS: usize = 1_000;
/// The largest page of followers.
const MAX_FOLLOWERS: i64 = 10_000;
/// In seconds since 1970; PostgreSQL supports them all.
const YEARS_1970_TO_9999: RangeInclusive<i64> = 0..=253_402_300_799;

/// Returns `None` if the text is absent or empty.
pub fn search(search: Option<&str>) -> Result<Option<String>> {
    let text = search.map(|raw| input::text(raw, 0..=MAX_SEARCH_LENGTH)).transpose();
    let text = text.map_err(|code| Error::invalid("search", code))?;
    Ok(text.filter(|text| !text.is_empty()))
}

pub fn sort(sort: StoreSort) -> Sort {
    match sort {
        StoreSort::Unspecified | StoreSort::Popular => Sort::Popular,
        StoreSort::Newest => Sort::Newest,
        StoreSort::Rating => Sort::Rating,
        StoreSort::Name => Sort::Name,
    }
}

/// Parses the page size, and the time before which accounts followed the store.
pub fn followers(limit: i64, before: Option<Timestamp>) -> Result<(i64, DateTime<Utc>)> {
    let mut checks = Checks::default();
    let limit =
        checks.take("limit", if (1..=MAX_FOLLOWERS).contains(&limit) { Ok(limit) } else { Err("out_of_range") });
    let before = checks.take("before", time(before));
    checks.finish()?;
    // The error is not reached: `checks.finish` has refused missing values.
    limit.zip(before).ok_or_else(|| Error::invalid("before", "required"))
}

/// `None` means any status.
pub fn status(raw: i32) -> Result<Option<Status>> {
    match CampaignStatus::try_from(raw) {
        Ok(CampaignStatus::Unspecified) => Ok(None),
        Ok(CampaignStatus::Planned) => Ok(Some(Status::Planned)),
        Ok(CampaignStatus::Running) => Ok(Some(Status::Running)),
        Ok(CampaignStatus::Ended) => Ok(Some(Status::Ended)),
        Ok(CampaignStatus::Cancelled) => Ok(Some(Status::Cancelled)),
        Err(_) => Err(Error::invalid("status", "unknown_value")),
    }
}

pub fn plan(draft: CampaignDraft) -> Result<Plan> {
    let mut checks = Checks::default();
    let az = words(&mut checks, draft.az, ["az.name", "az.text"], NAME);
    let ru = words(&mut checks, draft.ru, ["ru.name", "ru.text"], 0..=*NAME.end());
    let en = words(&mut checks, draft.en, ["en.name", "en.text"], 0..=*NAME.end());
    let image_url = checks.take("imageUrl", picture(&draft.image_url));
    let focus_x = checks.take("focusX", coordinate(draft.focus_x));
    let focus_y = checks.take("focusY", coordinate(draft.focus_y));
    let percent = checks.take("percent", percent(draft.percent));

    let starts_at = checks.take("startsAt", time(draft.starts_at));
    let ends_at = checks.take("endsAt", time(draft.ends_at));
    let is_after = starts_at.zip(ends_at).is_none_or(|(starts_at, ends_at)| starts_at < ends_at);
    let period = checks.take("endsAt", if is_after { Ok(()) } else { Err("invalid_period") });

    let scope = checks.take("productIds", scope(draft.is_whole_store, draft.product_ids));
    checks.finish()?;

    let plan = || {
        period?;
        Some(Plan {
            store: draft.store_id,
            words: AllWords { az, ru, en },
            image_url: image_url?,
            focus: Focus { x: focus_x?, y: focus_y? },
            percent: percent?,
            starts_at: starts_at?,
            ends_at: ends_at?,
            scope: scope?,
        })
    };
    // Not reached: `checks.finish` has refused missing values.
    plan().ok_or_else(|| Error::invalid("", "invalid"))
}

/// The default is the middle of the picture.
fn coordinate(percent: Option<i64>) -> Result<i16, &'static str> {
    let percent = percent.unwrap_or(Focus::MIDDLE.x.into());
    i16::try_from(percent).ok().filter(|percent| (0..=100).contains(percent)).ok_or("out_of_range")
}

fn words(
    checks: &mut Checks,
    words: Option<CampaignWords>,
    [name_field, text_field]: [&'static str; 2],
    name_length: RangeInclusive<usize>,
) -> Words {
    let raw = words.unwrap_or_default();
    let name = checks.take(name_field, input::text(&raw.name, name_length));
    let text = checks.take(text_field, input::text(&raw.text, TEXT));
    Words { name: name.unwrap_or_default(), text: text.unwrap_or_default() }
}

/// Accepts a stored picture's URL or an empty string.
pub fn picture(raw: &str) -> Result<String, &'static str> {
    let path = input::text(raw, PICTURE)?;
    if path.is_empty() { Ok(path) } else { kit::picture::parse(&path) }
}

fn percent(raw: i64) -> Result<i16, &'static str> {
    if PERCENT.contains(&raw) { i16::try_from(raw).map_err(|_| "out_of_range") } else { Err("out_of_range") }
}

/// Either the whole store, or at least one product.
fn scope(is_whole_store: bool, mut products: Vec<i64>) -> Result<Scope, &'static str> {
    products.sort_unstable();
    products.dedup();
    match products.len() {
        0 if is_whole_store => Ok(Scope::WholeStore),
        _ if is_whole_store => Err("invalid"),
        0 => Err("required"),
        count if count > MAX_PRODUCTS => Err("too_many"),
        _ => Ok(Scope::Products(products)),
    }
}

/// Rounds down to microseconds, PostgreSQL's resolution, so that replies equal stored times.
fn time(raw: Option<Timestamp>) -> Result<DateTime<Utc>, &'static str> {
    let raw = raw.ok_or("required")?;
    let nanos = u32::try_from(raw.nanos).map_err(|_| "out_of_range")?;
    let time = DateTime::from_timestamp(raw.seconds, nanos / 1_000 * 1_000).ok_or("out_of_range")?;
    if YEARS_1970_TO_9999.contains(&time.timestamp()) { Ok(time) } else { Err("out_of_range") }
}
