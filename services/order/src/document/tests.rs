use chrono::{DateTime, TimeDelta};

use super::*;
use crate::domain::{
    checkout::Stage,
    status::Status,
    wholesale::{Company, Customer, Item, State, code::RequestCode, record::Order},
};

/// Returns a line of `number` units at 12,50 ₼.
fn line(number: i64) -> QuoteLine {
    QuoteLine {
        store_id: 1,
        store_name: "Şirin ev".to_owned(),
        store_slug: "sirin-ev".to_owned(),
        unit_price: 1_250,
        line_total: 1_250 * number,
        item: Item {
            product_id: number,
            size_id: None,
            count: number,
            name: "Şokoladlı badam konfeti, hədiyyə qutusunda, 500 qram".to_owned(),
            slug: String::new(),
            image_url: String::new(),
            size: Some("Böyük".to_owned()),
        },
    }
}

fn record(language: Language, line_count: i64) -> Record {
    let lines: Vec<_> = (1..=line_count).map(line).collect();
    let goods: i64 = lines.iter().map(|line| line.line_total).sum();
    let at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    Record {
        id: 1,
        code: RequestCode::from_random(7),
        token_hash: vec![],
        account: None,
        customer: Customer {
            company: Some(Company { name: "Хазар Трейд MMC".to_owned(), voen: "1234567890".to_owned() }),
            name: "Aygün Əliyeva".to_owned(),
            phone_number: "+994501234567".to_owned(),
            email: None,
        },
        language,
        description: None,
        wished_on: None,
        note: None,
        state: State::Accepted,
        asked_at: at,
        lines: vec![],
        quote: Some(Quote {
            quote_id: 1,
            version: 1,
            valid_until: at + TimeDelta::days(7),
            delivery_fee: 1_000,
            delivery_terms: "Bakı daxilində, iş günlərində".to_owned(),
            note: Some("Üz lentlərinə loqo vurulur".to_owned()),
            goods,
            total: goods + 1_000,
            vat: 180,
            quoted_at: at,
            lines,
        }),
        accepted_by: None,
        order: Some(Order {
            order_id: 1,
            code: "SQ-7K4M-29".to_owned(),
            stage: Stage::Paying,
            status: Status::Waiting,
            is_by_transfer: true,
            is_paid_by_card: false,
            pay_until: Some(at + TimeDelta::days(5)),
            total: goods + 1_000,
        }),
        invoice: Some(Invoice { number: "TS-2026-000001".to_owned(), issued_at: at }),
        transfers: vec![],
        changes: vec![],
    }
}

#[test]
fn documents_are_pdf_files_in_every_language() {
    for language in Language::ALL {
        let record = record(language, 60);
        let terms = record.quote.as_ref().unwrap();
        let files = [
            quote(&record, terms, "https://sovqat.az").unwrap(),
            invoice(&record, terms, record.invoice.as_ref().unwrap(), &Seller::demo()).unwrap(),
        ];
        for file in files {
            assert!(file.starts_with(b"%PDF-"), "{language:?}");
            // Both fonts are embedded as subsets.
            assert!((5_000..200_000).contains(&file.len()), "{language:?}: {} bytes", file.len());
        }
    }
}

/// `PDF_TO=/tmp/pdf cargo test -p order --lib document` also writes the files for inspection.
#[test]
fn a_document_contains_every_line_of_its_quote() {
    let record = record(Language::Az, 3);
    let terms = record.quote.as_ref().unwrap();
    let mut page = Layout::new();
    table(&mut page, terms, Language::Az, Labels::of(Language::Az));
    let texts: Vec<_> = page
        .finish()
        .into_iter()
        .flatten()
        .filter_map(|element| match element {
            layout::Element::Text { text, .. } => Some(text),
            layout::Element::Rule { .. } => None,
        })
        .collect();
    // The sums of the three lines, the sum of all, and the total with the delivery fee.
    for expected in ["12,50\u{a0}₼", "25,00\u{a0}₼", "37,50\u{a0}₼", "75,00\u{a0}₼", "85,00\u{a0}₼", "Cəmi"]
    {
        assert!(texts.iter().any(|text| text == expected), "{expected} is missing: {texts:?}");
    }
    if let Ok(folder) = std::env::var("PDF_TO") {
        let issued = record.invoice.as_ref().unwrap();
        for (name, file) in [
            ("quote.pdf", quote(&record, terms, "https://sovqat.az")),
            ("invoice.pdf", invoice(&record, terms, issued, &Seller::demo())),
        ] {
            std::fs::write(format!("{folder}/{name}"), file.unwrap()).unwrap();
        }
    }
}
