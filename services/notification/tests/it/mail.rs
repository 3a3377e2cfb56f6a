//! Deliveries by mail.

use chrono::TimeDelta;
use proto::notification::{Channel, TakeDeliveryRequest};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    fake_smtp_server::{FakeSmtpServer, SmtpBehaviour},
    test_delivery_service::{MAILBOX, TestDeliveryService, ended},
};

/// The Message-ID of the delivery 1.
const RESET_ID: &str = "<00000000-0000-0000-0000-000000000001@sovqat.az>";
const MASKED: &str = "a•••@example.com";

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn mail_has_text_and_html(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    service.submit(service.password_reset(1)).await.unwrap();
    service.deliver_due().await;
    let [mail] = &smtp.mails()[..] else { panic!("not one mail") };
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("salam@sovqat.az", MAILBOX));
    assert_eq!(mail.message_id(), RESET_ID);
    let headers = ["From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "List-Unsubscribe"];
    let headers = headers.map(|name| format!("{name}: {}", mail.header(name).unwrap_or_else(|| "(absent)".to_owned())));
    insta::assert_snapshot!(headers.join("\n"), @r"
    From: Sovqat <salam@sovqat.az>
    To: aygun@example.com
    Reply-To: komek@sovqat.az
    Subject: Yeni şifrə seçin
    Date: Mon, 21 Sep 2026 14:13:20 +0000
    Auto-Submitted: auto-generated
    List-Unsubscribe: (absent)
    ");
    let (text, html) = (mail.part("text/plain"), mail.part("text/html"));
    assert!(text.contains("\nhttps://sovqat.az/giris?sifirla=verysecrettoken"), "{text}");
    assert!(html.contains("href=\"https://sovqat.az/giris?sifirla=verysecrettoken\""), "{html}");
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 1));
    assert_eq!(service.attempts(1).await, [("smtp".to_owned(), "sent".to_owned(), Some("queued as 4ZX".to_owned()))]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn mail_is_in_the_accounts_language(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    for (id, language) in [(1, "az"), (2, "ru"), (3, "en")] {
        let values = [("device", "Chrome, Windows"), ("link", "https://sovqat.az/tehlukesizlik/verysecrettoken")];
        let request = service.request(id, Channel::Email, MAILBOX, "password_changed", &values);
        service.submit(TakeDeliveryRequest { language: language.to_owned(), ..request }).await.unwrap();
        service.deliver_due().await;
    }
    let subjects: Vec<_> = smtp.mails().iter().map(|mail| mail.header("Subject").unwrap()).collect();
    assert_eq!(subjects, ["Şifrəniz dəyişdirildi", "Ваш пароль изменён", "Your password was changed"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn busy_mail_server_is_retried(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    smtp.queue_behaviour(SmtpBehaviour::ReplyTo("RCPT", "451 4.3.0 come back later"));
    service.submit(service.password_reset(1)).await.unwrap();
    service.deliver_due().await;
    // The retry is not due yet.
    service.deliver_due().await;
    assert!(smtp.mails().is_empty(), "it was retried too early");
    assert!(!service.state_of(1).await.is_wiped);
    service.advance_a_minute();
    service.deliver_due().await;
    assert_eq!(smtp.mails().len(), 1);
    let outcomes: Vec<_> = service.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["smtp_451", "sent"]);
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn unknown_recipient_ends_the_delivery(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    smtp.queue_behaviour(SmtpBehaviour::ReplyTo("RCPT", "550 5.1.1 unknown user"));
    service.submit(service.password_reset(1)).await.unwrap();
    service.deliver_due().await;
    assert_eq!(service.state_of(1).await, ended("refused", MASKED, 1));
    assert!(!service.dump_tables().await.contains(MAILBOX));
    service.advance_a_minute();
    service.deliver_due().await;
    assert_eq!(service.attempts(1).await, [("smtp".to_owned(), "smtp_550".to_owned(), None)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn rejected_credentials_keep_the_delivery_waiting(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &format!("smtp://shop:hunter2@{}", smtp.address)).await;
    smtp.queue_behaviour(SmtpBehaviour::ReplyTo("AUTH", "535 5.7.8 authentication failed"));
    service.submit(service.password_reset(1)).await.unwrap();
    service.deliver_due().await;
    service.advance_a_minute();
    service.deliver_due().await;
    let outcomes: Vec<_> = service.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["credentials", "sent"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn delivery_is_given_up_after_8_attempts(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    // The delivery expires long after its last attempt.
    let expiry = service.clock.now() + TimeDelta::days(30);
    let request = service.password_reset(1);
    service
        .submit(TakeDeliveryRequest { expires_at: Some(proto::json::to_timestamp(expiry)), ..request })
        .await
        .unwrap();
    for _ in 0..10 {
        smtp.queue_behaviour(SmtpBehaviour::ReplyTo("DATA", "452 4.3.1 insufficient storage"));
        service.deliver_due().await;
        // The longest delay between attempts is 10 minutes.
        service.clock.advance(TimeDelta::minutes(11));
    }
    assert_eq!(service.state_of(1).await, ended("given_up", MASKED, 8));
    assert_eq!(service.attempts(1).await.len(), 8);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn crash_after_sending_repeats_the_same_message_id(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    smtp.queue_behaviour(SmtpBehaviour::NeverReplies);
    service.submit(service.password_reset(1)).await.unwrap();
    let sender = service.sender.clone();
    let crashing = tokio::spawn(async move { notification::deliver_due(&sender).await });
    eventually("the mail", || async { smtp.mails().len() == 1 }).await;
    crashing.abort();

    service.deliver_due().await;
    assert_eq!(smtp.mails().len(), 1, "another worker leased it too early");
    // The lease of 2 minutes ends.
    service.clock.advance(TimeDelta::minutes(3));
    service.deliver_due().await;
    let ids: Vec<_> = smtp.mails().iter().map(crate::fake_smtp_server::ReceivedMail::message_id).collect();
    assert_eq!(ids, [RESET_ID, RESET_ID]);
    assert_eq!(service.state_of(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ticket_text_is_escaped_in_mails(pool: PgPool) {
    let smtp = FakeSmtpServer::start().await;
    let service = TestDeliveryService::with_mail(pool, &smtp.url()).await;
    let text = "<img src=x onerror=alert(1)>\n.\n. bir nöqtə\nBcc: rashad@example.com\n\nQUIT";
    let values = [("subject", "<b>Bcc: x</b>"), ("text", text), ("name", "\"A\" <x@y.az>"), ("email", MAILBOX)];
    // `support` stands for the shop's own mailbox.
    service.submit(service.request(1, Channel::Email, "support", "support_report", &values)).await.unwrap();
    service.deliver_due().await;
    let [mail] = &smtp.mails()[..] else { panic!("not one mail") };
    assert_eq!(mail.to, "salam@sovqat.az");
    assert_eq!(mail.header("Subject").unwrap(), "Müraciət: <b>Bcc: x</b>");
    assert_eq!(mail.header("Reply-To").unwrap(), MAILBOX);
    assert_eq!(mail.header("Bcc"), None);
    assert!(mail.part("text/plain").replace("\r\n", "\n").contains(text));
    let html = mail.part("text/html");
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;"), "{html}");
    assert!(!html.contains("<img"), "{html}");
}
