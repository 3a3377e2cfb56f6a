//! Unsubscription links.

use proto::notification::{Digest, Topic};
use sqlx::PgPool;
use tonic::Code;

use crate::{fake_smtp_server::ReceivedMail, test_events, test_shop::TestShop};

const AYGUN: i64 = 7;

fn token_in(text: &str) -> String {
    let (_, token) = text.split_once("/bildiris/imtina?token=").expect("a link");
    token.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap_or_default().to_owned()
}

/// The token of the unsubscribe button that mail programs show.
fn one_click_token(mail: &ReceivedMail) -> String {
    let header = mail.header("List-Unsubscribe").expect("a List-Unsubscribe");
    let address = header.trim_matches(['<', '>']);
    let token = address.strip_prefix("https://sovqat.az/api/v1/notification/unsubscribe?token=");
    token.expect("a URL of the shop").to_owned()
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn mail_link_unsubscribes_from_mails_of_its_topic(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    let [mail] = &shop.mails()[..] else { panic!("not one mail") };
    assert_eq!(mail.header("List-Unsubscribe-Post").unwrap(), "List-Unsubscribe=One-Click");
    let token = token_in(&mail.part("text/plain"));
    assert_eq!((token_in(&mail.part("text/html")), one_click_token(mail)), (token.clone(), token.clone()));
    // A second click is not an error.
    for _ in 0..2 {
        let unsubscribed = shop.unsubscribe(&token).await.unwrap();
        assert_eq!((unsubscribed.topic(), unsubscribed.channel.as_str()), (Topic::Stores, "email"));
    }
    shop.publish_and_apply(&test_events::campaign_started(2)).await;
    shop.publish_and_apply(&test_events::price_dropped(5, 3995)).await;
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["İzlədiyiniz mağazada endirim", "Sevimliniz ucuzlaşdı"]);
    assert_eq!(shop.sms(AYGUN).await.len(), 3, "SMS are still sent");
    let source: String =
        sqlx::query_scalar("select source from consent order by consent_id desc").fetch_one(shop.pool()).await.unwrap();
    assert_eq!(source, "link");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn sms_link_unsubscribes_from_sms(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    let text = shop.sms(AYGUN).await.remove(0);
    assert!(text.starts_with("Sovqat: Izlediyiniz magazada endirim https://sovqat.az/kampaniya/1 Imtina: "), "{text}");
    assert!(text.is_ascii(), "only GSM characters");
    assert_eq!(shop.unsubscribe(&token_in(&text)).await.unwrap().channel, "sms");
    shop.publish_and_apply(&test_events::campaign_started(2)).await;
    shop.process_everything().await;
    assert_eq!(shop.sms(AYGUN).await.len(), 1);
    assert_eq!(shop.mails().len(), 2, "mails are still sent");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn digest_link_unsubscribes_from_all_its_topics(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.change_preferences(AYGUN, |preferences| preferences.digest = Digest::Daily.into()).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    shop.advance_to("10:00:00");
    shop.process_everything().await;
    let [mail] = &shop.mails()[..] else { panic!("not one mail") };
    let unsubscribed = shop.unsubscribe(&one_click_token(mail)).await.unwrap();
    assert_eq!((unsubscribed.topic(), unsubscribed.channel.as_str()), (Topic::Unspecified, "email"));
    shop.publish_and_apply(&test_events::campaign_started(2)).await;
    shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.process_everything().await;
    // The next digest is due.
    shop.clock.advance(chrono::TimeDelta::days(1));
    shop.process_everything().await;
    assert_eq!(shop.subjects()[1..], ["Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn waiting_message_is_withdrawn_when_its_topic_is_turned_off(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    // In quiet hours, a message waits until the morning.
    shop.advance_to("23:00:00");
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.process_everything().await;
    shop.choose_channels(AYGUN, Topic::Orders, &["in_app"]).await;
    shop.advance_to("09:00:00");
    shop.process_everything().await;
    assert_eq!(shop.mails().len(), 0);
    assert_eq!(
        shop.query_number("select count(*) from delivery where state = 'withdrawn' and sealed_values is null").await,
        1
    );
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn account_mail_has_no_unsubscription_link(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.publish_and_apply(&test_events::session_reused(AYGUN)).await;
    shop.process_everything().await;
    let [mail] = &shop.mails()[..] else { panic!("not one mail") };
    assert_eq!(mail.header("List-Unsubscribe"), None);
    assert!(!mail.part("text/plain").contains("imtina"));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn forged_unsubscription_link_is_rejected(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    // The last token has the right length, but no valid signature.
    for token in ["", "x", "AAAAAAAAAAdzZQAAAAAAAAAAAAAAAAAAAAA"] {
        assert_eq!(shop.unsubscribe(token).await.unwrap_err().code(), Code::NotFound);
    }
}
