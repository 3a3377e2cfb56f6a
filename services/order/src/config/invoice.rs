//! Settings of wholesale invoices.

use anyhow::{Context as _, ensure};

use crate::{domain::wholesale::parse_voen, wholesale::Seller};

/// All or none of the `invoice_…` settings must be set.
#[derive(clap::Args)]
pub struct InvoiceConfig {
    /// The company that wholesale invoices are paid to. Local mode has a fictitious default
    #[arg(long, env)]
    pub invoice_seller: Option<String>,
    /// The company's VÖEN (tax number): ten digits
    #[arg(long, env)]
    pub invoice_voen: Option<String>,
    /// The company's bank
    #[arg(long, env)]
    pub invoice_bank: Option<String>,
    /// The bank's code
    #[arg(long, env)]
    pub invoice_bank_code: Option<String>,
    /// The bank's SWIFT code
    #[arg(long, env)]
    pub invoice_swift: Option<String>,
    /// The company's IBAN
    #[arg(long, env)]
    pub invoice_iban: Option<String>,
    /// Working days in which an accepted wholesale quote must be paid; the stock is reserved for as long
    #[arg(long, env, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub wholesale_payment_days: u32,
}

impl InvoiceConfig {
    /// Returns `None` if wholesale orders can be paid only by card.
    pub fn seller(&self, is_local: bool) -> anyhow::Result<Option<Seller>> {
        let values = [
            &self.invoice_seller,
            &self.invoice_voen,
            &self.invoice_bank,
            &self.invoice_bank_code,
            &self.invoice_swift,
            &self.invoice_iban,
        ];
        let values = values.map(|value| value.as_deref().map(str::trim).filter(|value| !value.is_empty()));
        if values.iter().all(Option::is_none) {
            return Ok(is_local.then(Seller::demo));
        }
        let [name, voen, bank, bank_code, swift, iban] = values;
        let needed = "INVOICE_SELLER, _VOEN, _BANK, _BANK_CODE, _SWIFT and _IBAN are needed together";
        let voen = parse_voen(voen.context(needed)?).ok().context("INVOICE_VOEN must have ten digits")?;
        let iban: String = iban.context(needed)?.chars().filter(|letter| *letter != ' ').collect();
        ensure!(is_iban(&iban), "INVOICE_IBAN is not an Azerbaijani IBAN");
        Ok(Some(Seller {
            name: name.context(needed)?.to_owned(),
            voen,
            bank: bank.context(needed)?.to_owned(),
            bank_code: bank_code.context(needed)?.to_owned(),
            swift: swift.context(needed)?.to_owned(),
            iban,
        }))
    }
}

fn is_iban(iban: &str) -> bool {
    let has_format = iban.len() == 28
        && iban.starts_with("AZ")
        && iban.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    if !has_format {
        return false;
    }
    // ISO 13616: move the first four characters to the end and read letters as 10 to 35. The number's remainder by 97
    // is 1.
    let (start, rest) = iban.split_at(4);
    let values = rest.chars().chain(start.chars()).filter_map(|character| character.to_digit(36));
    let remainder = values.fold(0_u64, |remainder, value| {
        let place_value = if value < 10 { 10 } else { 100 };
        (remainder * place_value + u64::from(value)) % 97
    });
    remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(voen: Option<&str>, iban: Option<&str>) -> InvoiceConfig {
        let text = |value: &str| Some(value.to_owned());
        InvoiceConfig {
            invoice_seller: text("Sovqat MMC"),
            invoice_voen: voen.map(str::to_owned),
            invoice_bank: text("Bank"),
            invoice_bank_code: text("501004"),
            invoice_swift: text("IBAZAZ2X"),
            invoice_iban: iban.map(str::to_owned),
            wholesale_payment_days: 5,
        }
    }

    #[test]
    fn an_iban_is_checked_by_its_check_digits_and_country() {
        assert!(is_iban("AZ21NABZ00000000137010001944"));
        assert!(!is_iban("AZ22NABZ00000000137010001944"));
        assert!(!is_iban("DE21NABZ00000000137010001944"));
        assert!(is_iban(&Seller::demo().iban));
    }

    #[test]
    fn incomplete_or_malformed_details_are_refused() {
        let iban = Some("AZ21 NABZ 0000 0000 1370 1000 1944");
        let seller = config(Some("1234567890"), iban).seller(false).unwrap().unwrap();
        assert_eq!(seller.iban, "AZ21NABZ00000000137010001944");
        assert!(config(None, iban).seller(false).unwrap_err().to_string().contains("together"));
        assert!(config(Some("123456789"), iban).seller(false).unwrap_err().to_string().contains("ten digits"));
        assert!(config(Some("1234567890"), Some("AZ")).seller(false).unwrap_err().to_string().contains("IBAN"));
    }

    #[test]
    fn only_local_mode_has_a_default_account() {
        let none = InvoiceConfig {
            invoice_seller: None,
            invoice_bank: None,
            invoice_bank_code: Some(String::new()),
            invoice_swift: None,
            ..config(None, None)
        };
        assert!(none.seller(false).unwrap().is_none());
        assert!(none.seller(true).unwrap().is_some());
    }
}
