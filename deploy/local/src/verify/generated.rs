//! Checks that the generated files match their sources.

use super::step::{Outcome, Run};
use crate::regen::{compare, contracts, openapi, queries, web};
use crate::session::Session;
use anyhow::Result;
use futures::future::FutureExt as _;
use std::path::Path;
use std::rc::Rc;

pub fn check_queries(session: Rc<Session>) -> Run {
    async move { queries::check(&session).await.map(|()| Outcome::Passed) }.boxed_local()
}

pub fn check_web_types(session: Rc<Session>) -> Run {
    async move { web::check_types(&session).await.map(|()| Outcome::Passed) }.boxed_local()
}

pub fn check_openapi(session: Rc<Session>) -> Run {
    async move {
        let generated = session.empty_folder("openapi")?.join("openapi.json");
        openapi::write_document(&session, &generated).await?;
        check_file(&session, openapi::DOCUMENT, &generated)
    }
    .boxed_local()
}

pub fn check_baseline(session: Rc<Session>) -> Run {
    async move {
        let generated = session.empty_folder("baseline")?.join("baseline.binpb");
        contracts::baseline(&session, &generated).await?;
        check_file(&session, contracts::BASELINE, &generated)
    }
    .boxed_local()
}

fn check_file(session: &Session, file: &str, generated: &Path) -> Result<Outcome> {
    compare::ensure_same(&compare::read(&session.checkout.join(file))?, &compare::read(generated)?, Path::new(file))?;
    Ok(Outcome::Passed)
}
