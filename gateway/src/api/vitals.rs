//! Loading times and layout shifts that browsers report anonymously.

use axum::http::StatusCode;
use kit::telemetry::names;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Json, Visitor},
    problem::Problem,
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(report))
}

/// A web vital measured by a browser.
#[derive(Deserialize, ToSchema)]
struct Vital {
    name: Sign,
    /// In milliseconds; without a unit for `CLS`
    value: f64,
    page: PageKind,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Sign {
    /// Largest contentful paint
    Lcp,
    /// Interaction to next paint
    Inp,
    /// Cumulative layout shift
    Cls,
    /// Time to first byte
    Ttfb,
    /// First contentful paint
    Fcp,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PageKind {
    Home,
    Category,
    Product,
    Search,
    Newest,
    Sale,
    Popular,
    Stores,
    Store,
    List,
    Campaign,
    Content,
    Contact,
    Cart,
    Checkout,
    Account,
    Other,
}

/// The longest time in milliseconds. Larger values are refused: they come from tabs that were suspended.
const MAX_MS: f64 = 120_000.0;
/// The largest layout shift, which has no unit. Usual values are below 1.
const MAX_SHIFT: f64 = 100.0;

/// Report a web vital of a page
#[utoipa::path(post, path = "/vitals", operation_id = "recordWebVital", tag = "vitals", request_body = Vital,
    responses((status = NO_CONTENT, description = "The value was recorded")))]
async fn report(_: Visitor, Json(vital): Json<Vital>) -> Result<StatusCode, Problem> {
    let Vital { name, value, page } = vital;
    let max = if matches!(name, Sign::Cls) { MAX_SHIFT } else { MAX_MS };
    if !(0.0..=max).contains(&value) {
        return Err(Problem::invalid("value", "out_of_range"));
    }
    let (sign, page) = (name.label(), page.label());
    if matches!(name, Sign::Cls) {
        metrics::histogram!(names::WEB_LAYOUT_SHIFT, "sign" => sign, "page" => page).record(value);
    } else {
        metrics::histogram!(names::WEB_VITALS, "sign" => sign, "page" => page).record(value / 1000.0);
    }
    Ok(StatusCode::NO_CONTENT)
}

impl Sign {
    fn label(self) -> &'static str {
        match self {
            Self::Lcp => "lcp",
            Self::Inp => "inp",
            Self::Cls => "cls",
            Self::Ttfb => "ttfb",
            Self::Fcp => "fcp",
        }
    }
}

impl PageKind {
    fn label(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Category => "category",
            Self::Product => "product",
            Self::Search => "search",
            Self::Newest => "newest",
            Self::Sale => "sale",
            Self::Popular => "popular",
            Self::Stores => "stores",
            Self::Store => "store",
            Self::List => "list",
            Self::Campaign => "campaign",
            Self::Content => "content",
            Self::Contact => "contact",
            Self::Cart => "cart",
            Self::Checkout => "checkout",
            Self::Account => "account",
            Self::Other => "other",
        }
    }
}
