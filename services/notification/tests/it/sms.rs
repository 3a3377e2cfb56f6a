//! Deliveries by SMS.

use chrono::TimeDelta;
use proto::notification::{Channel, TakeDeliveryRequest};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    fake_sms_provider::{
        FakeSmsProvider,
        ProviderBehaviour::{self, Fails, Hangs, Responds},
    },
    test_delivery_service::{AYGUN, TestDeliveryService, ended},
};

// The response of each provider that accepts a message.
const LSIM_ACCEPTS: ProviderBehaviour = Responds(r#"{"successMessage": "ok", "obj": 815, "errorCode": null}"#);
const ATL_ACCEPTS: ProviderBehaviour =
    Responds("<response><head><responsecode>000</responsecode></head><body><taskid>77</taskid></body></response>");
const MSM_ACCEPTS: ProviderBehaviour = Responds("errno=100&errtext=OK&message_id=42&charge=1");
const POCT_ACCEPTS: ProviderBehaviour = Responds(r#"{"StatusCode": 200, "Result": [{"MessageId": "a1"}]}"#);
const MASKED: &str = "+994•••••4567";

/// Returns the requests, and the provider's id of the message.
async fn send_by(pool: PgPool, name: &str, behaviour: ProviderBehaviour) -> (String, Option<String>) {
    let provider = FakeSmsProvider::start(behaviour).await;
    let service = TestDeliveryService::with_sms(pool, &[(name, provider.account())]).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 1));
    let (carrier, outcome, id) = service.attempts(1).await.remove(0);
    assert_eq!((carrier.as_str(), outcome.as_str()), (name, "sent"));
    (provider.requests().join("\n"), id)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn lsim_request_has_the_documented_format(pool: PgPool) {
    let (request, id) = send_by(pool, "lsim", LSIM_ACCEPTS).await;
    assert_eq!(id.as_deref(), Some("815"));
    insta::assert_snapshot!(request, @r#"
    POST /quicksms/v1/smssender {"key":"6c7a55eed17b6d7e701e84eb1389feeb","login":"sovqat","msisdn":"994501234567","scheduled":"NOW","sender":"Sovqat","text":"Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin","unicode":false}
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn atl_request_has_the_documented_format(pool: PgPool) {
    let (request, id) = send_by(pool, "atl", ATL_ACCEPTS).await;
    assert_eq!(id.as_deref(), Some("77"));
    insta::assert_snapshot!(request, @r#"
    POST /bulksms/api <?xml version="1.0" encoding="UTF-8"?><request><head><operation>submit</operation><login>sovqat</login><password>hunter2</password><title>Sovqat</title><bulkmessage>Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin</bulkmessage><scheduled>NOW</scheduled><isbulk>true</isbulk><controlid>00000000-0000-0000-0000-000000000001</controlid></head><body><msisdn>994501234567</msisdn></body></request>
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn msm_request_has_the_documented_format(pool: PgPool) {
    let (request, id) = send_by(pool, "msm", MSM_ACCEPTS).await;
    assert_eq!(id.as_deref(), Some("42"));
    insta::assert_snapshot!(request, @r"
    GET /sendsms?user=sovqat&password=hunter2&gsm=994501234567&from=Sovqat&text=Sovqat%3A+4821+tesdiq+kodudur.+Kodu+hec+kime+vermeyin
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn poct_goyercini_request_has_the_documented_format(pool: PgPool) {
    let (request, id) = send_by(pool, "poct_goyercini", POCT_ACCEPTS).await;
    assert_eq!(id.as_deref(), Some("a1"));
    insta::assert_snapshot!(request, @r#"
    POST /api_json/v1/Sms/Send_1_N {"Channel":"OTP","Message":"Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin","Originator":"Sovqat","Password":"hunter2","Receivers":["994501234567"],"Username":"sovqat"}
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn next_provider_is_tried_after_any_failure(pool: PgPool) {
    let (first, second) = (FakeSmsProvider::start(Hangs).await, FakeSmsProvider::start(ATL_ACCEPTS).await);
    let service = TestDeliveryService::with_sms(pool, &[("lsim", first.account()), ("atl", second.account())]).await;
    let cases = [
        (Hangs, "timeout"),
        (Fails(503), "answer_503"),
        (Responds("<html>maintenance</html>"), "unreadable_answer"),
        (Responds(r#"{"errorCode": -104}"#), "no_balance"),
        (Responds(r#"{"errorCode": -100}"#), "credentials"),
    ];
    for (id, (behaviour, outcome)) in (1..).zip(cases) {
        first.set_behaviour(behaviour);
        service.submit(service.code(id)).await.unwrap();
        service.deliver_due().await;
        let outcomes: Vec<_> =
            service.attempts(id).await.into_iter().map(|(carrier, outcome, _)| [carrier, outcome]).collect();
        assert_eq!(outcomes, [["lsim", outcome], ["atl", "sent"]]);
        assert_eq!(service.state_of(id).await, ended("sent", MASKED, 1));
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn invalid_number_is_not_tried_with_other_providers(pool: PgPool) {
    // -102 is LSIM's code for an invalid number.
    let first = FakeSmsProvider::start(Responds(r#"{"errorCode": -102}"#)).await;
    let second = FakeSmsProvider::start(ATL_ACCEPTS).await;
    let service = TestDeliveryService::with_sms(pool, &[("lsim", first.account()), ("atl", second.account())]).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    service.advance_a_minute();
    service.deliver_due().await;
    assert_eq!(service.state_of(1).await, ended("refused", MASKED, 1));
    assert_eq!((first.requests().len(), second.requests().len()), (1, 0));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn all_providers_are_retried_when_none_accepts(pool: PgPool) {
    let (first, second) = (FakeSmsProvider::start(Fails(500)).await, FakeSmsProvider::start(Fails(500)).await);
    let service =
        TestDeliveryService::with_sms(pool, &[("msm", first.account()), ("poct_goyercini", second.account())]).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    assert!(!service.state_of(1).await.is_wiped);
    second.set_behaviour(POCT_ACCEPTS);
    service.advance_a_minute();
    service.deliver_due().await;
    assert_eq!((first.requests().len(), second.requests().len()), (2, 2));
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn report_after_the_lease_expired_changes_nothing(pool: PgPool) {
    let provider = FakeSmsProvider::start(Hangs).await;
    let service = TestDeliveryService::with_sms(pool, &[("lsim", provider.account())]).await;
    service.submit(service.code(1)).await.unwrap();
    let sender = service.sender.clone();
    let slow = tokio::spawn(async move { notification::deliver_due(&sender).await });
    eventually("the first request", || async { provider.requests().len() == 1 }).await;
    // The lease of 2 minutes ends.
    service.clock.advance(TimeDelta::minutes(3));
    provider.set_behaviour(LSIM_ACCEPTS);
    service.deliver_due().await;
    slow.await.unwrap().unwrap();
    service.advance_a_minute();
    service.deliver_due().await;
    assert_eq!(provider.requests().len(), 2);
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 2));
    let outcomes: Vec<_> = service.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["sent", "timeout"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn lsim_marks_unicode_messages(pool: PgPool) {
    let provider = FakeSmsProvider::start(LSIM_ACCEPTS).await;
    let service = TestDeliveryService::with_sms(pool, &[("lsim", provider.account())]).await;
    for (id, language) in [(1, "az"), (2, "ru"), (3, "en")] {
        let request = service.request(id, Channel::Sms, AYGUN, "code", &[("code", "4821")]);
        service.submit(TakeDeliveryRequest { language: language.to_owned(), ..request }).await.unwrap();
        service.deliver_due().await;
    }
    let unicode: Vec<bool> = provider.requests().iter().map(|request| request.contains(r#""unicode":true"#)).collect();
    assert_eq!(unicode, [false, true, false], "only Cyrillic is outside the SMS alphabet");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn atl_request_escapes_xml(pool: PgPool) {
    let provider = FakeSmsProvider::start(ATL_ACCEPTS).await;
    let account = provider.account().replace("sender=Sovqat", "sender=A%26B%3C/title%3E");
    let service = TestDeliveryService::with_sms(pool, &[("atl", account)]).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    assert!(provider.requests()[0].contains("<title>A&amp;B&lt;/title&gt;</title>"), "{:?}", provider.requests());
}
