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

use crate::office::{AYGUN, MAILBOX, Office, ended};

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_message_asked_for_twice_comes_once(pool: PgPool) {
    let office = Office::local(pool).await;
    office.take(office.code(1)).await.unwrap();
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    let inbox = office.inbox(Some(AYGUN)).await;
    let texts: Vec<&str> = inbox.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["Sovqat: 4821 tesdiq kodudur. Kodu hec kime vermeyin"]);
    assert_eq!(office.standing(1).await, ended("sent", "+994•••••4567", 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_cannot_be_sent_is_refused_at_once(pool: PgPool) {
    let office = Office::local(pool).await;
    let (code, reset) = (office.code(1), office.reset(2));
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
        ("expiresAt", TakeDeliveryRequest { expires_at: Some(to_timestamp(office.clock.now())), ..code.clone() }),
    ];
    for (field, order) in cases {
        let status = office.take(order).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{field}");
        let details = status.get_error_details();
        let fields: Vec<&str> =
            details.bad_request().unwrap().field_violations.iter().map(|broken| broken.field.as_str()).collect();
        assert_eq!(fields, [field]);
    }
    assert_eq!(office.database().await, "", "something was taken over");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_inbox_shows_the_newest_first_and_each_recipient_their_own(pool: PgPool) {
    let office = Office::local(pool).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    office.clock.advance(TimeDelta::seconds(1));
    office.take(office.reset(2)).await.unwrap();
    office.carry().await;
    let all = office.inbox(None).await;
    let seen: Vec<_> = all.iter().map(|message| (message.to.as_str(), message.channel())).collect();
    assert_eq!(seen, [(MAILBOX, Channel::Email), (AYGUN, Channel::Sms)]);
    assert_eq!((all[0].subject.as_str(), all[1].subject.as_str()), ("Yeni şifrə seçin", ""));
    assert!(all[0].html.contains("sifirla=verysecrettoken") && all[1].html.is_empty());
    assert_eq!(all[0].at, Some(to_timestamp(office.clock.now())));
    assert_eq!(office.inbox(Some(MAILBOX)).await, all[..1]);
    assert!(office.inbox(Some("rashad@example.com")).await.is_empty());
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_inbox_forgets_what_is_old(pool: PgPool) {
    let office = Office::local(pool.clone()).await;
    sqlx::query(
        "insert into inbox (recipient, channel, subject, body_text, body_html, received_at)
         select 'old', 'sms', '', 'old ' || n, '', now() from generate_series(1, 2001) as n",
    )
    .execute(&pool)
    .await
    .unwrap();
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    let kept: i64 = sqlx::query_scalar("select count(*) from inbox").fetch_one(&pool).await.unwrap();
    assert_eq!((kept, office.inbox(None).await.len()), (2_000, 200));
    assert_eq!(office.inbox(None).await[0].to, AYGUN);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_report_goes_to_the_shops_own_address(pool: PgPool) {
    let office = Office::local(pool).await;
    let values = [("subject", "Sual"), ("text", "Salam!\nHaradasınız?"), ("name", "Aygün"), ("email", MAILBOX)];
    office.take(office.order(1, Channel::Email, "support", "support_report", &values)).await.unwrap();
    office.carry().await;
    let received = office.inbox(Some("salam@sovqat.az")).await.remove(0);
    assert_eq!(received.subject, "Müraciət: Sual");
    assert!(received.text.contains("Salam!\nHaradasınız?") && received.text.contains(MAILBOX));
    assert_eq!(office.standing(1).await, ended("sent", "support", 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn outside_local_mode_there_is_no_inbox(pool: PgPool) {
    let key = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=";
    let flags = ["--key-secret", key, "--smtp-url", "smtp://127.0.0.1:9", "--sms-providers", "msm"];
    let account = ["--sms-msm-url", "http://a:b@127.0.0.1:9?sender=S"];
    let office = Office::open(pool, &[&flags[..], &account[..]].concat()).await;
    let status = office.inbox_client().list(ListInboxRequest::default()).await.unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
    office.take(office.code(1)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_waits_lies_sealed_and_what_came_too_late_is_wiped(pool: PgPool) {
    let office = Office::open(pool, &["--mode", "local", "--smtp-url", "smtp://127.0.0.1:9"]).await;
    office.take(office.reset(1)).await.unwrap();
    office.carry().await;
    let waiting = office.standing(1).await;
    assert_eq!((waiting.state.as_str(), waiting.is_wiped, waiting.tries), ("waiting", false, 1));
    assert!(!office.database().await.contains("verysecrettoken"));
    assert_eq!(office.attempts(1).await, [("smtp".to_owned(), "unreachable".to_owned(), None)]);

    office.clock.advance(TimeDelta::minutes(30));
    notification::sweep(&office.post).await.unwrap();
    assert_eq!(office.standing(1).await, ended("expired", "a•••@example.com", 1));
    assert!(!office.database().await.contains(MAILBOX));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_dies_in_the_last_try_leaves_nothing_behind(pool: PgPool) {
    let office = Office::local(pool.clone()).await;
    office.take(office.code(1)).await.unwrap();
    sqlx::query("update delivery set tries = 8").execute(&pool).await.unwrap();
    office.carry().await;
    assert!(office.inbox(None).await.is_empty(), "it was tried a ninth time");
    notification::sweep(&office.post).await.unwrap();
    assert_eq!(office.standing(1).await, ended("given_up", "+994•••••4567", 8));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_log_is_kept_for_a_month(pool: PgPool) {
    let office = Office::local(pool).await;
    office.take(office.code(1)).await.unwrap();
    office.carry().await;
    office.clock.advance(TimeDelta::days(29));
    notification::sweep(&office.post).await.unwrap();
    assert_eq!(office.attempts(1).await.len(), 1);
    office.clock.advance(TimeDelta::days(2));
    notification::sweep(&office.post).await.unwrap();
    assert_eq!(office.database().await, "");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn many_at_work_send_each_message_once_and_without_being_asked(pool: PgPool) {
    let office = Office::local(pool).await;
    let stop = CancellationToken::new();
    let workers = [1, 2, 3].map(|_| {
        let worker = named(notification::delivery_workers(&office.post), "sms_deliveries");
        tokio::spawn(worker.run(stop.clone()))
    });
    for id in 1..=40 {
        office.take(office.code(id)).await.unwrap();
    }
    eventually("forty messages", || async { office.inbox(None).await.len() >= 40 }).await;
    stop.cancel();
    for worker in workers {
        worker.await.unwrap().unwrap();
    }
    assert_eq!(office.inbox(None).await.len(), 40);
    for id in 1..=40 {
        assert_eq!(office.standing(id).await, ended("sent", "+994•••••4567", 1));
    }
}
