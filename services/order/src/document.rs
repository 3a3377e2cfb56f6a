//! PDF documents of wholesale: quotes and invoices.

mod fonts;
mod labels;
mod layout;
mod paint;

use chrono::{DateTime, Utc};
use kit::{Language, number_format};

use self::{
    labels::Labels,
    layout::{Align, Cell, Layout},
};
use crate::{
    Seller, dates,
    domain::{
        baku,
        wholesale::record::{Invoice, Quote, QuoteLine, Record},
    },
};

const SHOP: &str = "Sovqat";
// Font sizes. All lengths are in points.
const TITLE: f32 = 18.0;
const TEXT: f32 = 10.0;
const SMALL: f32 = 8.5;
// Right edges of columns.
const COUNT: f32 = 360.0;
const PRICE: f32 = 450.0;
const SUM: f32 = 547.0;
// Left edges of columns, and the width of names.
const NUMBER: f32 = 40.0;
const NAME: f32 = 64.0;
const NAME_WIDTH: f32 = 240.0;

/// `site` is the shop's public URL.
pub fn quote(record: &Record, quote: &Quote, site: &str) -> anyhow::Result<Vec<u8>> {
    let (language, labels) = (record.language, Labels::of(record.language));
    let title = format!("{} {}", labels.quote, record.code.as_str());
    let mut page = Layout::new();
    head(&mut page, &title, quote.quoted_at);
    page.pair(labels.valid_until, &dates::moment(quote.valid_until), TEXT);
    customer(&mut page, record, labels);
    table(&mut page, quote, language, labels);
    page.gap(12.0);
    if !quote.delivery_terms.is_empty() {
        page.pair(labels.delivery_terms, &quote.delivery_terms, TEXT);
    }
    if let Some(note) = &quote.note {
        page.pair(labels.note, note, TEXT);
    }
    page.gap(12.0);
    page.paragraph(labels.how_to_accept, SMALL);
    page.paragraph(site, SMALL);
    paint::file(&page.finish(), &title, language)
}

pub fn invoice(record: &Record, quote: &Quote, invoice: &Invoice, seller: &Seller) -> anyhow::Result<Vec<u8>> {
    let (language, labels) = (record.language, Labels::of(record.language));
    let title = format!("{} {}", labels.invoice, invoice.number);
    let mut page = Layout::new();
    head(&mut page, &title, invoice.issued_at);
    if let Some(order) = &record.order {
        page.pair(labels.order, &order.code, TEXT);
        if let Some(until) = order.pay_until {
            page.pair(labels.pay_until, &dates::last_day(until), TEXT);
        }
    }
    page.gap(10.0);
    page.heading(labels.seller);
    for (label, value) in [
        (labels.name, &seller.name),
        (labels.voen, &seller.voen),
        (labels.bank, &seller.bank),
        (labels.bank_code, &seller.bank_code),
        (labels.swift, &seller.swift),
        (labels.iban, &seller.iban),
    ] {
        page.pair(label, value, TEXT);
    }
    customer(&mut page, record, labels);
    table(&mut page, quote, language, labels);
    page.gap(12.0);
    page.pair(labels.purpose, &labels.purpose_of(&invoice.number), TEXT);
    paint::file(&page.finish(), &title, language)
}

fn head(page: &mut Layout, title: &str, issued_at: DateTime<Utc>) {
    page.bold(SHOP, TEXT);
    page.gap(6.0);
    page.bold(title, TITLE);
    page.paragraph(&dates::date(baku::local(issued_at).date()), TEXT);
    page.gap(8.0);
}

fn customer(page: &mut Layout, record: &Record, labels: &Labels) {
    let customer = &record.customer;
    page.gap(10.0);
    page.heading(labels.customer);
    if let Some(company) = &customer.company {
        page.pair(labels.name, &company.name, TEXT);
        page.pair(labels.voen, &company.voen, TEXT);
    }
    page.pair(labels.contact, &format!("{}, {}", customer.name, customer.phone_number), TEXT);
}

fn table(page: &mut Layout, quote: &Quote, language: Language, labels: &Labels) {
    page.gap(14.0);
    page.row(&[
        Cell::bold(NUMBER, Align::Left, "№"),
        Cell::bold(NAME, Align::Left, labels.product),
        Cell::bold(COUNT, Align::Right, labels.count),
        Cell::bold(PRICE, Align::Right, labels.price),
        Cell::bold(SUM, Align::Right, labels.sum),
    ]);
    page.rule();
    for (number, line) in (1..).zip(&quote.lines) {
        page.row(&[
            Cell::plain(NUMBER, Align::Left, &format!("{number}")),
            Cell::wrapped(NAME, NAME_WIDTH, &name(line)),
            Cell::plain(COUNT, Align::Right, &line.item.count.to_string()),
            Cell::plain(PRICE, Align::Right, &number_format::money(line.unit_price, language)),
            Cell::plain(SUM, Align::Right, &number_format::money(line.line_total, language)),
        ]);
    }
    page.rule();
    let mut sum = |label: &str, amount: i64, cell: fn(f32, Align, &str) -> Cell| {
        let amount = number_format::money(amount, language);
        page.row(&[cell(PRICE, Align::Right, label), cell(SUM, Align::Right, &amount)]);
    };
    sum(labels.goods, quote.goods, Cell::plain);
    sum(labels.delivery, quote.delivery_fee, Cell::plain);
    sum(labels.total, quote.total, Cell::bold);
    sum(labels.vat, quote.vat, Cell::plain);
}

fn name(line: &QuoteLine) -> String {
    match &line.item.size {
        Some(size) => format!("{} ({size})", line.item.name),
        None => line.item.name.clone(),
    }
}

#[cfg(test)]
mod tests;
