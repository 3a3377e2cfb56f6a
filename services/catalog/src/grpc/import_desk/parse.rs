//! Validates staff's requests about imports.

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::catalog::{ChangeImportRequest, MapImportRequest};

use super::NOT_FOUND;
use crate::{
    app::product_import::NewMapping, domain::product_import::MAX_COLUMNS, grpc::product_desk::parse::positive,
};

/// Returns the id and the version that the operator has read.
pub fn change(request: &ChangeImportRequest) -> Result<(i64, i64)> {
    let id = input::id(request.id, NOT_FOUND)?;
    let version = request.version.ok_or("required").and_then(positive);
    Ok((id, version.map_err(|code| Error::invalid("version", code))?))
}

/// An empty target ignores the column.
pub fn mapping(request: MapImportRequest) -> Result<(i64, NewMapping)> {
    let mut checks = Checks::default();
    let version = checks.take("version", request.version.ok_or("required").and_then(positive));
    if request.targets.len() > MAX_COLUMNS {
        checks.fail("targets", "too_many");
    }
    let store = checks.take("storeId", request.store_id.map(positive).transpose());
    let category = checks.take("categoryId", request.category_id.map(positive).transpose());
    checks.finish()?;
    let targets = request.targets.into_iter().map(|target| Some(target).filter(|target| !target.is_empty()));
    let mapping = NewMapping { targets: targets.collect(), store: store.flatten(), category: category.flatten() };
    Ok((version.unwrap_or_default(), mapping))
}
