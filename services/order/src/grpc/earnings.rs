//! Serves bloggers' earnings, and counts the clicks on their links that browsers report.

use kit::{Error, Language, client::CallContext, identity::Identity, input::Checks, page::Page};
use proto::{
    common::Done,
    json::to_timestamp,
    order::{
        ClickRequest, EarningEntry, EarningEntryKind, EarningFigures, EarningRate, EarningsOfDay, EarningsOfList,
        EarningsOfProduct, EarningsPage, GetEarningsRequest, InfluencerEarnings, MaturingEarning, earnings_server,
    },
};
use tonic::{Request, Response, Status};

use super::parse;
use crate::{
    App,
    app::{Shopper, influencer},
    db::influencer::{Figures, Posting},
    domain::{
        bonus::{RETURN_DAYS, Rule},
        ledger::Kind,
        referral::WINDOW_DAYS,
    },
};

pub struct Earnings {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl earnings_server::Earnings for Earnings {
    async fn get(&self, request: Request<GetEarningsRequest>) -> Result<Response<EarningsPage>, Status> {
        let account = self.identity.account(&request).await?;
        let blogger = Shopper { account, context: CallContext::from_request(&request), is_app: false };
        let request = request.get_ref();
        let mut checks = Checks::default();
        let days = checks.take("days", days(request.days));
        checks.finish()?;
        let page = Page::parse(request.page, request.per_page)?;
        let days = days.ok_or_else(|| Error::invalid("days", "unknown_value"))?;
        let earnings = influencer::read(&self.app, &blogger, days, page).await?;
        let meta = Some(page.meta(earnings.sums.postings));
        Ok(Response::new(EarningsPage { earnings: Some(to_message(&earnings, blogger.context.language)), meta }))
    }

    async fn click(&self, request: Request<ClickRequest>) -> Result<Response<Done>, Status> {
        let caller = self.identity.visitor(&request).await?.map(|caller| caller.account);
        let context = CallContext::from_request(&request);
        let request = request.get_ref();
        let mut checks = Checks::default();
        let no_prefix = "";
        let link = parse::link(&mut checks, no_prefix, request.list.as_deref(), request.code.as_deref());
        let product = checks.take("productId", request.product_id.map(parse::positive).transpose()).flatten();
        checks.finish()?;
        let link = link.ok_or_else(|| Error::invalid("list", "required"))?;
        influencer::count_click(&self.app, &context, caller, &link, product).await?;
        Ok(Response::new(Done {}))
    }
}

/// A month (the default) or a quarter fits on a chart.
fn days(raw: i64) -> Result<u64, &'static str> {
    match raw {
        0 | 30 => Ok(30),
        90 => Ok(90),
        _ => Err("unknown_value"),
    }
}

fn to_message(earnings: &influencer::Earnings, language: Language) -> InfluencerEarnings {
    let report = &earnings.report;
    let by_day: Vec<_> = earnings.days().map(|(day, figures)| of_day(day.to_string(), figures)).collect();
    let maturing = earnings.maturing.iter();
    let maturing =
        maturing.map(|maturing| MaturingEarning { amount: maturing.amount, at: Some(to_timestamp(maturing.at)) });
    InfluencerEarnings {
        code: earnings.code.clone(),
        balance: earnings.balance(),
        pending: earnings.pending(),
        earned: earnings.sums.earned,
        taken_back: earnings.sums.taken_back,
        maturing: maturing.collect(),
        days: by_day.len() as i64,
        total: Some(to_figures(report.total)),
        by_day,
        by_list: report.by_list.iter().map(|(list, figures)| of_list(earnings, *list, *figures)).collect(),
        by_product: report.by_product.iter().map(|(id, figures)| of_product(earnings, *id, *figures)).collect(),
        entries: earnings.postings.iter().map(to_entry).collect(),
        rates: earnings.rules.iter().map(|rule| rate(rule, language)).collect(),
        return_days: RETURN_DAYS as i64,
        window_days: WINDOW_DAYS,
    }
}

fn of_day(date: String, figures: Figures) -> EarningsOfDay {
    EarningsOfDay { date, figures: Some(to_figures(figures)) }
}

/// The id 0 stands for the link with the blogger's code.
fn of_list(earnings: &influencer::Earnings, list_id: i64, figures: Figures) -> EarningsOfList {
    let list = earnings.lists.get(&list_id);
    EarningsOfList {
        list_id: (list_id != 0).then_some(list_id),
        name: list.map(|list| list.name.clone()),
        slug: list.map(|list| list.slug.clone()),
        figures: Some(to_figures(figures)),
    }
}

fn of_product(earnings: &influencer::Earnings, product_id: i64, figures: Figures) -> EarningsOfProduct {
    let product = earnings.products.get(&product_id);
    EarningsOfProduct {
        product_id,
        name: product.map(|product| product.name.clone()),
        slug: product.map(|product| product.slug.clone()),
        image_url: product.map(|product| product.image_url.clone()),
        figures: Some(to_figures(figures)),
    }
}

fn to_figures(figures: Figures) -> EarningFigures {
    let Figures { clicks, orders, earned, taken_back } = figures;
    EarningFigures { clicks, orders, earned, taken_back }
}

fn to_entry(posting: &Posting) -> EarningEntry {
    EarningEntry {
        kind: to_kind(posting.kind).into(),
        amount: posting.amount,
        balance: posting.balance,
        at: Some(to_timestamp(posting.at)),
        matures_at: posting.matures_at.map(to_timestamp),
        products: posting.products.clone(),
        cashout: posting.cashout.clone(),
    }
}

fn to_kind(kind: Kind) -> EarningEntryKind {
    match kind {
        Kind::InfluencerEarned => EarningEntryKind::Earned,
        Kind::InfluencerTakenBack => EarningEntryKind::TakenBack,
        Kind::CashoutRequested => EarningEntryKind::CashedOut,
        Kind::CashoutReturned => EarningEntryKind::CashoutReturned,
        // Other movements of the ledger do not change a blogger's balance.
        _ => EarningEntryKind::Unspecified,
    }
}

pub(super) fn rate(rule: &Rule, language: Language) -> EarningRate {
    let title = rule.title.in_language(language).to_owned();
    EarningRate { title, basis_points: rule.basis_points, ends_at: rule.ends_at.map(to_timestamp) }
}
