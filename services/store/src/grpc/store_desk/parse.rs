//! Validates requests of staff about stores. [`Checks`] collects the errors of all fields.

use std::ops::RangeInclusive;

use kit::{
    Error, Result, cursor,
    input::{self, Checks, single_line},
    slug,
};
use proto::{
    common::LocalText,
    store::{CreateStoreRequest, StoreDeskListRequest, StoreDraft, StoreState, UpdateStoreRequest},
};
use serde_json::{Map, Value};

use super::super::parse::picture;
use crate::{
    db::store_admin::{Filter, Position},
    domain::store::Profile,
};

// Lengths in characters.
const NAME: RangeInclusive<usize> = 1..=80;
const ABOUT: RangeInclusive<usize> = 1..=2_000;
const MAX_SEARCH_LENGTH: usize = 100;

pub struct List {
    pub filter: Filter,
    /// The last store of the previous page.
    pub after: Option<Position>,
    pub limit: i64,
}

pub fn list(request: &StoreDeskListRequest) -> Result<List> {
    let mut checks = Checks::default();
    let text = request.text.as_deref().map(|raw| input::text(raw, 0..=MAX_SEARCH_LENGTH)).transpose();
    let text = checks.take("text", text).flatten().filter(|text| !text.is_empty());
    let is_open = match StoreState::try_from(request.state) {
        Ok(StoreState::Unspecified) => Ok(None),
        Ok(StoreState::Open) => Ok(Some(true)),
        Ok(StoreState::Closed) => Ok(Some(false)),
        Err(_) => Err("unknown_value"),
    };
    let is_open = checks.take("state", is_open).flatten();
    checks.finish()?;
    let after = cursor::parse(request.cursor.as_deref())?;
    Ok(List { filter: Filter { text, is_open }, after, limit: cursor::limit(request.limit)? })
}

/// Without a slug, the profile's slug is empty.
pub fn creation(request: CreateStoreRequest) -> Result<Profile> {
    let mut checks = Checks::default();
    let draft = request.store.unwrap_or_default();
    let raw_slug = draft.slug.clone().unwrap_or_default();
    let slug = if raw_slug.trim().is_empty() { Ok(String::new()) } else { slug::parse(&raw_slug) };
    let slug = checks.take("slug", slug);
    profile(checks, slug, draft)
}

/// Returns the version that the operator has read, and the new profile.
pub fn update(request: UpdateStoreRequest) -> Result<(i64, Profile)> {
    let mut checks = Checks::default();
    let version = request.version.ok_or("required");
    let version = version.and_then(|version| if version > 0 { Ok(version) } else { Err("out_of_range") });
    let version = checks.take("version", version);
    let draft = request.store.unwrap_or_default();
    let slug = checks.take("slug", slug::parse(draft.slug.as_deref().unwrap_or_default()));
    let profile = profile(checks, slug, draft)?;
    // The error is not reached: `profile` has refused missing values.
    version.map(|version| (version, profile)).ok_or_else(|| Error::invalid("", "invalid"))
}

/// Parses the other fields, and fails with the errors of all fields.
fn profile(mut checks: Checks, slug: Option<String>, draft: StoreDraft) -> Result<Profile> {
    let name = checks.take("name", single_line(draft.name.as_deref().unwrap_or_default(), NAME));
    let about = checks.local_text("about", draft.about, ABOUT, input::text);
    let logo_url = checks.take("logoUrl", picture(draft.logo_url.as_deref().unwrap_or_default()));
    let cover_url = checks.take("coverUrl", picture(draft.cover_url.as_deref().unwrap_or_default()));
    checks.finish()?;
    let profile = || {
        let about = stored(about?);
        Some(Profile { name: name?, slug: slug?, about, logo_url: logo_url?, cover_url: cover_url? })
    };
    profile().ok_or_else(|| Error::invalid("", "invalid"))
}

/// Returns the stored form: an object with a member per language that has a text.
fn stored(text: LocalText) -> Value {
    let texts = [("az", Some(text.az)), ("ru", text.ru), ("en", text.en)];
    let members = texts.into_iter().filter_map(|(language, text)| Some((language.to_owned(), Value::String(text?))));
    Value::Object(members.collect::<Map<_, _>>())
}
