use chrono::TimeDelta;
use proto::notification::{Channel, TakeDeliveryRequest};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    office::{AYGUN, Office, ended},
    provider::{
        Provider,
        Temper::{self, Fails, Hangs, Says},
    },
};

const LSIM_TAKES: Temper = Says(r#"{"successMessage": "ok", "obj": 815, "errorCode": null}"#);
const ATL_TAKES: Temper =
    Says("<response><head><responsecode>000</responsecode></head><body><taskid>77</taskid></body></response>");
const MSM_TAKES: Temper = Says("errno=100&errtext=OK&message_id=42&charge=1");
const POCT_TAKES: Temper = Says(r#"{"StatusCode": 200, "Result": [{"MessageId": "a1"}]}"#);
const MASKED: &str = "+994•••••4567";

/// Sends one code by this provider alone; what it was asked, and under which name it knows the message.
async fn sent_by(pool: PgPool, name: &str, temper: Temper) -> (String, Option<String>) {
    let provider = Provider::start(temper).await;
    let office = Office::with_sms(pool, &[(name, provider.account())]).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 1));
    let (carrier, outcome, id) = office.attempts(1).await.remove(0);
    assert_eq!((carrier.as_str(), outcome.as_str()), (name, "sent"));
    (provider.asked().join("\n"), id)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn lsim_is_asked_as_it_wants_to_be(pool: PgPool) {
    let (asked, id) = sent_by(pool, "lsim", LSIM_TAKES).await;
    assert_eq!(id.as_deref(), Some("815"));
    insta::assert_snapshot!(asked, @r#"
    POST /quicksms/v1/smssender {"key":"6c7a55eed17b6d7e701e84eb1389feeb","login":"sovqat","msisdn":"994501234567","scheduled":"NOW","sender":"Sovqat","text":"Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin","unicode":false}
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn atl_is_asked_as_it_wants_to_be(pool: PgPool) {
    let (asked, id) = sent_by(pool, "atl", ATL_TAKES).await;
    assert_eq!(id.as_deref(), Some("77"));
    insta::assert_snapshot!(asked, @r#"
    POST /bulksms/api <?xml version="1.0" encoding="UTF-8"?><request><head><operation>submit</operation><login>sovqat</login><password>hunter2</password><title>Sovqat</title><bulkmessage>Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin</bulkmessage><scheduled>NOW</scheduled><isbulk>true</isbulk><controlid>00000000-0000-0000-0000-000000000001</controlid></head><body><msisdn>994501234567</msisdn></body></request>
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn msm_is_asked_as_it_wants_to_be(pool: PgPool) {
    let (asked, id) = sent_by(pool, "msm", MSM_TAKES).await;
    assert_eq!(id.as_deref(), Some("42"));
    insta::assert_snapshot!(asked, @r"
    GET /sendsms?user=sovqat&password=hunter2&gsm=994501234567&from=Sovqat&text=Sovqat%3A+4821+tesdiq+kodudur.+Kodu+hec+kime+vermeyin
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn poct_goyercini_is_asked_as_it_wants_to_be(pool: PgPool) {
    let (asked, id) = sent_by(pool, "poct_goyercini", POCT_TAKES).await;
    assert_eq!(id.as_deref(), Some("a1"));
    insta::assert_snapshot!(asked, @r#"
    POST /api_json/v1/Sms/Send_1_N {"Channel":"OTP","Message":"Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin","Originator":"Sovqat","Password":"hunter2","Receivers":["994501234567"],"Username":"sovqat"}
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn whichever_way_the_first_fails_the_next_is_asked_at_once(pool: PgPool) {
    let (first, second) = (Provider::start(Hangs).await, Provider::start(ATL_TAKES).await);
    let office = Office::with_sms(pool, &[("lsim", first.account()), ("atl", second.account())]).await;
    let cases = [
        (Hangs, "timeout"),
        (Fails(503), "answer_503"),
        (Says("<html>maintenance</html>"), "unreadable_answer"),
        (Says(r#"{"errorCode": -104}"#), "no_balance"),
        (Says(r#"{"errorCode": -100}"#), "credentials"),
    ];
    for (id, (temper, outcome)) in (1..).zip(cases) {
        first.becomes(temper);
        office.take(office.code(id)).await.unwrap();
        office.carry().await;
        let said: Vec<_> =
            office.attempts(id).await.into_iter().map(|(carrier, outcome, _)| [carrier, outcome]).collect();
        assert_eq!(said, [["lsim", outcome], ["atl", "sent"]]);
        assert_eq!(office.standing(id).await, ended("sent", MASKED, 1));
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_number_that_cannot_be_is_nobodys_turn_any_more(pool: PgPool) {
    let first = Provider::start(Says(r#"{"errorCode": -102}"#)).await;
    let second = Provider::start(ATL_TAKES).await;
    let office = Office::with_sms(pool, &[("lsim", first.account()), ("atl", second.account())]).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    office.a_minute_passes();
    office.carry().await;
    assert_eq!(office.standing(1).await, ended("refused", MASKED, 1));
    assert_eq!((first.asked().len(), second.asked().len()), (1, 0));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn when_nobody_takes_it_all_are_asked_again_later(pool: PgPool) {
    let (first, second) = (Provider::start(Fails(500)).await, Provider::start(Fails(500)).await);
    let office = Office::with_sms(pool, &[("msm", first.account()), ("poct_goyercini", second.account())]).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    assert!(!office.standing(1).await.is_wiped);
    second.becomes(POCT_TAKES);
    office.a_minute_passes();
    office.carry().await;
    assert_eq!((first.asked().len(), second.asked().len()), (2, 2));
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_comes_back_after_another_took_over_changes_nothing(pool: PgPool) {
    let provider = Provider::start(Hangs).await;
    let office = Office::with_sms(pool, &[("lsim", provider.account())]).await;
    office.take(office.code(1)).await.unwrap();
    let post = office.post.clone();
    let slow = tokio::spawn(async move { notification::carry_due(&post).await });
    eventually("the first question", || async { provider.asked().len() == 1 }).await;
    office.clock.advance(TimeDelta::minutes(3));
    provider.becomes(LSIM_TAKES);
    office.carry().await;
    slow.await.unwrap().unwrap();
    office.a_minute_passes();
    office.carry().await;
    assert_eq!(provider.asked().len(), 2);
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 2));
    let outcomes: Vec<_> = office.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["sent", "timeout"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn letters_beyond_the_plain_alphabet_are_announced(pool: PgPool) {
    let provider = Provider::start(LSIM_TAKES).await;
    let office = Office::with_sms(pool, &[("lsim", provider.account())]).await;
    for (id, language) in [(1, "az"), (2, "ru"), (3, "en")] {
        let order = office.order(id, Channel::Sms, AYGUN, "code", &[("code", "4821")]);
        office.take(TakeDeliveryRequest { language: language.to_owned(), ..order }).await.unwrap();
        office.carry().await;
    }
    let unicode: Vec<bool> = provider.asked().iter().map(|asked| asked.contains(r#""unicode":true"#)).collect();
    assert_eq!(unicode, [false, true, false]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_is_markup_to_atl_stays_text(pool: PgPool) {
    let provider = Provider::start(ATL_TAKES).await;
    let account = provider.account().replace("sender=Sovqat", "sender=A%26B%3C/title%3E");
    let office = Office::with_sms(pool, &[("atl", account)]).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    assert!(provider.asked()[0].contains("<title>A&amp;B&lt;/title&gt;</title>"), "{:?}", provider.asked());
}
