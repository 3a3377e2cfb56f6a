//! Defines the rules of the order service that content pages show, such as delivery fees. A rule replaces a placeholder
//! in the text of the page, such as `{{delivery_table}}`. Each placeholder has a value for all possible rules, so that
//! a changed rule cannot break a page.
//!
//! Words of these rules: a zone is a group of places that are served alike; a window is the hours of a day in which a
//! zone is served; bonuses are earned by a purchase and spent on a later one; bloggers earn money with links to the
//! shop.

mod phrases;

use kit::{
    Language,
    number_format::{money_without_zeros, percent},
};

pub use self::phrases::escaped;
use self::phrases::hour;

/// The rules, as the order service returns them in `ShopPromises`. Amounts are in qəpik (1/100 manat).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopRules {
    /// The delivery tariffs, nearest zone first.
    pub tariffs: Vec<Tariff>,
    /// Total from which delivery to at least one zone is free.
    pub free_from_lowest: Option<i64>,
    /// Total from which delivery to all zones is free.
    pub free_from_everywhere: Option<i64>,
    /// How long goods can be returned after the delivery.
    pub return_days: i64,
    /// The goods that cannot be returned unless faulty.
    pub return_exceptions: Vec<String>,
    /// The first status in which customers can no longer cancel, such as `courier_appointed`.
    pub cancel_until: String,
    /// The bonuses that customers earn, by kind of goods.
    pub bonus_rates: Vec<Rate>,
    /// The factor by which a purchase on the birthday earns more bonuses.
    pub birthday_factor: i64,
    /// How long bonuses can be spent.
    pub valid_months: i64,
    /// How many days before the expiry of their bonuses customers are notified.
    pub notice_days: i64,
    /// How long bonuses can still be spent that a refund gives back after their expiry.
    pub grace_days: i64,
    /// Share of the goods that bonuses can pay for, in hundredths of a per cent.
    pub spend_share: i64,
    /// The rates of bloggers, by kind of goods.
    pub blogger_rates: Vec<Rate>,
    /// How long after a click on a blogger's link a purchase counts for the blogger.
    pub click_days: i64,
    /// The smallest order that can be paid in instalments.
    pub installment_minimum: i64,
    /// The possible numbers of instalments.
    pub installment_months: Vec<i32>,
    /// How long an order waits for its online payment.
    pub pay_minutes: i64,
}

/// The delivery tariff of a zone. Amounts are in qəpik.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tariff {
    pub code: String,
    pub title: String,
    pub fee: i64,
    /// Total from which delivery is free, or `None` if it is never free.
    pub free_from: Option<i64>,
    /// The smallest total of an order.
    pub minimum: i64,
    /// The days between the order and the earliest delivery.
    pub lead_days: i64,
    /// The hour in Baku from which an order counts for the next day.
    pub cut_off: i64,
    /// The hours from the order to the beginning of the earliest window.
    pub prepare_hours: i64,
    pub windows: Vec<Window>,
}

/// A delivery window. Hours are in Baku; the surcharge is added to the fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub starts: i64,
    pub ends: i64,
    pub surcharge: i64,
}

/// Bonuses or earnings for a kind of goods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    pub title: String,
    /// Rate in hundredths of a per cent.
    pub basis_points: i64,
}

impl ShopRules {
    /// Returns the value of a placeholder as Markdown, or `None` if the placeholder is unknown. Some placeholders are
    /// about one zone, whose code is in parentheses: `delivery_price(baku)`.
    pub fn markdown(&self, name: &str, language: Language) -> Option<String> {
        let (name, zone) = match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
            Some((name, code)) => (name, Some(self.tariffs.iter().find(|tariff| tariff.code == code)?)),
            None => (name, None),
        };
        let value = match (name, zone) {
            ("delivery_price", Some(zone)) => phrases::delivery_price(zone, language),
            ("delivery_windows", Some(zone)) => zone.windows_in_line(language),
            ("free_delivery_from", Some(zone)) => amount_or_dash(zone.free_from, language),
            ("delivery_fee", Some(zone)) => money_without_zeros(zone.fee, language),
            ("delivery_table", None) => self.delivery_table(language),
            ("delivery_windows", None) => self.window_list(language),
            ("same_day", None) => self.list_same_day(language, |tariff| hour(tariff.cut_off)),
            ("preparation", None) => {
                self.list_same_day(language, |tariff| phrases::hours(tariff.prepare_hours, language))
            }
            ("free_delivery", None) => self.free_delivery(language),
            ("return_days", None) => phrases::days_genitive(self.return_days, language),
            ("return_exceptions", None) => self.return_exception_list(),
            ("return_exception_names", None) => {
                phrases::join_list(self.return_exceptions.iter().map(|exception| escaped(exception)), language)
            }
            ("cancel_until", None) => phrases::cancel_until(&self.cancel_until, language).to_owned(),
            ("bonus_rates", None) => rate_list(&self.bonus_rates, language),
            ("bonus_share", None) => percent(self.spend_share, language),
            ("bonus_valid", None) => phrases::months(self.valid_months, language),
            ("bonus_notice", None) => phrases::days(self.notice_days, language),
            ("bonus_grace", None) => phrases::days(self.grace_days, language),
            ("birthday_factor", None) => self.birthday_factor.to_string(),
            ("blogger_rates", None) => rate_list(&self.blogger_rates, language),
            ("click_days", None) => phrases::days_genitive(self.click_days, language),
            ("installment_minimum", None) => money_without_zeros(self.installment_minimum, language),
            ("installment_months", None) => phrases::join_with_or(&self.installment_months, language),
            ("pay_time", None) => phrases::minutes(self.pay_minutes, language),
            _ => return None,
        };
        Some(value)
    }

    /// Returns a table with a row for each zone.
    fn delivery_table(&self, language: Language) -> String {
        let head = format!("| {} |", phrases::table_head(language).join(" | "));
        let rows = self.tariffs.iter().map(|tariff| {
            let free_from = amount_or_dash(tariff.free_from, language);
            let minimum = amount_or_dash(Some(tariff.minimum).filter(|minimum| *minimum > 0), language);
            let (title, fee) = (escaped(&tariff.title), money_without_zeros(tariff.fee, language));
            let when = phrases::lead_time(tariff.lead_days, language);
            format!("| {title} | {fee} | {free_from} | {minimum} | {when} |")
        });
        let lines = [head, "|---|--:|--:|--:|---|".to_owned()].into_iter().chain(rows);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns a list of the delivery windows of each zone.
    fn window_list(&self, language: Language) -> String {
        let zones = self.tariffs.iter();
        let lines = zones.map(|zone| format!("- **{}:** {}", escaped(&zone.title), zone.windows_in_line(language)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns a line with the zones that have delivery on the day of the order, each with what `describe` returns.
    fn list_same_day(&self, language: Language, describe: impl Fn(&Tariff) -> String) -> String {
        let zones = self.tariffs.iter().filter(|tariff| tariff.lead_days == 0);
        phrases::join_list(zones.map(|zone| format!("{}: {}", escaped(&zone.title), describe(zone))), language)
    }

    /// Returns a sentence about the total from which delivery is free.
    fn free_delivery(&self, language: Language) -> String {
        let money = |qepik| money_without_zeros(qepik, language);
        match (self.free_from_lowest, self.free_from_everywhere) {
            (None, _) => phrases::never_free(language).to_owned(),
            (Some(lowest), Some(everywhere)) if lowest == everywhere => {
                phrases::free_everywhere_from(&money(lowest), language)
            }
            (Some(lowest), Some(everywhere)) => {
                phrases::free_depending_on_address(&money(lowest), &money(everywhere), language)
            }
            (Some(lowest), None) => phrases::free_to_some_addresses(&money(lowest), language),
        }
    }

    fn return_exception_list(&self) -> String {
        let lines = self.return_exceptions.iter().map(|name| format!("- {};", escaped(name)));
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Tariff {
    fn windows_in_line(&self, language: Language) -> String {
        let windows = self.windows.iter().map(|window| {
            let hours = format!("{}–{}", hour(window.starts), hour(window.ends));
            if window.surcharge > 0 {
                format!("{hours} (+{})", money_without_zeros(window.surcharge, language))
            } else {
                hours
            }
        });
        windows.collect::<Vec<_>>().join(", ")
    }
}

fn amount_or_dash(amount: Option<i64>, language: Language) -> String {
    amount.map_or_else(|| "—".to_owned(), |amount| money_without_zeros(amount, language))
}

fn rate_list(rates: &[Rate], language: Language) -> String {
    let rates = rates.iter().map(|rate| format!("{}: {}", escaped(&rate.title), percent(rate.basis_points, language)));
    phrases::join_list(rates, language)
}

#[cfg(test)]
pub mod tests;
