//! Wholesale requests of the demo. What is there already stays as it is.

use anyhow::{Context as _, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use kit::Language;
use rand::Rng as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use crate::{
    db::{
        self,
        wholesale::{quote, request},
    },
    domain::{
        cart::LineKey,
        order::Request,
        wholesale::{
            Company, Customer, Item, State, Wanted,
            code::RequestCode,
            link::LinkKey,
            parse_voen,
            quote::{QuotedLine, Terms},
            record::QuoteLine,
        },
    },
};

/// The account that quotes in the demo.
const OPERATOR: i64 = 3;
const STORE: i64 = 1;
/// An operator answers this long after the request.
const ANSWER: TimeDelta = TimeDelta::hours(3);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DemoRequest {
    pub key: String,
    state: String,
    language: String,
    company: Option<String>,
    voen: Option<String>,
    name: String,
    phone_number: String,
    email: Option<String>,
    #[serde(default)]
    lines: Vec<DemoLine>,
    text: Option<String>,
    note: Option<String>,
    delivery_fee: Option<i64>,
    delivery_terms: Option<String>,
    valid_days: Option<i64>,
    age_days: i64,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoLine {
    product_id: i64,
    slug: String,
    name: String,
    count: i64,
    unit_price: Option<i64>,
}

impl DemoLine {
    fn key(&self) -> LineKey {
        LineKey { product: self.product_id, size: None }
    }

    fn item(&self) -> Item {
        Item {
            product_id: self.product_id,
            size_id: None,
            count: self.count,
            name: self.name.clone(),
            slug: self.slug.clone(),
            image_url: String::new(),
            size: None,
        }
    }
}

pub async fn load(
    tx: &mut PgConnection,
    demo: DemoRequest,
    link_key: &LinkKey,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let state = State::of_key(&demo.state).context("the state is not known")?;
    ensure!(!matches!(state, State::Accepted | State::Paid), "an accepted quote has an order: the history accepts it");
    let company = match (&demo.company, &demo.voen) {
        (Some(name), Some(voen)) => {
            let voen = parse_voen(voen).ok().context("the VÖEN has not ten digits")?;
            Some(Company { name: name.clone(), voen })
        }
        _ => None,
    };
    let asked_at = now - TimeDelta::days(demo.age_days);
    let wanted = Wanted {
        customer: Customer {
            company,
            name: demo.name.clone(),
            phone_number: demo.phone_number.clone(),
            email: demo.email.clone(),
        },
        language: Language::from_tag(&demo.language).context("the language is not known")?,
        lines: demo.lines.iter().map(|line| (line.key(), line.count)).collect(),
        description: demo.text.clone(),
        wished_on: None,
        note: demo.note.clone(),
    };
    let items: Vec<_> = demo.lines.iter().map(DemoLine::item).collect();
    let code = RequestCode::of_chance(rand::thread_rng().r#gen());
    let new = request::New {
        code: &code,
        token_hash: link_key.token(&code).hash(),
        account: None,
        request: &Request { key: demo.key.clone(), hash: Sha256::digest(demo.key.as_bytes()).into() },
        wanted: &wanted,
        items: &items,
        at: asked_at,
    };
    let Some(id) = request::insert(tx, &new).await? else { return Ok(()) };
    if let Some(days) = demo.valid_days {
        insert_quote(tx, id, &demo, asked_at, days).await?;
    }
    let actor = match state {
        State::Declined => "customer".to_owned(),
        State::Expired => "clock".to_owned(),
        _ => OPERATOR.to_string(),
    };
    if state != State::Quoted {
        let by = (&*actor, demo.reason.as_deref());
        db::wholesale::set_state(tx, id, state, by, None, asked_at + ANSWER * 2).await?;
    }
    Ok(())
}

async fn insert_quote(
    tx: &mut PgConnection,
    id: i64,
    demo: &DemoRequest,
    asked_at: DateTime<Utc>,
    days: i64,
) -> anyhow::Result<()> {
    let priced = |line: &DemoLine| {
        let unit_price = line.unit_price?;
        Some(QuotedLine { key: line.key(), count: line.count, unit_price })
    };
    let quoted: Option<Vec<_>> = demo.lines.iter().map(priced).collect();
    let quoted_at = asked_at + ANSWER;
    let terms = Terms {
        lines: quoted.context("a line of a quote has no price")?,
        valid_until: quoted_at + TimeDelta::days(days),
        delivery_fee: demo.delivery_fee.context("a quote has no delivery fee")?,
        delivery_terms: demo.delivery_terms.clone().unwrap_or_default(),
        note: None,
    };
    let lines = demo.lines.iter().zip(&terms.lines).map(|(line, quoted)| QuoteLine {
        store_id: STORE,
        store_name: String::new(),
        store_slug: String::new(),
        unit_price: quoted.unit_price,
        line_total: quoted.total(),
        item: line.item(),
    });
    let new = quote::New {
        request: id,
        terms: &terms,
        lines: &lines.collect::<Vec<_>>(),
        sums: terms.sums().context("a quote is too large")?,
        operator: OPERATOR,
        at: quoted_at,
    };
    quote::insert(tx, &new).await?;
    let due_at = Some(terms.due_at(quoted_at));
    db::wholesale::set_state(tx, id, State::Quoted, (&*OPERATOR.to_string(), None), due_at, quoted_at).await?;
    Ok(())
}
