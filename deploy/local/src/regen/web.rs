//! Generates the web app's types from the OpenAPI document.

use super::compare;
use crate::node;
use crate::session::Session;
use crate::task;
use anyhow::Result;
use std::path::Path;

const TYPES: &str = "web/shared/api";

pub async fn install(session: &Session) -> Result<()> {
    node::install(&session.board, "the web app", &session.checkout.web(), &session.log("npm-web")).await
}

pub async fn generate_types(session: &Session) -> Result<()> {
    let tools = session.checkout.openapi_tools();
    node::install(&session.board, "openapi", &tools, &session.log("npm-openapi")).await?;
    install(session).await?;
    let mut command = node::npm(&tools);
    task::output_to("npm run generate", command.args(["run", "generate"]), &session.log("web-types")).await
}

/// The script overwrites the checked-in types, so they are restored.
pub async fn check_types(session: &Session) -> Result<()> {
    let folder = session.checkout.join(TYPES);
    let before = compare::read(&folder)?;
    let result = generate_types(session).await;
    let after = compare::read(&folder)?;
    for (name, content) in &before {
        if after.get(name) != Some(content) {
            std::fs::write(folder.join(name), content)?;
        }
    }
    result?;
    compare::ensure_same(&before, &after, Path::new(TYPES))
}
