//! Nights, mornings and the day's one mail.

use proto::notification::{Digest, Topic};
use sqlx::PgPool;

use crate::{news, town::Town};

const AYGUN: i64 = 7;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn at_night_only_the_courier_rings(pool: PgPool) {
    let town = Town::open(pool).await;
    town.it_becomes("23:30:00");
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.hears(&news::order(AYGUN, "on_the_way")).await;
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["Kuryer yoldadır"]);
    assert_eq!(town.in_app(AYGUN).await.len(), 2, "who is in the shop is awake");
    town.it_becomes("08:59:59");
    town.everybody_is_told().await;
    assert_eq!(town.letters().len(), 1);
    town.it_becomes("09:00:00");
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["Kuryer yoldadır", "Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_turns_quiet_hours_off_hears_at_once(pool: PgPool) {
    let town = Town::open(pool).await;
    town.chooses(AYGUN, |mine| mine.quiet_hours.as_mut().unwrap().is_on = false).await;
    town.it_becomes("03:00:00");
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.everybody_is_told().await;
    assert_eq!(town.letters().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_digest_has_each_thing_once_and_comes_in_the_morning(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.chooses(AYGUN, |mine| mine.digest = Digest::Daily.into()).await;
    town.hears(&news::campaign(1)).await;
    town.hears(&news::cheaper(5, 3995)).await;
    town.hears(&news::birthday(AYGUN)).await;
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["Sifarişiniz qəbul olundu"], "an order does not wait");
    town.it_becomes("10:00:00");
    // Two replicas at the same moment.
    let (one, other) = tokio::join!(notification::gather_all(&town.herald), notification::gather_all(&town.herald));
    one.and(other).unwrap();
    town.everybody_is_told().await;
    assert_eq!(town.subjects()[1..], ["Sizin üçün xəbərlər"]);
    let text = town.letters()[1].part("text/plain").replace("\r\n", "\n");
    for thing in ["Şirin ev: Novruz xonçası. 20% endirim", "indi 39,95\u{a0}₼", "Ananızın ad gününə"] {
        assert_eq!(text.matches(thing).count(), 1, "{thing} in {text}");
    }
    town.it_becomes("09:59:00");
    town.it_becomes("10:00:00");
    town.everybody_is_told().await;
    assert_eq!(town.letters().len(), 2, "nothing is told twice");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_digest_leaves_out_what_is_no_longer_wanted(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.chooses(AYGUN, |mine| mine.digest = Digest::Daily.into()).await;
    town.hears(&news::campaign(1)).await;
    town.hears(&news::birthday(AYGUN)).await;
    town.everybody_is_told().await;
    town.wants(AYGUN, Topic::Stores, &["in_app"]).await;
    town.it_becomes("10:00:00");
    town.everybody_is_told().await;
    let [letter] = &town.letters()[..] else { panic!("not one letter") };
    let text = letter.part("text/plain");
    assert!(text.contains("ad gününə") && !text.contains("Şirin ev"), "{text}");
}
