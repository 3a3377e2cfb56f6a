//! Reads a blogger's balance, report of clicks and orders, and history of earnings.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use kit::{Error, Result, page::Page};

use crate::{
    App,
    app::Shopper,
    catalog::{ListName, Offers},
    db::{
        self,
        influencer::{Figures, Maturing, Posting, Report, Sums},
        rate_rule::Earner,
    },
    domain::{baku, bonus::Rule, cart::LineKey},
};

/// Maximum number of lists and of products in a report.
const TOP_PRODUCTS: i64 = 20;

/// How a report shows a product.
pub struct ProductName {
    pub name: String,
    pub slug: String,
    pub image_url: String,
}

/// The page of earnings, as a blogger sees it.
pub struct Earnings {
    /// The code in the blogger's referral link.
    pub code: String,
    pub sums: Sums,
    /// The pending part of the balance, by day.
    pub maturing: Vec<Maturing>,
    /// First day of the report.
    pub since: NaiveDate,
    /// Last day of the report: today.
    pub until: NaiveDate,
    pub report: Report,
    pub lists: HashMap<i64, ListName>,
    /// Products of the report that are still for sale.
    pub products: HashMap<i64, ProductName>,
    /// One page of the history of earnings.
    pub postings: Vec<Posting>,
    /// The rules of earnings that apply now.
    pub rules: Vec<Rule>,
}

impl Earnings {
    /// Returns the amount that can be paid out now.
    pub fn balance(&self) -> i64 {
        self.sums.balance - self.pending()
    }

    /// Returns the part of the balance that cannot be paid out yet, because the goods can still be returned.
    pub fn pending(&self) -> i64 {
        self.maturing.iter().map(|maturing| maturing.amount).sum()
    }

    /// Returns the figures of each day of the report, including days without clicks and orders.
    pub fn days(&self) -> impl Iterator<Item = (NaiveDate, Figures)> + '_ {
        let figures: HashMap<_, _> = self.report.by_day.iter().copied().collect();
        self.since
            .iter_days()
            .take_while(|day| *day <= self.until)
            .map(move |day| (day, figures.get(&day).copied().unwrap_or_default()))
    }
}

/// Reads the earnings and a report of the last `days` days, in one snapshot of the database, so that the figures add
/// up. Afterwards fetches the names of lists and products, without holding a database connection.
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
    let mut tx = kit::db::begin_with(&app.pool, "begin isolation level repeatable read read only").await?;
    if let Some(holder) = db::influencer::holder_for(&mut tx, blogger.account).await? {
        earnings.sums = db::influencer::sums(&mut tx, holder).await?;
        earnings.maturing = db::influencer::maturing(&mut tx, holder, now).await?;
        earnings.report = db::influencer::report(&mut tx, holder, earnings.since, TOP_PRODUCTS).await?;
        earnings.postings =
            db::influencer::page(&mut tx, holder, earnings.sums.postings, page, blogger.context.language).await?;
    }
    earnings.rules = db::rate_rule::all(&mut tx, Earner::Blogger).await?;
    tx.commit().await?;
    earnings.rules.retain(|rule| rule.is_open(now));
    fetch_names(app, blogger, &mut earnings).await?;
    Ok(earnings)
}

/// Adds the names of lists and products from the catalog.
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
