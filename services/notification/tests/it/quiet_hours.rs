//! Quiet hours and digests.

use proto::notification::{Digest, Topic};
use sqlx::PgPool;

use crate::{test_events, test_shop::TestShop};

const AYGUN: i64 = 7;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn quiet_hours_let_only_urgent_messages_through(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.advance_to("23:30:00");
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["Kuryer yoldadır"]);
    assert_eq!(shop.in_app(AYGUN).await.len(), 2, "quiet hours do not apply in the app");
    shop.advance_to("08:59:59");
    shop.process_everything().await;
    assert_eq!(shop.mails().len(), 1);
    shop.advance_to("09:00:00");
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["Kuryer yoldadır", "Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn turned_off_quiet_hours_send_at_once(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.change_preferences(AYGUN, |preferences| preferences.quiet_hours.as_mut().unwrap().is_on = false).await;
    shop.advance_to("03:00:00");
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.process_everything().await;
    assert_eq!(shop.mails().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn digest_has_each_item_once_and_is_sent_in_the_morning(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.change_preferences(AYGUN, |preferences| preferences.digest = Digest::Daily.into()).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.publish_and_apply(&test_events::price_dropped(5, 3995)).await;
    shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["Sifarişiniz qəbul olundu"], "an order does not wait for the digest");
    shop.advance_to("10:00:00");
    // Two replicas write the digest at the same time.
    let (first, second) =
        tokio::join!(notification::write_due_digests(&shop.context), notification::write_due_digests(&shop.context));
    first.and(second).unwrap();
    shop.process_everything().await;
    assert_eq!(shop.subjects()[1..], ["Sizin üçün xəbərlər"]);
    let text = shop.mails()[1].part("text/plain").replace("\r\n", "\n");
    for part in ["Şirin ev: Novruz xonçası. 20% endirim", "indi 39,95\u{a0}₼", "Ananızın ad gününə"] {
        assert_eq!(text.matches(part).count(), 1, "{part} in {text}");
    }
    // Leads to 10:00 of the next day.
    shop.advance_to("09:59:00");
    shop.advance_to("10:00:00");
    shop.process_everything().await;
    assert_eq!(shop.mails().len(), 2, "no item is sent twice");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn digest_leaves_out_topics_turned_off_since(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.change_preferences(AYGUN, |preferences| preferences.digest = Digest::Daily.into()).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await;
    shop.process_everything().await;
    shop.choose_channels(AYGUN, Topic::Stores, &["in_app"]).await;
    shop.advance_to("10:00:00");
    shop.process_everything().await;
    let [mail] = &shop.mails()[..] else { panic!("not one mail") };
    let text = mail.part("text/plain");
    assert!(text.contains("ad gününə") && !text.contains("Şirin ev"), "{text}");
}
