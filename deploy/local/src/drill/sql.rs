//! Queries of a drill to the databases of its service.

use super::Setup;
use super::script::Script;
use anyhow::{Context as _, Result};
use serde::Deserialize;

#[derive(Clone, Debug)]
pub struct Moment {
    /// In PostgreSQL's notation, in UTC.
    pub text: String,
    /// Milliseconds since 1970.
    pub millis: u64,
}

/// Runs statements in a Node script, so that this crate needs no database driver.
#[derive(Debug)]
pub struct Sql(Script);

#[derive(Debug, Deserialize)]
struct Rows {
    rows: Vec<String>,
}

impl Sql {
    pub fn start(setup: &Setup, url: String) -> Result<Self> {
        let log = setup.logs.join("query.log");
        let script = Script::start(&setup.checkout, "query", &log, |command| {
            command.arg(url);
        })?;
        Ok(Self(script))
    }

    /// Returns the rows, with `|` between their values.
    pub async fn query(&mut self, statement: &str) -> Result<Vec<String>> {
        let answer: Rows = self.0.ask(&serde_json::to_string(statement)?).await?;
        Ok(answer.rows)
    }

    pub async fn value(&mut self, statement: &str) -> Result<String> {
        let rows = self.query(statement).await?;
        rows.into_iter().next().with_context(|| format!("no row: {statement}"))
    }

    pub async fn now(&mut self) -> Result<Moment> {
        self.moment("clock_timestamp()").await
    }

    pub async fn moment(&mut self, expression: &str) -> Result<Moment> {
        let statement = format!("select at, floor(extract(epoch from at) * 1000)::bigint from {expression} as at");
        let row = self.value(&statement).await?;
        let (text, millis) = row.split_once('|').context("no time")?;
        Ok(Moment { text: text.to_owned(), millis: millis.parse()? })
    }
}
