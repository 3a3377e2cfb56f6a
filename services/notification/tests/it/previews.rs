//! How everything reads that leaves the shop: each kind, by each way it may go, in each language. Read the snapshot when words
//! change; `INSTA_UPDATE=always` writes it anew.

use std::fmt::Write as _;

use outbox::Event;
use proto::{
    auth::{EmailChanged, InfluencerDecided, PasswordChanged},
    catalog::ReviewDecided,
    order::OrderPaid,
};
use sqlx::PgPool;

use crate::{
    browser::Browser,
    house::{EmailIsChanged, InfluencerIsDecided, OrderIsPaid, PasswordIsChanged},
    news::{self, ReviewIsDecided},
    town::Town,
};

/// One for each language.
const READERS: [(i64, &str); 3] = [(1, "az"), (2, "ru"), (3, "en")];
const STEPS: [&str; 5] = ["waiting", "on_the_way", "delivered", "cancelled", "returned"];

/// What was brought to everybody so far.
struct Brought {
    letters: usize,
    sms: [usize; 3],
    pushes: [usize; 3],
}

struct Gallery {
    town: Town,
    browsers: Vec<Browser>,
    brought: Brought,
    text: String,
}

impl Gallery {
    async fn open(pool: PgPool) -> Self {
        let town = Town::open(pool).await;
        let mut browsers = Vec::new();
        for (account, language) in READERS {
            town.people.reads(account, language);
            town.wants_everything(account).await;
            town.chooses(account, |mine| {
                mine.quiet_hours.as_mut().expect("hours").is_on = false;
                mine.language = language.into();
            })
            .await;
            let browser = Browser::open().await;
            town.agrees(account, browser.subscription()).await.expect("an agreement");
            browsers.push(browser);
        }
        town.people.are_fans(READERS.map(|(account, _)| account));
        let brought = Brought { letters: 0, sms: [0; 3], pushes: [0; 3] };
        Self { town, browsers, brought, text: String::new() }
    }

    async fn everybody_hears<E: Event>(&mut self, title: &str, news: impl Fn(i64) -> E) {
        for (account, _) in READERS {
            self.town.hears(&news(account)).await;
        }
        self.hang(title).await;
    }

    /// Hangs up whatever has come since the last time.
    async fn hang(&mut self, title: &str) {
        self.town.everybody_is_told().await;
        let _ = write!(self.text, "\n==== {title}\n");
        let mut letters = self.town.letters().split_off(self.brought.letters);
        self.brought.letters += letters.len();
        letters.sort_by(|a, b| a.to.cmp(&b.to));
        for (letter, language) in letters.iter().zip(READERS.map(|(_, language)| language)) {
            let subject = letter.header("Subject").expect("a subject");
            let _ = write!(self.text, "\n-- {language}, mail: {subject}\n{}\n", plain(&letter.part("text/plain")));
        }
        for (index, (account, language)) in READERS.into_iter().enumerate() {
            for text in self.town.sms(account).await.iter().skip(self.brought.sms[index]) {
                self.brought.sms[index] += 1;
                let _ = write!(self.text, "\n-- {language}, SMS\n{}\n", plain(text));
            }
            let browser = &self.browsers[index];
            for push in browser.carried().iter().skip(self.brought.pushes[index]) {
                self.brought.pushes[index] += 1;
                let said = browser.reads(push);
                let part = |name: &str| said[name].as_str().unwrap_or_default().to_owned();
                let (title, text, link) = (part("title"), part("text"), part("link"));
                let _ = write!(self.text, "\n-- {language}, push: {title}\n{text}\n{link}\n");
            }
        }
    }
}

/// Every token is another, and none matters here.
fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut parts = text.trim_end().split("imtina?token=");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        plain.push_str("imtina?token=…");
        plain.push_str(rest);
    }
    plain
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn everything_that_leaves_the_shop_reads_well(pool: PgPool) {
    let mut gallery = Gallery::open(pool).await;
    for status in STEPS {
        gallery.everybody_hears(&format!("order {status}"), |account| news::order(account, status)).await;
    }
    for status in ["paid", "failed", "refunded", "partly_refunded"] {
        gallery
            .everybody_hears(&format!("payment {status}"), |account_id| {
                OrderIsPaid(OrderPaid {
                    order: "SQ-7K4M-29".to_owned(),
                    account_id,
                    payment_status: status.to_owned(),
                    method: "card".to_owned(),
                })
            })
            .await;
    }
    gallery.everybody_hears("security", news::stolen).await;
    gallery.everybody_hears("password changed", |account_id| PasswordIsChanged(PasswordChanged { account_id })).await;
    gallery.everybody_hears("e-mail changed", |account_id| EmailIsChanged(EmailChanged { account_id })).await;
    for approved in [true, false] {
        gallery
            .everybody_hears(&format!("influencer, approved: {approved}"), |account_id| {
                InfluencerIsDecided(InfluencerDecided { account_id, approved })
            })
            .await;
    }
    gallery.everybody_hears("birthday", news::birthday).await;
    for is_published in [true, false] {
        gallery
            .everybody_hears(&format!("review, published: {is_published}"), |account_id| {
                ReviewIsDecided(ReviewDecided { review_id: 1, account_id, product_id: 2, is_published, reason: None })
            })
            .await;
    }
    gallery.everybody_hears("review answered", news::answered).await;
    gallery.town.hears(&news::campaign(1)).await;
    gallery.hang("campaign").await;
    gallery.town.hears(&news::cheaper(5, 3995)).await;
    gallery.hang("price dropped").await;
    gallery.town.hears(&news::back(5)).await;
    gallery.hang("back in stock").await;
    insta::assert_snapshot!(gallery.text);
}
