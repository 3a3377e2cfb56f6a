//! Rules of the order service that replace placeholders such as `{{delivery_table}}`. Each placeholder has a value for
//! all possible rules, so that a changed rule cannot break a page. A zone is a group of places that are served alike.

mod phrases;

use kit::{
    Language,
    number_format::{money_without_zeros, percent},
};

pub use self::phrases::escaped;
use self::phrases::hour;

/// Amounts are in qəpik (1/100 manat).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopRules {
    /// Nearest zone first.
    pub tariffs: Vec<Tariff>,
    /// From this total, delivery to at least one zone is free.
    pub free_from_lowest: Option<i64>,
    /// From this total, delivery to all zones is free.
    pub free_from_everywhere: Option<i64>,
    pub return_days: i64,
    pub return_exceptions: Vec<String>,
    /// The first status in which customers cannot cancel, such as `courier_appointed`.
    pub cancel_until: String,
    pub bonus_rates: Vec<Rate>,
    pub birthday_bonus_factor: i64,
    pub bonus_valid_months: i64,
    /// Customers are notified this long before their bonuses expire.
    pub bonus_notice_days: i64,
    /// How long bonuses can be spent that a refund gives back after their expiry.
    pub bonus_grace_days: i64,
    /// In hundredths of a per cent of the goods.
    pub max_bonus_share: i64,
    pub blogger_rates: Vec<Rate>,
    /// A purchase within this time after a click on a blogger's link counts for the blogger.
    pub click_days: i64,
    pub installment_minimum: i64,
    pub installment_months: Vec<i32>,
    /// How long an order waits for its online payment.
    pub pay_minutes: i64,
}

/// Amounts are in qəpik.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tariff {
    pub code: String,
    pub title: String,
    pub fee: i64,
    /// Total from which delivery is free.
    pub free_from: Option<i64>,
    pub order_minimum: i64,
    /// Days from the order to the earliest delivery.
    pub lead_days: i64,
    /// The hour in Baku from which an order counts for the next day.
    pub cut_off: i64,
    /// Hours from the order to the earliest window.
    pub prepare_hours: i64,
    pub windows: Vec<Window>,
}

/// Hours are in Baku.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub starts: i64,
    pub ends: i64,
    pub surcharge: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    pub title: String,
    pub basis_points: i64,
}

impl ShopRules {
    /// Some placeholders name a zone: `delivery_price(baku)`.
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
            ("bonus_share", None) => percent(self.max_bonus_share, language),
            ("bonus_valid", None) => phrases::months(self.bonus_valid_months, language),
            ("bonus_notice", None) => phrases::days(self.bonus_notice_days, language),
            ("bonus_grace", None) => phrases::days(self.bonus_grace_days, language),
            ("birthday_factor", None) => self.birthday_bonus_factor.to_string(),
            ("blogger_rates", None) => rate_list(&self.blogger_rates, language),
            ("click_days", None) => phrases::days_genitive(self.click_days, language),
            ("installment_minimum", None) => money_without_zeros(self.installment_minimum, language),
            ("installment_months", None) => phrases::join_with_or(&self.installment_months, language),
            ("pay_time", None) => phrases::minutes(self.pay_minutes, language),
            _ => return None,
        };
        Some(value)
    }

    fn delivery_table(&self, language: Language) -> String {
        let head = format!("| {} |", phrases::table_head(language).join(" | "));
        let rows = self.tariffs.iter().map(|tariff| {
            let free_from = amount_or_dash(tariff.free_from, language);
            let minimum = amount_or_dash(Some(tariff.order_minimum).filter(|minimum| *minimum > 0), language);
            let (title, fee) = (escaped(&tariff.title), money_without_zeros(tariff.fee, language));
            let when = phrases::lead_time(tariff.lead_days, language);
            format!("| {title} | {fee} | {free_from} | {minimum} | {when} |")
        });
        let lines = [head, "|---|--:|--:|--:|---|".to_owned()].into_iter().chain(rows);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn window_list(&self, language: Language) -> String {
        let zones = self.tariffs.iter();
        let lines = zones.map(|zone| format!("- **{}:** {}", escaped(&zone.title), zone.windows_in_line(language)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Zones with delivery on the day of the order.
    fn list_same_day(&self, language: Language, describe: impl Fn(&Tariff) -> String) -> String {
        let zones = self.tariffs.iter().filter(|tariff| tariff.lead_days == 0);
        phrases::join_list(zones.map(|zone| format!("{}: {}", escaped(&zone.title), describe(zone))), language)
    }

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
