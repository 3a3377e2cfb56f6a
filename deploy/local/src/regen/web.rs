//! The web app's types, generated from the OpenAPI document by a script of the web app.

use super::compare;
use crate::node;
use crate::task;
use crate::workshop::Workshop;
use anyhow::Result;
use std::path::Path;

const TYPES: &str = "web/shared/api";

pub async fn install(shop: &Workshop) -> Result<()> {
    node::install(&shop.board, "the web app", &shop.checkout.web(), &shop.log("npm-web")).await
}

pub async fn types(shop: &Workshop) -> Result<()> {
    let tools = shop.checkout.openapi_tools();
    node::install(&shop.board, "openapi", &tools, &shop.log("npm-openapi")).await?;
    install(shop).await?;
    let mut command = node::npm(&tools);
    task::output_to("npm run generate", command.args(["run", "generate"]), &shop.log("web-types")).await
}

/// Runs the script, which overwrites the types, compares, and restores the previous content.
pub async fn types_are_fresh(shop: &Workshop) -> Result<()> {
    let place = shop.checkout.join(TYPES);
    let before = compare::read(&place)?;
    let written = types(shop).await;
    let after = compare::read(&place)?;
    for (name, content) in &before {
        if after.get(name) != Some(content) {
            std::fs::write(place.join(name), content)?;
        }
    }
    written?;
    compare::same(&before, &after, Path::new(TYPES))
}
