//! Deliveries, from their request to their deletion.

use chrono::TimeDelta;
use proto::{
    json::to_timestamp,
    notification::{Channel, ListInboxRequest, TakeDeliveryRequest},
};
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::test_delivery_service::{AYGUN, MAILBOX, TestDeliveryService, ended};

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn delivery_is_idempotent_by_id(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    service.submit(service.code(1)).await.unwrap();
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    // Again after it was sent.
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    let inbox = service.inbox(Some(AYGUN)).await;
    let texts: Vec<&str> = inbox.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin"]);
    assert_eq!(service.state_of(1).await, ended("sent", "+994•••••4567", 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn invalid_deliveries_are_rejected(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    let (code, reset) = (service.code(1), service.password_reset(2));
    let with_link =
        |link: &str| TakeDeliveryRequest { values: [("link".to_owned(), link.to_owned())].into(), ..reset.clone() };
    let cases = [
        ("id", TakeDeliveryRequest { id: "1".into(), ..code.clone() }),
        ("channel", TakeDeliveryRequest { channel: 0, ..code.clone() }),
        ("channel", TakeDeliveryRequest { channel: 9, ..code.clone() }),
        ("to", TakeDeliveryRequest { to: "0501234567".into(), ..code.clone() }),
        ("to", TakeDeliveryRequest { to: MAILBOX.into(), ..code.clone() }),
        ("to", TakeDeliveryRequest { to: "a@b.az\r\nBcc: c@d.az".into(), ..reset.clone() }),
        ("template", TakeDeliveryRequest { template: "spam".into(), ..reset.clone() }),
        ("template", TakeDeliveryRequest { template: "code".into(), ..reset.clone() }),
        ("template", TakeDeliveryRequest { template: "password_reset".into(), ..code.clone() }),
        ("values", TakeDeliveryRequest { values: [].into(), ..code.clone() }),
        ("values", with_link("javascript:alert(1)")),
        ("values", with_link("https://sovqat.az/\r\nBcc: c@d.az")),
        ("language", TakeDeliveryRequest { language: "de".into(), ..code.clone() }),
        ("expiresAt", TakeDeliveryRequest { expires_at: None, ..code.clone() }),
        ("expiresAt", TakeDeliveryRequest { expires_at: Some(to_timestamp(service.clock.now())), ..code.clone() }),
    ];
    for (field, request) in cases {
        let status = service.submit(request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{field}");
        let details = status.get_error_details();
        let fields: Vec<&str> =
            details.bad_request().unwrap().field_violations.iter().map(|broken| broken.field.as_str()).collect();
        assert_eq!(fields, [field]);
    }
    assert_eq!(service.dump_tables().await, "", "an invalid delivery was accepted");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn inbox_is_sorted_newest_first_and_can_be_filtered_by_recipient(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    service.clock.advance(TimeDelta::seconds(1));
    service.submit(service.password_reset(2)).await.unwrap();
    service.deliver_due().await;
    let messages = service.inbox(None).await;
    let [mail, sms] = &messages[..] else { panic!("not two messages") };
    assert_eq!((mail.to.as_str(), mail.channel()), (MAILBOX, Channel::Email));
    assert_eq!((sms.to.as_str(), sms.channel()), (AYGUN, Channel::Sms));
    assert_eq!((mail.subject.as_str(), sms.subject.as_str()), ("Yeni şifrə seçin", ""));
    assert!(mail.html.contains("sifirla=verysecrettoken"));
    assert!(sms.html.is_empty(), "an SMS has no HTML");
    assert_eq!(mail.at, Some(to_timestamp(service.clock.now())));
    assert_eq!(service.inbox(Some(MAILBOX)).await, messages[..1]);
    assert!(service.inbox(Some("rashad@example.com")).await.is_empty());
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn inbox_deletes_old_messages(pool: PgPool) {
    let service = TestDeliveryService::local(pool.clone()).await;
    // The inbox keeps 2,000 messages.
    sqlx::query(
        "insert into inbox (recipient, channel, subject, body_text, body_html, received_at)
         select 'old', 'sms', '', 'old ' || n, '', now() from generate_series(1, 2001) as n",
    )
    .execute(&pool)
    .await
    .unwrap();
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    let kept: i64 = sqlx::query_scalar("select count(*) from inbox").fetch_one(&pool).await.unwrap();
    assert_eq!(kept, 2_000, "the newest messages are kept");
    assert_eq!(service.inbox(None).await.len(), 200, "the list is limited");
    assert_eq!(service.inbox(None).await[0].to, AYGUN);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn support_report_goes_to_the_contact_address(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    let values = [("subject", "Sual"), ("text", "Salam!\nHaradasınız?"), ("name", "Aygün"), ("email", MAILBOX)];
    service.submit(service.request(1, Channel::Email, "support", "support_report", &values)).await.unwrap();
    service.deliver_due().await;
    let received = service.inbox(Some("salam@sovqat.az")).await.remove(0);
    assert_eq!(received.subject, "Müraciət: Sual");
    assert!(received.text.contains("Salam!\nHaradasınız?"));
    assert!(received.text.contains(MAILBOX));
    assert_eq!(service.state_of(1).await, ended("sent", "support", 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn inbox_exists_in_local_mode_only(pool: PgPool) {
    // Production requires a key, a mail server and an SMS provider.
    let key = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=";
    let flags = ["--key-secret", key, "--smtp-url", "smtp://127.0.0.1:9", "--sms-providers", "msm"];
    let account = ["--sms-msm-url", "https://a:b@127.0.0.1:9?sender=S"];
    let service = TestDeliveryService::open(pool, &[&flags[..], &account[..]].concat()).await;
    let status = service.inbox_client().list(ListInboxRequest::default()).await.unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
    service.submit(service.code(1)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn values_are_encrypted_while_waiting_and_deleted_at_expiry(pool: PgPool) {
    let service = TestDeliveryService::open(pool, &["--mode", "local", "--smtp-url", "smtp://127.0.0.1:9"]).await;
    service.submit(service.password_reset(1)).await.unwrap();
    service.deliver_due().await;
    let waiting = service.state_of(1).await;
    assert_eq!((waiting.state.as_str(), waiting.is_wiped, waiting.tries), ("waiting", false, 1));
    assert!(!service.dump_tables().await.contains("verysecrettoken"));
    assert_eq!(service.attempts(1).await, [("smtp".to_owned(), "unreachable".to_owned(), None)]);

    // The link expires after 30 minutes.
    service.clock.advance(TimeDelta::minutes(30));
    notification::sweep(&service.sender).await.unwrap();
    assert_eq!(service.state_of(1).await, ended("expired", "a•••@example.com", 1));
    assert!(!service.dump_tables().await.contains(MAILBOX));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn crash_in_the_last_attempt_ends_the_delivery(pool: PgPool) {
    let service = TestDeliveryService::local(pool.clone()).await;
    service.submit(service.code(1)).await.unwrap();
    // The last of eight attempts has begun, and its worker has died.
    sqlx::query("update delivery set tries = 8").execute(&pool).await.unwrap();
    service.deliver_due().await;
    assert!(service.inbox(None).await.is_empty(), "it was attempted a ninth time");
    notification::sweep(&service.sender).await.unwrap();
    assert_eq!(service.state_of(1).await, ended("given_up", "+994•••••4567", 8));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ended_deliveries_are_deleted_after_a_month(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    service.submit(service.code(1)).await.unwrap();
    service.deliver_due().await;
    // Ended deliveries are kept for 30 days.
    service.clock.advance(TimeDelta::days(29));
    notification::sweep(&service.sender).await.unwrap();
    assert_eq!(service.attempts(1).await.len(), 1);
    service.clock.advance(TimeDelta::days(2));
    notification::sweep(&service.sender).await.unwrap();
    assert_eq!(service.dump_tables().await, "");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn parallel_workers_send_each_message_once(pool: PgPool) {
    let service = TestDeliveryService::local(pool).await;
    let stop = CancellationToken::new();
    let workers = [1, 2, 3].map(|_| {
        let worker = named(notification::delivery_workers(&service.sender), "sms_deliveries");
        tokio::spawn(worker.run(stop.clone()))
    });
    for id in 1..=40 {
        service.submit(service.code(id)).await.unwrap();
    }
    eventually("40 messages", || async { service.inbox(None).await.len() >= 40 }).await;
    stop.cancel();
    for worker in workers {
        worker.await.unwrap().unwrap();
    }
    assert_eq!(service.inbox(None).await.len(), 40);
    for id in 1..=40 {
        assert_eq!(service.state_of(id).await, ended("sent", "+994•••••4567", 1));
    }
}
