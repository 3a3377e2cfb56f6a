//! What people choose, and that nothing else reaches them.

use proto::notification::{Digest, NotificationPreferences, QuietHours, Topic, TopicChoice};
use sqlx::PgPool;
use tonic::Code;

use crate::{
    news,
    town::{Town, mailbox},
};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

fn table(preferences: &NotificationPreferences) -> String {
    let mark = |wanted: bool| if wanted { "x" } else { "." };
    let row = |choice: &TopicChoice| {
        let ways = [choice.in_app, choice.email, choice.sms, choice.push].map(mark).concat();
        format!("{} {ways}{}", proto::json::to_name(choice.topic()), if choice.is_fixed { " fixed" } else { "" })
    };
    let hours = preferences.quiet_hours.as_ref().expect("quiet hours");
    let topics: Vec<String> = preferences.topics.iter().map(row).collect();
    let digest = proto::json::to_name(preferences.digest());
    let (from, until, is_on, language) = (&hours.from, &hours.until, hours.is_on, &preferences.language);
    format!("{}\nquiet {from} to {until}, on: {is_on}\ndigest {digest}\n{language}", topics.join("\n"))
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn nobody_is_advertised_to_who_has_not_asked_for_it(pool: PgPool) {
    let town = Town::open(pool).await;
    insta::assert_snapshot!(table(&town.preferences(AYGUN).await), @r"
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
async fn what_is_saved_is_kept_for_its_owner_alone(pool: PgPool) {
    let town = Town::open(pool).await;
    let before = town.preferences(RASHAD).await;
    town.wants_everything(AYGUN).await;
    town.chooses(AYGUN, |mine| {
        mine.quiet_hours = Some(QuietHours { is_on: false, from: "23:30".into(), until: "07:15".into() });
        mine.digest = Digest::Daily.into();
        mine.language = "ru".into();
    })
    .await;
    let saved = town.preferences(AYGUN).await;
    assert!(saved.topics.iter().all(|choice| choice.in_app && choice.email && choice.sms && choice.push));
    assert_eq!(saved.quiet_hours.unwrap().from, "23:30");
    assert_eq!((saved.digest, saved.language.as_str()), (Digest::Daily.into(), "ru"));
    assert_eq!(town.preferences(RASHAD).await, before);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_is_fixed_stays_whatever_is_sent(pool: PgPool) {
    let town = Town::open(pool).await;
    town.wants(AYGUN, Topic::Account, &[]).await;
    let saved = town.preferences(AYGUN).await;
    assert!(saved.topics[0].in_app && saved.topics[0].email && saved.topics[0].is_fixed);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_makes_no_sense_is_refused_as_a_whole(pool: PgPool) {
    let town = Town::open(pool).await;
    let good = town.preferences(AYGUN).await;
    let hours = |from: &str, until: &str| NotificationPreferences {
        quiet_hours: Some(QuietHours { is_on: true, from: from.into(), until: until.into() }),
        ..good.clone()
    };
    let twice = NotificationPreferences { topics: vec![good.topics[1], good.topics[1]], ..good.clone() };
    let unknown = TopicChoice { topic: 99, ..good.topics[1] };
    let bad = [
        hours("25:00", "09:00"),
        hours("22", "09:00"),
        hours("09:00", "09:00"),
        twice,
        NotificationPreferences { topics: vec![unknown], ..good.clone() },
        NotificationPreferences { language: "tr".into(), ..good.clone() },
    ];
    for (index, preferences) in bad.into_iter().enumerate() {
        let refused = town.saves(AYGUN, preferences).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "number {index}");
    }
    assert_eq!(town.preferences(AYGUN).await, good);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_consent_can_be_shown(pool: PgPool) {
    let town = Town::open(pool).await;
    town.wants(AYGUN, Topic::Stores, &["in_app", "email"]).await;
    town.wants(AYGUN, Topic::Stores, &["in_app", "email"]).await;
    town.wants(AYGUN, Topic::Stores, &["in_app"]).await;
    let consents: Vec<(String, String, bool, String)> =
        sqlx::query_as("select topic, way, is_given, source from consent order by consent_id")
            .fetch_all(town.pool())
            .await
            .unwrap();
    let expected = [true, false].map(|given| ("stores".into(), "email".into(), given, "preferences".into()));
    assert_eq!(consents, expected);
}

/// Each topic, what tells of it, and the ways that may be taken for it.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn no_way_is_taken_without_its_consent(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    let topics = [Topic::Orders, Topic::Reminders, Topic::Stores, Topic::Favourites, Topic::Reviews];
    let mut occasion = 0;
    for topic in topics {
        for way in [None, Some("in_app"), Some("email"), Some("sms")] {
            // What the other topics allow must not matter.
            town.wants_everything(AYGUN).await;
            town.wants(AYGUN, topic, way.as_slice()).await;
            let before = reached(&town).await;
            occasion += 1;
            match topic {
                Topic::Orders => town.hears(&news::order(AYGUN, "on_the_way")).await,
                Topic::Reminders => town.hears(&news::birthday(AYGUN)).await,
                Topic::Stores => town.hears(&news::campaign(occasion)).await,
                Topic::Favourites => town.hears(&news::cheaper(occasion, 3995)).await,
                _ => town.hears(&news::answered(AYGUN)).await,
            }
            town.everybody_is_told().await;
            let after = reached(&town).await;
            // Nobody is texted about a review.
            let has_sms = topic != Topic::Reviews;
            let expected = [
                usize::from(way == Some("in_app")),
                usize::from(way == Some("email")),
                usize::from(way == Some("sms") && has_sms),
            ];
            let got = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
            assert_eq!(got, expected, "{topic:?} by {way:?} alone");
        }
    }
}

/// In the shop, by mail, by SMS.
async fn reached(town: &Town) -> [usize; 3] {
    [town.in_app(AYGUN).await.len(), town.letters().len(), town.sms(AYGUN).await.len()]
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn nobody_is_written_to_at_an_address_that_may_not_be_theirs(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.has_not_verified(AYGUN);
    for account in [AYGUN, RASHAD] {
        town.hears(&news::order(account, "waiting")).await;
    }
    town.everybody_is_told().await;
    let to: Vec<String> = town.letters().into_iter().map(|letter| letter.to).collect();
    assert_eq!(to, [mailbox(RASHAD)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn everybody_is_written_to_in_the_language_they_chose(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.reads(AYGUN, "ru");
    town.chooses(RASHAD, |mine| mine.language = "en".into()).await;
    for account in [AYGUN, RASHAD, 9] {
        town.hears(&news::order(account, "waiting")).await;
        town.everybody_is_told().await;
    }
    assert_eq!(town.subjects(), ["Заказ принят", "We have your order", "Sifarişiniz qəbul olundu"]);
    let links: Vec<bool> = ["/ru/profil/", "/en/profil/", "sovqat.az/profil/"]
        .iter()
        .zip(town.letters())
        .map(|(part, letter)| letter.part("text/html").contains(part))
        .collect();
    assert_eq!(links, [true; 3]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_has_left_is_told_nothing_and_nothing_is_known_of_them(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN, RASHAD]);
    town.wants_everything(AYGUN).await;
    town.it_becomes("23:00:00");
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.everybody_is_told().await;
    assert!(town.number("select count(*) from delivery where state = 'waiting'").await > 0, "the night holds it back");
    town.hears(&news::birthday(AYGUN)).await;
    town.hears(&news::campaign(1)).await;
    town.hears(&news::erased(AYGUN)).await;
    town.it_becomes("12:00:00");
    town.everybody_is_told().await;
    town.hears(&news::order(AYGUN, "delivered")).await;
    town.everybody_is_told().await;
    assert_eq!(town.letters().len() + town.sms(AYGUN).await.len(), 0);
    assert_eq!(town.in_app(RASHAD).await.len(), 1, "others are told");
    for table in [
        "select count(*) from notification where account_id = 7",
        "select count(*) from preference where account_id = 7",
        "select count(*) from choice where account_id = 7",
        "select count(*) from consent where account_id = 7",
        "select count(*) from telling where account_id = 7",
        "select count(*) from digest_item where account_id = 7",
        "select count(*) from delivery where account_id = 7 and state = 'waiting'",
    ] {
        assert_eq!(town.number(table).await, 0, "{table}");
    }
    let late = town.saves(AYGUN, NotificationPreferences::default()).await.unwrap_err();
    assert_eq!(late.code(), Code::NotFound);
}
