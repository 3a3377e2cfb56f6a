use chrono::TimeDelta;
use proto::notification::{Channel, TakeDeliveryRequest};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    office::{MAILBOX, Office, ended},
    smtp::{Mood, Smtp},
};

const RESET_ID: &str = "<00000000-0000-0000-0000-000000000001@sovqat.az>";
const MASKED: &str = "a•••@example.com";

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_letter_arrives_as_text_and_as_html(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    office.take(office.reset(1)).await.unwrap();
    office.carry().await;
    let [letter] = &smtp.letters()[..] else { panic!("not one letter") };
    assert_eq!((letter.from.as_str(), letter.to.as_str()), ("salam@sovqat.az", MAILBOX));
    assert_eq!(letter.message_id(), RESET_ID);
    let headers = ["From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "List-Unsubscribe"];
    let headers = headers.map(|name| format!("{name}: {}", letter.header(name).unwrap_or_default()));
    insta::assert_snapshot!(headers.join("\n"), @r"
    From: Sovqat <salam@sovqat.az>
    To: aygun@example.com
    Reply-To: komek@sovqat.az
    Subject: Yeni şifrə seçin
    Date: Mon, 21 Sep 2026 14:13:20 +0000
    Auto-Submitted: auto-generated
    List-Unsubscribe:
    ");
    let (text, html) = (letter.part("text/plain"), letter.part("text/html"));
    assert!(text.contains("\nhttps://sovqat.az/giris?sifirla=verysecrettoken"), "{text}");
    assert!(html.contains("href=\"https://sovqat.az/giris?sifirla=verysecrettoken\""), "{html}");
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 1));
    assert_eq!(office.attempts(1).await, [("smtp".to_owned(), "sent".to_owned(), Some("queued as 4ZX".to_owned()))]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn each_reader_is_written_to_in_their_language(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    for (id, language) in [(1, "az"), (2, "ru"), (3, "en")] {
        let order = office.order(id, Channel::Email, MAILBOX, "password_changed", &[]);
        office.take(TakeDeliveryRequest { language: language.to_owned(), ..order }).await.unwrap();
        office.carry().await;
    }
    let subjects: Vec<_> = smtp.letters().iter().map(|letter| letter.header("Subject").unwrap()).collect();
    assert_eq!(subjects, ["Şifrəniz dəyişdirildi", "Ваш пароль изменён", "Your password was changed"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_busy_server_is_asked_again_later(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    smtp.will(Mood::Answers("RCPT", "451 4.3.0 come back later"));
    office.take(office.reset(1)).await.unwrap();
    office.carry().await;
    office.carry().await;
    assert!(smtp.letters().is_empty(), "it did not wait");
    assert!(!office.standing(1).await.is_wiped);
    office.a_minute_passes();
    office.carry().await;
    assert_eq!(smtp.letters().len(), 1);
    let outcomes: Vec<_> = office.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["smtp_451", "sent"]);
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_address_nobody_has_is_not_tried_again(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    smtp.will(Mood::Answers("RCPT", "550 5.1.1 nobody of that name"));
    office.take(office.reset(1)).await.unwrap();
    office.carry().await;
    assert_eq!(office.standing(1).await, ended("refused", MASKED, 1));
    assert!(!office.database().await.contains(MAILBOX));
    office.a_minute_passes();
    office.carry().await;
    assert_eq!(office.attempts(1).await, [("smtp".to_owned(), "smtp_550".to_owned(), None)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_wrong_password_of_ours_costs_nobody_a_letter(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &format!("smtp://shop:hunter2@{}", smtp.address)).await;
    smtp.will(Mood::Answers("AUTH", "535 5.7.8 who are you"));
    office.take(office.reset(1)).await.unwrap();
    office.carry().await;
    office.a_minute_passes();
    office.carry().await;
    let outcomes: Vec<_> = office.attempts(1).await.into_iter().map(|(_, outcome, _)| outcome).collect();
    assert_eq!(outcomes, ["credentials", "sent"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn after_eight_tries_it_is_given_up(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    let far = office.clock.now() + TimeDelta::days(30);
    let order = office.reset(1);
    office.take(TakeDeliveryRequest { expires_at: Some(proto::json::to_timestamp(far)), ..order }).await.unwrap();
    for _ in 0..10 {
        smtp.will(Mood::Answers("DATA", "452 4.3.1 no room"));
        office.carry().await;
        office.clock.advance(TimeDelta::minutes(11));
    }
    assert_eq!(office.standing(1).await, ended("given_up", MASKED, 8));
    assert_eq!(office.attempts(1).await.len(), 8);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_dies_after_sending_sends_the_same_letter_again(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    smtp.will(Mood::FallsSilent);
    office.take(office.reset(1)).await.unwrap();
    let post = office.post.clone();
    let dying = tokio::spawn(async move { notification::carry_due(&post).await });
    eventually("the letter", || async { smtp.letters().len() == 1 }).await;
    dying.abort();

    office.carry().await;
    assert_eq!(smtp.letters().len(), 1, "somebody else took it up too early");
    office.clock.advance(TimeDelta::minutes(3));
    office.carry().await;
    let ids: Vec<_> = smtp.letters().iter().map(crate::smtp::Letter::message_id).collect();
    assert_eq!(ids, [RESET_ID, RESET_ID]);
    assert_eq!(office.standing(1).await, ended("sent", MASKED, 2));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_customers_write_stays_text(pool: PgPool) {
    let smtp = Smtp::start().await;
    let office = Office::with_mail(pool, &smtp.url()).await;
    let text = "<img src=x onerror=alert(1)>\n.\n. bir nöqtə\nBcc: rashad@example.com\n\nQUIT";
    let values = [("subject", "<b>Bcc: x</b>"), ("text", text), ("name", "\"A\" <x@y.az>"), ("email", MAILBOX)];
    office.take(office.order(1, Channel::Email, "support", "support_report", &values)).await.unwrap();
    office.carry().await;
    let [letter] = &smtp.letters()[..] else { panic!("not one letter") };
    assert_eq!(letter.to, "salam@sovqat.az");
    assert_eq!(letter.header("Subject").unwrap(), "Müraciət: <b>Bcc: x</b>");
    assert_eq!(letter.header("Reply-To").unwrap(), MAILBOX);
    assert_eq!(letter.header("Bcc"), None);
    assert!(letter.part("text/plain").replace("\r\n", "\n").contains(text));
    let html = letter.part("text/html");
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;") && !html.contains("<img"), "{html}");
}
