//! Earnings of bloggers, and clicks reported by browsers.

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
        let read = influencer::read(&self.app, &blogger, days, page).await?;
        let meta = Some(page.meta(read.sums.postings));
        Ok(Response::new(EarningsPage { earnings: Some(earnings(&read, blogger.context.language)), meta }))
    }

    async fn click(&self, request: Request<ClickRequest>) -> Result<Response<Done>, Status> {
        let caller = self.identity.visitor(&request).await?.map(|caller| caller.account);
        let context = CallContext::from_request(&request);
        let request = request.get_ref();
        let mut checks = Checks::default();
        let link = parse::link(&mut checks, "", request.list.as_deref(), request.code.as_deref());
        let product = checks.take("productId", request.product_id.map(parse::positive).transpose()).flatten();
        checks.finish()?;
        let link = link.ok_or_else(|| Error::invalid("list", "required"))?;
        influencer::count_click(&self.app, &context, caller, &link, product).await?;
        Ok(Response::new(Done {}))
    }
}

/// Accepts a month or a quarter, which fit on a chart.
fn days(raw: i64) -> Result<u64, &'static str> {
    match raw {
        0 | 30 => Ok(30),
        90 => Ok(90),
        _ => Err("unknown_value"),
    }
}

fn earnings(read: &influencer::Earnings, language: Language) -> InfluencerEarnings {
    let by_day: Vec<_> = read.days().map(|(day, figures)| of_day(day.to_string(), figures)).collect();
    InfluencerEarnings {
        code: read.code.clone(),
        balance: read.balance(),
        pending: read.pending(),
        earned: read.sums.earned,
        taken_back: read.sums.taken_back,
        maturing: read
            .maturing
            .iter()
            .map(|maturing| MaturingEarning { amount: maturing.amount, at: Some(to_timestamp(maturing.at)) })
            .collect(),
        days: by_day.len() as i64,
        total: Some(figures(read.report.total)),
        by_day,
        by_list: read.report.by_list.iter().map(|(list, figures)| of_list(read, *list, *figures)).collect(),
        by_product: read.report.by_product.iter().map(|(id, figures)| of_product(read, *id, *figures)).collect(),
        entries: read.postings.iter().map(entry).collect(),
        rates: read.rules.iter().map(|rule| rate(rule, language)).collect(),
        return_days: RETURN_DAYS as i64,
        window_days: WINDOW_DAYS,
    }
}

fn of_day(date: String, of: Figures) -> EarningsOfDay {
    EarningsOfDay { date, figures: Some(figures(of)) }
}

fn of_list(read: &influencer::Earnings, list: i64, of: Figures) -> EarningsOfList {
    let found = read.lists.get(&list);
    EarningsOfList {
        list_id: (list != 0).then_some(list),
        name: found.map(|list| list.name.clone()),
        slug: found.map(|list| list.slug.clone()),
        figures: Some(figures(of)),
    }
}

fn of_product(read: &influencer::Earnings, product_id: i64, of: Figures) -> EarningsOfProduct {
    let found = read.products.get(&product_id);
    EarningsOfProduct {
        product_id,
        name: found.map(|product| product.name.clone()),
        slug: found.map(|product| product.slug.clone()),
        image_url: found.map(|product| product.image_url.clone()),
        figures: Some(figures(of)),
    }
}

fn figures(of: Figures) -> EarningFigures {
    EarningFigures { clicks: of.clicks, orders: of.orders, earned: of.earned, taken_back: of.taken_back }
}

fn entry(posting: &Posting) -> EarningEntry {
    EarningEntry {
        kind: kind(posting.kind).into(),
        amount: posting.amount,
        balance: posting.balance,
        at: Some(to_timestamp(posting.at)),
        matures_at: posting.matures_at.map(to_timestamp),
        products: posting.products.clone(),
        cashout: posting.cashout.clone(),
    }
}

fn kind(kind: Kind) -> EarningEntryKind {
    match kind {
        Kind::InfluencerEarned => EarningEntryKind::Earned,
        Kind::InfluencerTakenBack => EarningEntryKind::TakenBack,
        Kind::CashoutRequested => EarningEntryKind::CashedOut,
        Kind::CashoutReturned => EarningEntryKind::CashoutReturned,
        _ => EarningEntryKind::Unspecified,
    }
}

pub(super) fn rate(rule: &Rule, language: Language) -> EarningRate {
    let title = rule.title.in_language(language).to_owned();
    EarningRate { title, basis_points: rule.basis_points, ends_at: rule.ends_at.map(to_timestamp) }
}
