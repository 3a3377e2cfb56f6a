//! Compares all messages with a snapshot. When texts change, rewrite it with `INSTA_UPDATE=always` and review it.

use std::fmt::Write as _;

use proto::{
    auth::{EmailChanged, InfluencerDecided, PasswordChanged},
    catalog::ReviewDecided,
    event::Event,
    order::OrderPaid,
};
use sqlx::PgPool;

use crate::{fake_browser::FakeBrowser, test_events, test_shop::TestShop};

const READERS: [(i64, &str); 3] = [(1, "az"), (2, "ru"), (3, "en")];
const STEPS: [&str; 5] = ["waiting", "on_the_way", "delivered", "cancelled", "returned"];

/// How many messages are already in the text. Arrays are in the order of [`READERS`].
struct Counts {
    mails: usize,
    sms: [usize; 3],
    pushes: [usize; 3],
}

struct Previews {
    shop: TestShop,
    /// One for each reader.
    browsers: Vec<FakeBrowser>,
    written: Counts,
    text: String,
}

impl Previews {
    async fn open(pool: PgPool) -> Self {
        let shop = TestShop::open(pool).await;
        let mut browsers = Vec::new();
        for (account, language) in READERS {
            shop.services.set_language(account, language);
            shop.choose_all_channels(account).await;
            shop.change_preferences(account, |preferences| {
                preferences.quiet_hours.as_mut().expect("hours").is_on = false;
                preferences.language = language.into();
            })
            .await;
            let browser = FakeBrowser::open().await;
            shop.add_push_subscription(account, browser.subscription()).await.expect("a subscription");
            browsers.push(browser);
        }
        shop.services.add_to_audience(READERS.map(|(account, _)| account));
        let written = Counts { mails: 0, sms: [0; 3], pushes: [0; 3] };
        Self { shop, browsers, written, text: String::new() }
    }

    async fn add_for_all<E: Event>(&mut self, title: &str, event: impl Fn(i64) -> E) {
        for (account, _) in READERS {
            self.shop.publish_and_apply(&event(account)).await;
        }
        self.add(title).await;
    }

    /// Sends everything, and appends the new messages to the text.
    async fn add(&mut self, title: &str) {
        self.shop.process_everything().await;
        let _ = write!(self.text, "\n==== {title}\n");
        self.add_mails();
        for (index, (account, language)) in READERS.into_iter().enumerate() {
            self.add_sms(index, account, language).await;
            self.add_pushes(index, language);
        }
    }

    fn add_mails(&mut self) {
        let mut mails = self.shop.mails().split_off(self.written.mails);
        self.written.mails += mails.len();
        mails.sort_by(|a, b| a.to.cmp(&b.to));
        for (mail, (_, language)) in mails.iter().zip(READERS) {
            let (subject, text) = (mail.header("Subject").expect("a subject"), mail.part("text/plain"));
            let _ = write!(self.text, "\n-- {language}, mail: {subject}\n{}\n", without_tokens(&text));
        }
    }

    async fn add_sms(&mut self, index: usize, account: i64, language: &str) {
        for text in self.shop.sms(account).await.iter().skip(self.written.sms[index]) {
            self.written.sms[index] += 1;
            let _ = write!(self.text, "\n-- {language}, SMS\n{}\n", without_tokens(text));
        }
    }

    fn add_pushes(&mut self, index: usize, language: &str) {
        let browser = &self.browsers[index];
        for push in browser.received().iter().skip(self.written.pushes[index]) {
            self.written.pushes[index] += 1;
            let payload = browser.decrypt(push);
            let part = |name: &str| payload[name].as_str().unwrap_or_default().to_owned();
            let (title, text, link) = (part("title"), part("text"), part("link"));
            let _ = write!(self.text, "\n-- {language}, push: {title}\n{text}\n{link}\n");
        }
    }
}

/// The tokens of unsubscription links differ in each run.
fn without_tokens(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut parts = text.trim_end().split("imtina?token=");
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after_token = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        replaced.push_str("imtina?token=…");
        replaced.push_str(after_token);
    }
    replaced
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_message_matches_its_snapshot(pool: PgPool) {
    let mut previews = Previews::open(pool).await;
    for status in STEPS {
        previews.add_for_all(&format!("order {status}"), |account| test_events::order_moved(account, status)).await;
    }
    for status in ["paid", "failed", "refunded", "partly_refunded"] {
        previews
            .add_for_all(&format!("payment {status}"), |account_id| OrderPaid {
                order: "SQ-7K4M-29".to_owned(),
                account_id,
                payment_status: status.to_owned(),
                method: "card".to_owned(),
            })
            .await;
    }
    previews.add_for_all("security", test_events::session_reused).await;
    previews.add_for_all("password changed", |account_id| PasswordChanged { account_id }).await;
    previews.add_for_all("e-mail changed", |account_id| EmailChanged { account_id }).await;
    for approved in [true, false] {
        previews
            .add_for_all(&format!("influencer, approved: {approved}"), |account_id| InfluencerDecided {
                account_id,
                approved,
            })
            .await;
    }
    previews.add_for_all("birthday", test_events::birthday_near).await;
    for is_published in [true, false] {
        previews
            .add_for_all(&format!("review, published: {is_published}"), |account_id| ReviewDecided {
                review_id: 1,
                account_id,
                product_id: 2,
                is_published,
                reason: None,
            })
            .await;
    }
    previews.add_for_all("review answered", test_events::review_answered).await;
    previews.shop.publish_and_apply(&test_events::campaign_started(1)).await;
    previews.add("campaign").await;
    previews.shop.publish_and_apply(&test_events::price_dropped(5, 3995)).await;
    previews.add("price dropped").await;
    previews.shop.publish_and_apply(&test_events::back_in_stock(5)).await;
    previews.add("back in stock").await;
    insta::assert_snapshot!(previews.text);
}
