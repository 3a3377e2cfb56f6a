//! Reads a blogger's earnings, figures and rates.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use kit::{Error, Result, page::Page};

use crate::{
    App,
    app::{SNAPSHOT, Shopper},
    catalog::{ListName, Offers},
    db::{
        self,
        influencer::{Figures, Maturing, Posting, Report, Sums},
        rate_rule::Earner,
    },
    domain::{baku, bonus::Rule, cart::LineKey},
};

const REPORT_ROWS: i64 = 20;

pub struct ProductName {
    pub name: String,
    pub slug: String,
    pub image_url: String,
}

pub struct Earnings {
    pub code: String,
    pub sums: Sums,
    pub maturing: Vec<Maturing>,
    pub since: NaiveDate,
    pub until: NaiveDate,
    pub report: Report,
    pub lists: HashMap<i64, ListName>,
    /// Only those still for sale.
    pub products: HashMap<i64, ProductName>,
    pub postings: Vec<Posting>,
    pub rules: Vec<Rule>,
}

impl Earnings {
    /// The amount that can be paid out now.
    pub fn balance(&self) -> i64 {
        self.sums.balance - self.pending()
    }

    /// Earnings of goods that can still be returned.
    pub fn pending(&self) -> i64 {
        self.maturing.iter().map(|maturing| maturing.amount).sum()
    }

    /// Includes days without clicks and orders.
    pub fn days(&self) -> impl Iterator<Item = (NaiveDate, Figures)> + '_ {
        let figures: HashMap<_, _> = self.report.by_day.iter().copied().collect();
        self.since
            .iter_days()
            .take_while(|day| *day <= self.until)
            .map(move |day| (day, figures.get(&day).copied().unwrap_or_default()))
    }
}

/// Reads one snapshot, so that the figures add up.
pub async fn read(app: &App, blogger: &Shopper, days: u64, page: Page) -> Result<Earnings> {
    let code = app.auth.referral_code(&blogger.context).await?.ok_or(Error::NotAllowed("not_a_blogger"))?;
    let now = app.clock.now();
    let until = baku::local(now).date();
    let mut earnings = Earnings {
        code,
        sums: Sums::default(),
        maturing: vec![],
        since: until - Days::new(days - 1),
        until,
        report: Report::default(),
        lists: HashMap::new(),
        products: HashMap::new(),
        postings: vec![],
        rules: vec![],
    };
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    if let Some(holder) = db::influencer::holder_for(&mut tx, blogger.account).await? {
        earnings.sums = db::influencer::sums(&mut tx, holder).await?;
        earnings.maturing = db::influencer::maturing(&mut tx, holder, now).await?;
        earnings.report = db::influencer::report(&mut tx, holder, earnings.since, REPORT_ROWS).await?;
        earnings.postings =
            db::influencer::page(&mut tx, holder, earnings.sums.postings, page, blogger.context.language).await?;
    }
    earnings.rules = db::rate_rule::all(&mut tx, Earner::Blogger).await?;
    tx.commit().await?;
    earnings.rules.retain(|rule| rule.is_open(now));
    fetch_names(app, blogger, &mut earnings).await?;
    Ok(earnings)
}

async fn fetch_names(app: &App, blogger: &Shopper, earnings: &mut Earnings) -> Result<()> {
    let key = |product: i64| LineKey { product, size: None };
    let mut offers = Offers::default();
    let products = earnings.report.by_product.iter().map(|(product, _)| key(*product));
    let lists = async {
        if earnings.report.by_list.iter().all(|(list, _)| *list == 0) {
            return Ok(vec![]);
        }
        app.catalog.lists_of(&blogger.context).await
    };
    let (fetched, lists) = tokio::join!(app.catalog.fetch_offers(&mut offers, &blogger.context, products), lists);
    fetched?;
    earnings.lists = lists?.into_iter().map(|list| (list.id, list)).collect();
    for (product, _) in &earnings.report.by_product {
        if let Some(offered) = offers.take(key(*product)) {
            let card = offered.product;
            let named = ProductName { name: card.name, slug: card.slug, image_url: card.image_url };
            earnings.products.insert(*product, named);
        }
    }
    Ok(())
}
