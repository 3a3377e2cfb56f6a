//! Uploads pictures, and replaces the pictures of a product.

use std::collections::HashSet;

use audit::Entry;
use kit::{
    Error, Result,
    error::FieldError,
    identity::Caller,
    picture::{address, hash_of},
};
use proto::catalog::ProductChanged;
use serde_json::{Map, json};
use sqlx::PgConnection;
use tracing::Instrument as _;

use crate::{
    App,
    app::{
        product_desk::{HistoryEntry, insert_change},
        quota,
    },
    db::{self, daily_quota::Kind},
    domain::picture::{MAX_PICTURES_PER_PRODUCT, UPLOADS_PER_DAY},
    media::convert::ConvertedPicture,
};

/// Counts an upload before its file is read, so that concurrent uploads cannot exceed the limit.
pub async fn count_upload(app: &App, account: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    quota::spend(&mut tx, app, account, Kind::Upload, UPLOADS_PER_DAY).await?;
    tx.commit().await?;
    Ok(())
}

/// The row is inserted last, so it means that the files exist. Runs to the end even if the caller disconnects.
/// `operator` is `None` for a shopper.
pub async fn save(app: &App, operator: Option<Caller>, picture: ConvertedPicture) -> Result<String> {
    let app = app.clone();
    let work = async move {
        app.media.store_files(&picture).await.map_err(Error::Unavailable)?;
        let now = app.clock.now();
        let mut tx = kit::db::begin(&app.pool).await?;
        let picture_id = db::picture::insert(&mut tx, &picture.hash, picture.size, now).await?;
        if let (Some(operator), Some(picture_id)) = (&operator, picture_id) {
            audit::insert(&mut tx, operator, Entry::new("picture_uploaded", "picture", picture_id), now).await?;
        }
        tx.commit().await?;
        Ok(address(&picture.hash))
    };
    tokio::spawn(work.in_current_span()).await.map_err(Error::internal)?
}

/// Each picture must have been uploaded or already be one of the product's.
pub async fn set_pictures(app: &App, operator: &Caller, product_id: i64, urls: &[String]) -> Result<()> {
    if urls.len() > MAX_PICTURES_PER_PRODUCT {
        return Err(Error::invalid("urls", "too_many"));
    }

    let mut tx = kit::db::begin(&app.pool).await?;
    let current = db::picture::lock_current(&mut tx, product_id).await?.ok_or(Error::NotFound("product_not_found"))?;

    check_urls(&mut tx, urls, &current.pictures).await?;
    if current.pictures == urls {
        return Ok(());
    }

    let version = db::picture::set(&mut tx, product_id, urls).await?;
    let fields = Map::from_iter([("pictures".to_owned(), json!([current.pictures, urls]))]);
    insert_change(&mut tx, app, operator, product_id, HistoryEntry { version, action: "changed", fields }).await?;
    let entry = Entry::new("pictures_put", "product", product_id)
        .changed(json!({"pictures": current.pictures}), json!({"pictures": urls}));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;

    let (store_id, is_published) = (current.store_id, current.is_published);
    outbox::append(&mut tx, &ProductChanged { product_id, store_id, is_published }).await?;
    tx.commit().await?;
    Ok(())
}

async fn check_urls(tx: &mut PgConnection, urls: &[String], current: &[String]) -> Result<()> {
    let hashes: Vec<_> = urls.iter().filter_map(|url| hash_of(url)).collect();
    let uploaded: HashSet<_> = db::picture::uploaded(tx, &hashes).await?.into_iter().collect();
    let is_usable = |url: &String| current.contains(url) || hash_of(url).is_some_and(|hash| uploaded.contains(hash));

    let mut earlier_urls = HashSet::new();
    let mut errors = Vec::new();
    for (index, url) in urls.iter().enumerate() {
        let code = if !is_usable(url) {
            "unknown_picture"
        } else if !earlier_urls.insert(url) {
            "duplicate"
        } else {
            continue;
        };
        errors.push(FieldError { field: format!("urls[{index}]").into(), code });
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}
