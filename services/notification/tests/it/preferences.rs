//! Preferences, and how messages follow them.

use proto::notification::{Digest, NotificationPreferences, QuietHours, Topic, TopicChoice};
use sqlx::PgPool;
use tonic::Code;

use crate::{fake_services::mailbox, test_events, test_shop::TestShop};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

/// A line per topic, with an `x` or a dot for in-app, mail, SMS and push.
fn table(preferences: &NotificationPreferences) -> String {
    let mark = |wanted: bool| if wanted { "x" } else { "." };
    let row = |choice: &TopicChoice| {
        let channels = [choice.in_app, choice.email, choice.sms, choice.push].map(mark).concat();
        format!("{} {channels}{}", proto::json::to_name(choice.topic()), if choice.is_fixed { " fixed" } else { "" })
    };
    let hours = preferences.quiet_hours.as_ref().expect("quiet hours");
    let topics: Vec<String> = preferences.topics.iter().map(row).collect();
    let digest = proto::json::to_name(preferences.digest());
    let (from, until, is_on, language) = (&hours.from, &hours.until, hours.is_on, &preferences.language);
    format!("{}\nquiet {from} to {until}, on: {is_on}\ndigest {digest}\n{language}", topics.join("\n"))
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn default_channels_contain_no_advertising(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    insta::assert_snapshot!(table(&shop.preferences(AYGUN).await), @r"
    account xxxx fixed
    orders xx.x
    reminders x..x
    stores x...
    favourites x...
    reviews x..x
    quiet 22:00 to 09:00, on: true
    digest off
    az
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn preferences_belong_to_their_account(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let before = shop.preferences(RASHAD).await;
    shop.choose_all_channels(AYGUN).await;
    shop.change_preferences(AYGUN, |preferences| {
        preferences.quiet_hours = Some(QuietHours { is_on: false, from: "23:30".into(), until: "07:15".into() });
        preferences.digest = Digest::Daily.into();
        preferences.language = "ru".into();
    })
    .await;
    let saved = shop.preferences(AYGUN).await;
    assert!(saved.topics.iter().all(|choice| choice.in_app && choice.email && choice.sms && choice.push));
    assert_eq!(saved.quiet_hours.unwrap().from, "23:30");
    assert_eq!((saved.digest, saved.language.as_str()), (Digest::Daily.into(), "ru"));
    assert_eq!(shop.preferences(RASHAD).await, before);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn fixed_topics_cannot_be_changed(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.choose_channels(AYGUN, Topic::Account, &[]).await;
    let saved = shop.preferences(AYGUN).await;
    assert!(saved.topics[0].in_app && saved.topics[0].email && saved.topics[0].is_fixed);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn invalid_preferences_are_rejected_completely(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let good = shop.preferences(AYGUN).await;
    let hours = |from: &str, until: &str| NotificationPreferences {
        quiet_hours: Some(QuietHours { is_on: true, from: from.into(), until: until.into() }),
        ..good.clone()
    };
    let repeated_topic = NotificationPreferences { topics: vec![good.topics[1], good.topics[1]], ..good.clone() };
    let unknown_topic = TopicChoice { topic: 99, ..good.topics[1] };
    let bad = [
        hours("25:00", "09:00"),
        hours("22", "09:00"),
        hours("09:00", "09:00"),
        repeated_topic,
        NotificationPreferences { topics: vec![unknown_topic], ..good.clone() },
        NotificationPreferences { language: "tr".into(), ..good.clone() },
    ];
    for (index, preferences) in bad.into_iter().enumerate() {
        let status = shop.save_preferences(AYGUN, preferences).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "case {index}");
    }
    assert_eq!(shop.preferences(AYGUN).await, good);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn consents_are_recorded(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.choose_channels(AYGUN, Topic::Stores, &["in_app", "email"]).await;
    // The same choice again is not a second consent.
    shop.choose_channels(AYGUN, Topic::Stores, &["in_app", "email"]).await;
    shop.choose_channels(AYGUN, Topic::Stores, &["in_app"]).await;
    let consents: Vec<(String, String, bool, String)> =
        sqlx::query_as("select topic, way, is_given, source from consent order by consent_id")
            .fetch_all(shop.pool())
            .await
            .unwrap();
    let expected = [true, false].map(|given| ("stores".into(), "email".into(), given, "preferences".into()));
    assert_eq!(consents, expected);
}

/// For each topic, turns on one of its channels or none.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn plan_uses_only_channels_with_consent(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    let topics = [Topic::Orders, Topic::Reminders, Topic::Stores, Topic::Favourites, Topic::Reviews];
    // Numbers the events, because a repeated event notifies no account.
    let mut occasion = 0;
    for topic in topics {
        for channel in [None, Some("in_app"), Some("email"), Some("sms")] {
            // The choices for other topics must not matter.
            shop.choose_all_channels(AYGUN).await;
            shop.choose_channels(AYGUN, topic, channel.as_slice()).await;
            let before = received_counts(&shop).await;
            occasion += 1;
            match topic {
                Topic::Orders => shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await,
                Topic::Reminders => shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await,
                Topic::Stores => shop.publish_and_apply(&test_events::campaign_started(occasion)).await,
                Topic::Favourites => shop.publish_and_apply(&test_events::price_dropped(occasion, 3995)).await,
                _ => shop.publish_and_apply(&test_events::review_answered(AYGUN)).await,
            }
            shop.process_everything().await;
            let after = received_counts(&shop).await;
            // Reviews are never sent by SMS.
            let has_sms = topic != Topic::Reviews;
            let expected = [
                usize::from(channel == Some("in_app")),
                usize::from(channel == Some("email")),
                usize::from(channel == Some("sms") && has_sms),
            ];
            let received = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
            assert_eq!(received, expected, "{topic:?} with {channel:?}");
        }
    }
}

async fn received_counts(shop: &TestShop) -> [usize; 3] {
    [shop.in_app(AYGUN).await.len(), shop.mails().len(), shop.sms(AYGUN).await.len()]
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn unverified_addresses_get_no_mail(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.unverify_email(AYGUN);
    for account in [AYGUN, RASHAD] {
        shop.publish_and_apply(&test_events::order_moved(account, "waiting")).await;
    }
    shop.process_everything().await;
    let recipients: Vec<String> = shop.mails().into_iter().map(|mail| mail.to).collect();
    assert_eq!(recipients, [mailbox(RASHAD)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn preferred_language_overrides_the_accounts_language(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.set_language(AYGUN, "ru");
    shop.change_preferences(RASHAD, |preferences| preferences.language = "en".into()).await;
    // The third account has the shop's default language.
    for account in [AYGUN, RASHAD, 9] {
        shop.publish_and_apply(&test_events::order_moved(account, "waiting")).await;
        shop.process_everything().await;
    }
    assert_eq!(shop.subjects(), ["Заказ принят", "We have your order", "Sifarişiniz qəbul olundu"]);
    let links: Vec<bool> = ["/ru/profil/", "/en/profil/", "sovqat.az/profil/"]
        .iter()
        .zip(shop.mails())
        .map(|(part, mail)| mail.part("text/html").contains(part))
        .collect();
    assert_eq!(links, [true; 3]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn erased_account_has_no_data_and_gets_nothing(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN, RASHAD]);
    shop.choose_all_channels(AYGUN).await;
    shop.advance_to("23:00:00");
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    shop.process_everything().await;
    assert!(
        shop.query_number("select count(*) from delivery where state = 'waiting'").await > 0,
        "the delivery waits for the end of quiet hours"
    );
    shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.publish_and_apply(&test_events::account_erased(AYGUN)).await;
    shop.advance_to("12:00:00");
    shop.process_everything().await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "delivered")).await;
    shop.process_everything().await;
    assert_eq!(shop.mails().len() + shop.sms(AYGUN).await.len(), 0);
    assert_eq!(shop.in_app(RASHAD).await.len(), 1, "other accounts are notified");
    // `telling` holds pending notifications.
    for query in [
        "select count(*) from notification where account_id = 7",
        "select count(*) from preference where account_id = 7",
        "select count(*) from choice where account_id = 7",
        "select count(*) from consent where account_id = 7",
        "select count(*) from telling where account_id = 7",
        "select count(*) from digest_item where account_id = 7",
        "select count(*) from delivery where account_id = 7 and state = 'waiting'",
    ] {
        assert_eq!(shop.query_number(query).await, 0, "{query}");
    }
    let status = shop.save_preferences(AYGUN, NotificationPreferences::default()).await.unwrap_err();
    assert_eq!(status.code(), Code::NotFound);
}
