//! Writes the demo's wholesale requests from `wholesale.json`.

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::{Error, Language, client::CallContext};
use serde::Deserialize;

use super::writer::{HistoryWriter, idempotent};
use crate::{
    app::{
        order_jobs,
        wholesale::{self, EnteredTransfer, Link},
    },
    domain::{
        baku,
        cart::LineKey,
        method::Method,
        order::Address,
        wholesale::{
            Company, Customer, Wanted, WantedLine,
            code::RequestCode,
            quote::{QuotedLine, Terms},
            record::Direction,
        },
    },
};

/// How long an operator takes to answer.
const ANSWER: TimeDelta = TimeDelta::hours(2);
/// Between two later steps of a request.
const DAY: TimeDelta = TimeDelta::days(1);

/// A request of `wholesale.json`, and what becomes of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DemoRequest {
    pub days_ago: i64,
    language: Language,
    company: Option<DemoCompany>,
    name: String,
    phone_number: String,
    email: Option<String>,
    #[serde(default)]
    lines: Vec<DemoLine>,
    /// Goods described in words.
    text: Option<String>,
    note: Option<String>,
    quote: Option<DemoQuote>,
    /// `None` leaves the request open.
    end: Option<End>,
    /// The reason to decline or cancel.
    reason: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoCompany {
    name: String,
    voen: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoLine {
    product_id: i64,
    count: i64,
    /// The price in the quote, if there is one.
    unit_price: Option<i64>,
}

/// The terms besides the prices.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoQuote {
    delivery_fee: i64,
    delivery_terms: String,
    valid_days: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum End {
    Accepted,
    Paid,
    Declined,
    Expired,
    Cancelled,
}

impl DemoLine {
    fn key(&self) -> LineKey {
        LineKey { product: self.product_id, size: None }
    }
}

impl DemoRequest {
    fn wanted(&self) -> Wanted {
        let company = self.company.as_ref();
        let company = company.map(|company| Company { name: company.name.clone(), voen: company.voen.clone() });
        Wanted {
            customer: Customer {
                company,
                name: self.name.clone(),
                phone_number: self.phone_number.clone(),
                email: self.email.clone(),
            },
            language: self.language,
            lines: self.lines.iter().map(|line| WantedLine { key: line.key(), count: line.count }).collect(),
            description: self.text.clone(),
            wished_on: None,
            note: self.note.clone(),
        }
    }

    fn quoted_lines(&self) -> anyhow::Result<Vec<QuotedLine>> {
        let priced = |line: &DemoLine| {
            let unit_price = line.unit_price.context("a line of a quote has no price")?;
            Ok(QuotedLine { key: line.key(), count: line.count, unit_price })
        };
        self.lines.iter().map(priced).collect()
    }
}

impl HistoryWriter {
    /// Sends a request, and brings it to its final state.
    pub async fn wholesale(&self, number: usize, demo: &DemoRequest) -> anyhow::Result<()> {
        let app = &self.app;
        let customer = CallContext { language: demo.language, ..CallContext::default() };
        let request = idempotent(format!("history-wholesale-{number}"));
        let code = match wholesale::create_request(app, None, &customer, &demo.wanted(), &request).await {
            Ok(record) => record.code,
            // The small demo has fewer products.
            Err(Error::Invalid(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        self.history_clock.advance(ANSWER);
        if let Some(quote) = &demo.quote {
            self.quote(&code, demo, quote).await?;
        }
        let reason = demo.reason.clone();
        let link = Link { token: app.wholesale.link_key.token(&code), code };
        match demo.end {
            None => {}
            Some(End::Declined) => {
                self.history_clock.advance(DAY);
                wholesale::decline(app, &link, reason.as_deref()).await?;
            }
            Some(End::Cancelled) => {
                self.history_clock.advance(DAY);
                wholesale::cancel(app, &self.people.operator, &link.code, reason).await?;
            }
            Some(End::Expired) => {
                self.history_clock.advance(TimeDelta::days(demo.quote.as_ref().map_or(0, |quote| quote.valid_days)));
                wholesale::end_due(app).await?;
            }
            Some(End::Accepted | End::Paid) => {
                self.history_clock.advance(DAY);
                self.accept(number, &link).await?;
                if demo.end == Some(End::Paid) {
                    self.history_clock.advance(DAY);
                    self.transfer(&link).await?;
                }
            }
        }
        Ok(())
    }

    async fn quote(&self, code: &RequestCode, demo: &DemoRequest, quote: &DemoQuote) -> anyhow::Result<()> {
        let terms = Terms {
            lines: demo.quoted_lines()?,
            valid_until: self.app.clock.now() + TimeDelta::days(quote.valid_days),
            delivery_fee: quote.delivery_fee,
            delivery_terms: quote.delivery_terms.clone(),
            note: None,
        };
        wholesale::quote(&self.app, &self.people.operator, code, &terms).await?;
        Ok(())
    }

    /// Accepts the quote, to be paid by bank transfer.
    async fn accept(&self, number: usize, link: &Link) -> anyhow::Result<()> {
        let accepted = wholesale::Acceptance {
            version: 1,
            method: Method::Transfer,
            address: office_address(),
            request: idempotent(format!("history-acceptance-{number}")),
        };
        wholesale::accept(&self.app, link, &accepted).await?;
        self.run_order_jobs().await
    }

    async fn transfer(&self, link: &Link) -> anyhow::Result<()> {
        let record = wholesale::open(&self.app, link).await?;
        let paid = EnteredTransfer {
            direction: Direction::In,
            amount: record.balance().context("the order is missing")?.due,
            reference: format!("Köçürmə {}", link.code.as_str()),
            moved_on: baku::local(self.app.clock.now()).date(),
        };
        wholesale::enter(&self.app, &self.people.operator, &link.code, &paid).await?;
        self.run_order_jobs().await
    }

    async fn run_order_jobs(&self) -> anyhow::Result<()> {
        while order_jobs::run_order_jobs(&self.app).await? > 0 {}
        Ok(())
    }
}

fn office_address() -> Address {
    Address {
        city: "Bakı".to_owned(),
        district: Some("Nəsimi".to_owned()),
        street: "28 May küçəsi".to_owned(),
        building: "16".to_owned(),
        floor: Some("4".to_owned()),
        ..Address::default()
    }
}
