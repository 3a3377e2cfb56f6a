//! Writing to the shop.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_snapshot;
use proto::{
    auth::AccountErased,
    notification::{CloseTicketRequest, MyTicketsRequest, TicketStatus, TicketsRequest, WriteToUsRequest},
    seo::ContactChanged,
};
use sqlx::PgPool;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    desk::{Desk, OPERATOR, complaints, letter},
    house::{AccountIsErased, ContactHasChanged, House},
};

const AYGUN: &str = "aygun@example.com";
const SUPPORT: &str = "salam@sovqat.az";
const MESSAGE: &str = "Sifarişim hələ çatmayıb, harada olduğunu deyə bilərsiniz?";

async fn close(desk: &Desk, code: &str) -> Result<TicketStatus, Status> {
    let request = desk.operator(CloseTicketRequest { code: code.to_owned() });
    Ok(desk.ticket_desk().close(request).await?.into_inner().status())
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_letter_becomes_a_ticket_a_mail_to_us_and_a_word_to_the_writer(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let letter =
        WriteToUsRequest { phone_number: Some("050 123 45 67".to_owned()), ..letter("Aygun@Example.com", MESSAGE) };
    let ticket = desk.write(letter).await.unwrap();
    assert_eq!(ticket.status(), TicketStatus::Open);
    let ours = desk.mail(SUPPORT).await;
    let [ours] = &ours[..] else { panic!("one letter to us") };
    assert_eq!(ours.subject, format!("Müraciət: {}", ticket.code));
    assert_snapshot!(ours.text, @r"
    Sifarişim hələ çatmayıb, harada olduğunu deyə bilərsiniz?

    Telefon: +994501234567

    Göndərən: Aygün Məmmədova, aygun@example.com
    ");
    let theirs = desk.mail(AYGUN).await;
    let [theirs] = &theirs[..] else { panic!("one letter to the writer") };
    assert_snapshot!(theirs.text.replace(&ticket.code, "MR-0000-00"), @r"
    Спасибо, что написали нам. Номер вашего обращения: MR-0000-00. Обычно мы отвечаем в течение одного рабочего дня.

    Если будете звонить, назовите этот номер, и мы продолжим с того же места. Если вы нам не писали, просто не обращайте внимания на это письмо.

    С уважением,
    Sovqat
    ");
    let open = desk.tickets(TicketStatus::Open).await.tickets;
    let [row] = &open[..] else { panic!("one ticket") };
    assert_eq!((row.code.as_str(), row.message.as_str(), row.email.as_str()), (ticket.code.as_str(), MESSAGE, AYGUN));
}

/// Somebody else's address cannot be made to read what was typed.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_word_to_the_writer_repeats_nothing_they_typed(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let letter =
        WriteToUsRequest { name: "Visit evil.example".to_owned(), ..letter(AYGUN, "https://evil.example buy now") };
    desk.write(letter).await.unwrap();
    let theirs = desk.mail(AYGUN).await;
    let [theirs] = &theirs[..] else { panic!("one letter") };
    for said in [&theirs.subject, &theirs.text, &theirs.html] {
        assert!(!said.contains("evil"), "{said}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_nobody_could_answer_is_refused_all_at_once(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let wrong = WriteToUsRequest {
        name: " ".to_owned(),
        email: "support".to_owned(),
        phone_number: Some("12".to_owned()),
        message: "Salam".to_owned(),
    };
    let told = complaints(&desk.write(wrong).await.unwrap_err());
    let told: Vec<_> = told.iter().map(|(field, code)| format!("{field}: {code}")).collect();
    assert_eq!(told, ["name: required", "email: invalid_email", "phoneNumber: invalid_phone", "message: too_short"]);
    let (long, named) = ("x".repeat(4_001), letter(AYGUN, MESSAGE));
    for (letter, field, code) in [
        (letter(AYGUN, &long), "message", "too_long"),
        (letter(AYGUN, "Salam\0 dostlar"), "message", "invalid_characters"),
        (letter("a@b.az\r\nBcc: c@d.az", MESSAGE), "email", "invalid_email"),
        (letter("a@b.az,c@d.az", MESSAGE), "email", "invalid_email"),
        (letter("", MESSAGE), "email", "required"),
        (WriteToUsRequest { name: "A\r\nBcc: c@d.az".to_owned(), ..named }, "name", "invalid_characters"),
    ] {
        let status = desk.write(letter).await.unwrap_err();
        assert_eq!(complaints(&status), [(field.to_owned(), code.to_owned())]);
    }
    assert!(desk.tickets(TicketStatus::Unspecified).await.tickets.is_empty());
    assert_eq!(desk.office.database().await, "", "a letter was sent");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_second_click_writes_nothing_new(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let letter = WriteToUsRequest { phone_number: Some(" ".to_owned()), ..letter(AYGUN, MESSAGE) };
    let outcomes = join_all((0..6).map(|_| desk.write(letter.clone()))).await;
    let first = outcomes[0].as_ref().unwrap();
    assert!(outcomes.iter().all(|outcome| outcome.as_ref().unwrap() == first));
    assert_eq!((desk.mail(AYGUN).await.len(), desk.mail(SUPPORT).await.len()), (1, 1));
    desk.office.clock.advance(TimeDelta::minutes(61));
    assert_ne!(&desk.write(letter).await.unwrap(), first, "an hour later it is worth saying again");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_mailbox_bears_so_many_an_hour_however_they_come(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let letters: Vec<_> = (0..9).map(|n| letter(AYGUN, &format!("{MESSAGE} {n}"))).collect();
    let outcomes = join_all(letters.into_iter().map(|letter| desk.write(letter))).await;
    let refused: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    assert_eq!(refused.len(), 4);
    for status in refused {
        assert_eq!(status.code(), Code::ResourceExhausted);
        let wait = status.get_error_details().retry_info().unwrap().retry_delay.unwrap();
        assert_eq!(wait.as_secs(), 3_600);
    }
    assert_eq!(desk.mail(AYGUN).await.len(), 5);
    desk.write(letter("leyla@example.com", MESSAGE)).await.unwrap();
    desk.office.clock.advance(TimeDelta::hours(1));
    desk.write(letter(AYGUN, MESSAGE)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_ticket_is_closed_once_however_its_code_is_typed(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let code = desk.write(letter(AYGUN, MESSAGE)).await.unwrap().code;
    let other = desk.write(letter("leyla@example.com", MESSAGE)).await.unwrap().code;
    assert_eq!(close(&desk, &code.to_lowercase().replace('-', " ")).await.unwrap(), TicketStatus::Closed);
    let closed_at = desk.tickets(TicketStatus::Closed).await.tickets[0].closed_at;
    desk.office.a_minute_passes();
    assert_eq!(close(&desk, &code).await.unwrap(), TicketStatus::Closed);
    let closed = desk.tickets(TicketStatus::Closed).await;
    assert_eq!((closed.tickets.len(), closed.tickets[0].closed_at), (1, closed_at));
    assert_eq!(desk.tickets(TicketStatus::Open).await.tickets[0].code, other);
    assert_eq!(desk.tickets(TicketStatus::Unspecified).await.meta.unwrap().total, 2);
    assert_eq!(desk.audit().await, [(OPERATOR, "ticket_closed".to_owned(), code)]);
    for unknown in ["", "MR-PMZJ-2J", "MR-PMZJ-2K", "SQ-PMZJ-2J"] {
        let status = close(&desk, unknown).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "ticket_not_found"), "{unknown}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_has_waited_longest_comes_first_and_what_was_answered_last(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let mut codes = Vec::new();
    for number in 1..=4 {
        let letter = letter(&format!("{number}@example.com"), MESSAGE);
        codes.push(desk.write(letter).await.unwrap().code);
    }
    let [first, second, third, fourth] = codes.try_into().unwrap();
    for code in [&first, &third] {
        close(&desk, code).await.unwrap();
    }
    for (status, listed) in [
        (TicketStatus::Unspecified, vec![&second, &fourth, &third, &first]),
        (TicketStatus::Open, vec![&second, &fourth]),
        (TicketStatus::Closed, vec![&third, &first]),
    ] {
        let tickets = desk.tickets(status).await.tickets;
        assert_eq!(tickets.iter().map(|ticket| &ticket.code).collect::<Vec<_>>(), listed, "{status:?}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_was_answered_a_year_ago_is_forgotten(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let closed = desk.write(letter(AYGUN, MESSAGE)).await.unwrap().code;
    let open = desk.write(letter("leyla@example.com", MESSAGE)).await.unwrap().code;
    close(&desk, &closed).await.unwrap();
    desk.office.clock.advance(TimeDelta::days(365));
    notification::sweep(&desk.office.post).await.unwrap();
    assert_eq!(desk.tickets(TicketStatus::Unspecified).await.tickets.len(), 2, "to the day");
    desk.office.clock.advance(TimeDelta::days(1));
    notification::sweep(&desk.office.post).await.unwrap();
    let kept = desk.tickets(TicketStatus::Unspecified).await.tickets;
    assert_eq!(kept.iter().map(|ticket| ticket.code.as_str()).collect::<Vec<_>>(), [open.as_str()]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_accounts_letters_leave_with_it(pool: PgPool) {
    let (desk, house) = (Desk::open(pool.clone()).await, House::open(pool).await);
    desk.write_as(7, letter(AYGUN, MESSAGE)).await.unwrap();
    desk.write_as(8, letter("orxan@example.com", MESSAGE)).await.unwrap();
    desk.write(letter("leyla@example.com", MESSAGE)).await.unwrap();
    house.announce(&AccountIsErased(AccountErased { account_id: 7 })).await;
    house.all_is_heard().await;
    assert_eq!(desk.writers().await, [Some(8), None]);
    desk.write_as(7, letter(AYGUN, MESSAGE)).await.unwrap();
    assert_eq!(desk.writers().await, [Some(8), None, None], "by a token that outlived its account");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn whoever_was_signed_in_reads_what_they_wrote_and_nothing_else(pool: PgPool) {
    let desk = Desk::open(pool).await;
    desk.write_as(7, letter(AYGUN, MESSAGE)).await.unwrap();
    let newest = desk.write_as(7, letter(AYGUN, "Daha bir sualım var, sağ olun.")).await.unwrap();
    desk.write_as(8, letter(AYGUN, "Eyni ünvan, başqa hesab.")).await.unwrap();
    desk.write(letter(AYGUN, "Heç kim daxil olmayıb.")).await.unwrap();
    let found = desk.tickets_of(7).await;
    assert_eq!((found.tickets.len(), found.meta.unwrap().total), (2, 2));
    assert_eq!(found.tickets[0].code, newest.code);
    assert_eq!((desk.tickets_of(8).await.tickets.len(), desk.tickets_of(9).await.tickets.len()), (1, 0));
    let guest = desk.ticket_writer().mine(MyTicketsRequest::default()).await.unwrap_err();
    assert_eq!(guest.code(), Code::Unauthenticated);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_ticket_desk_is_for_operators(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let code = || CloseTicketRequest { code: "MR-PMZJ-2J".to_owned() };
    let customer = desk.ticket_desk().list(desk.with_roles(&["customer"], TicketsRequest::default())).await;
    assert_eq!(customer.unwrap_err().code(), Code::PermissionDenied);
    let guest = desk.ticket_desk().list(TicketsRequest::default()).await;
    assert_eq!(guest.unwrap_err().code(), Code::Unauthenticated);
    let customer = desk.ticket_desk().close(desk.with_roles(&["customer"], code())).await;
    assert_eq!(customer.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(desk.ticket_desk().close(code()).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(desk.audit().await.is_empty());
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn tickets_go_to_the_contact_address_that_was_announced_last(pool: PgPool) {
    let (desk, house) = (Desk::open(pool.clone()).await, House::open(pool).await);
    desk.write(letter(AYGUN, MESSAGE)).await.unwrap();
    assert_eq!(desk.mail(SUPPORT).await.len(), 1);
    for email in ["komek@sovqat.az", "destek@sovqat.az"] {
        house.announce(&ContactHasChanged(ContactChanged { email: email.to_owned(), ..Default::default() })).await;
    }
    house.all_is_heard().await;
    desk.write(letter("leyla@example.com", MESSAGE)).await.unwrap();
    let mailed = [desk.mail(SUPPORT).await.len(), desk.mail("komek@sovqat.az").await.len()];
    assert_eq!((mailed, desk.mail("destek@sovqat.az").await.len()), ([1, 0], 1));
}
