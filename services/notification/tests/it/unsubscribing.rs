//! Ending something from the message itself.

use proto::notification::{Digest, Topic};
use sqlx::PgPool;
use tonic::Code;

use crate::{news, smtp::Letter, town::Town};

const AYGUN: i64 = 7;

fn token_in(text: &str) -> String {
    let (_, token) = text.split_once("/bildiris/imtina?token=").expect("a link");
    token.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap_or_default().to_owned()
}

fn one_click_token(letter: &Letter) -> String {
    let header = letter.header("List-Unsubscribe").expect("a List-Unsubscribe");
    let address = header.trim_matches(['<', '>']);
    let token = address.strip_prefix("https://sovqat.az/api/v1/notification/unsubscribe?token=");
    token.expect("an address of the shop's").to_owned()
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_link_in_a_mail_ends_mails_of_its_kind_and_nothing_else(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    let [letter] = &town.letters()[..] else { panic!("not one letter") };
    assert_eq!(letter.header("List-Unsubscribe-Post").unwrap(), "List-Unsubscribe=One-Click");
    let token = token_in(&letter.part("text/plain"));
    assert_eq!((token_in(&letter.part("text/html")), one_click_token(letter)), (token.clone(), token.clone()));
    for _ in 0..2 {
        let ended = town.follows_the_link(&token).await.unwrap();
        assert_eq!((ended.topic(), ended.channel.as_str()), (Topic::Stores, "email"));
    }
    town.hears(&news::campaign(2)).await;
    town.hears(&news::cheaper(5, 3995)).await;
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["İzlədiyiniz mağazada endirim", "Sevimliniz ucuzlaşdı"]);
    assert_eq!(town.sms(AYGUN).await.len(), 3, "SMS go on");
    let source: String =
        sqlx::query_scalar("select source from consent order by consent_id desc").fetch_one(town.pool()).await.unwrap();
    assert_eq!(source, "link");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_link_in_an_sms_ends_sms(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    let text = town.sms(AYGUN).await.remove(0);
    assert!(text.starts_with("Sovqat: Izlediyiniz magazada endirim https://sovqat.az/kampaniya/1 Imtina: "), "{text}");
    assert!(text.is_ascii(), "letters that are cheap to send");
    assert_eq!(town.follows_the_link(&token_in(&text)).await.unwrap().channel, "sms");
    town.hears(&news::campaign(2)).await;
    town.everybody_is_told().await;
    assert_eq!((town.sms(AYGUN).await.len(), town.letters().len()), (1, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_link_in_a_digest_ends_all_that_it_gathers(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.chooses(AYGUN, |mine| mine.digest = Digest::Daily.into()).await;
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    town.it_becomes("10:00:00");
    town.everybody_is_told().await;
    let [letter] = &town.letters()[..] else { panic!("not one letter") };
    let ended = town.follows_the_link(&one_click_token(letter)).await.unwrap();
    assert_eq!((ended.topic(), ended.channel.as_str()), (Topic::Unspecified, "email"));
    town.hears(&news::campaign(2)).await;
    town.hears(&news::birthday(AYGUN)).await;
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.everybody_is_told().await;
    town.it_becomes("10:00:00");
    town.clock.advance(chrono::TimeDelta::days(1));
    town.everybody_is_told().await;
    assert_eq!(town.subjects()[1..], ["Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_waits_for_the_morning_is_withdrawn_when_it_is_no_longer_wanted(pool: PgPool) {
    let town = Town::open(pool).await;
    town.it_becomes("23:00:00");
    town.hears(&news::order(AYGUN, "waiting")).await;
    town.everybody_is_told().await;
    town.wants(AYGUN, Topic::Orders, &["in_app"]).await;
    town.it_becomes("09:00:00");
    town.everybody_is_told().await;
    assert_eq!(town.letters().len(), 0);
    assert_eq!(
        town.number("select count(*) from delivery where state = 'withdrawn' and sealed_values is null").await,
        1
    );
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_letter_about_the_account_cannot_be_unsubscribed_from(pool: PgPool) {
    let town = Town::open(pool).await;
    town.hears(&news::stolen(AYGUN)).await;
    town.everybody_is_told().await;
    let [letter] = &town.letters()[..] else { panic!("not one letter") };
    assert_eq!(letter.header("List-Unsubscribe"), None);
    assert!(!letter.part("text/plain").contains("imtina"));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_made_up_link_ends_nothing(pool: PgPool) {
    let town = Town::open(pool).await;
    for token in ["", "x", "AAAAAAAAAAdzZQAAAAAAAAAAAAAAAAAAAAA"] {
        assert_eq!(town.follows_the_link(token).await.unwrap_err().code(), Code::NotFound);
    }
}
