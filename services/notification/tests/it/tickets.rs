//! Support tickets.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_snapshot;
use proto::{
    auth::AccountErased,
    notification::{
        AnswerTicketRequest, AssignTicketRequest, CloseTicketRequest, LinkTicketRequest, MyTicketsRequest,
        TicketLetter, TicketStatus, TicketsRequest, WriteToUsRequest,
    },
    seo::ContactChanged,
};
use sqlx::PgPool;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    test_service::TestService,
    test_tickets::{OPERATOR, TestTickets, contact_form, field_errors},
};

const AYGUN: &str = "aygun@example.com";
const SUPPORT: &str = "salam@sovqat.az";
const MESSAGE: &str = "Sifarişim hələ çatmayıb, harada olduğunu deyə bilərsiniz?";
const AYGUN_ACCOUNT: i64 = 7;
const ORXAN_ACCOUNT: i64 = 8;

async fn close(support: &TestTickets, code: &str) -> Result<TicketStatus, Status> {
    let request = support.as_operator(CloseTicketRequest { code: code.to_owned() });
    Ok(support.ticket_desk_client().close(request).await?.into_inner().status())
}

async fn answer(support: &TestTickets, code: &str, text: &str) -> Result<TicketLetter, Status> {
    let request = AnswerTicketRequest { code: code.to_owned(), text: Some(text.to_owned()) };
    Ok(support.ticket_desk_client().answer(support.as_operator(request)).await?.into_inner())
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ticket_is_mailed_to_support_and_confirmed_to_the_writer(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let form = WriteToUsRequest {
        phone_number: Some("050 123 45 67".to_owned()),
        ..contact_form("Aygun@Example.com", MESSAGE)
    };
    let ticket = support.write(form).await.unwrap();
    assert_eq!(ticket.status(), TicketStatus::Open);
    let to_support = support.mails_to(SUPPORT).await;
    let [to_support] = &to_support[..] else { panic!("not one mail to support") };
    assert_eq!(to_support.subject, format!("Müraciət: {}", ticket.code));
    assert_snapshot!(to_support.text, @r"
    Sifarişim hələ çatmayıb, harada olduğunu deyə bilərsiniz?

    Telefon: +994501234567

    Göndərən: Aygün Məmmədova, aygun@example.com
    ");
    let confirmation = support.mails_to(AYGUN).await;
    let [confirmation] = &confirmation[..] else { panic!("not one confirmation") };
    assert_snapshot!(confirmation.text.replace(&ticket.code, "MR-0000-00"), @r"
    Спасибо, что написали нам. Номер вашего обращения: MR-0000-00. Обычно мы отвечаем в течение одного рабочего дня.

    Если будете звонить, назовите этот номер, и мы продолжим с того же места. Если вы нам не писали, просто не обращайте внимания на это письмо.

    С уважением,
    Sovqat
    ");
    let open = support.tickets(TicketStatus::Open).await.tickets;
    let [row] = &open[..] else { panic!("not one ticket") };
    assert_eq!((row.code.as_str(), row.message.as_str(), row.email.as_str()), (ticket.code.as_str(), MESSAGE, AYGUN));
}

/// The form must not be usable to send text to other people.
#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ticket_confirmation_repeats_no_input(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let form = WriteToUsRequest {
        name: "Visit evil.example".to_owned(),
        ..contact_form(AYGUN, "https://evil.example buy now")
    };
    support.write(form).await.unwrap();
    let confirmation = support.mails_to(AYGUN).await;
    let [confirmation] = &confirmation[..] else { panic!("not one confirmation") };
    for part in [&confirmation.subject, &confirmation.text, &confirmation.html] {
        assert!(!part.contains("evil"), "{part}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn invalid_tickets_report_every_field(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let wrong = WriteToUsRequest {
        name: " ".to_owned(),
        email: "support".to_owned(),
        phone_number: Some("12".to_owned()),
        message: "Salam".to_owned(),
    };
    let errors = field_errors(&support.write(wrong).await.unwrap_err());
    let errors: Vec<_> = errors.iter().map(|(field, code)| format!("{field}: {code}")).collect();
    assert_eq!(errors, ["name: required", "email: invalid_email", "phoneNumber: invalid_phone", "message: too_short"]);
    let (long, valid) = ("x".repeat(4_001), contact_form(AYGUN, MESSAGE));
    for (form, field, code) in [
        (contact_form(AYGUN, &long), "message", "too_long"),
        (contact_form(AYGUN, "Salam\0 dostlar"), "message", "invalid_characters"),
        (contact_form("a@b.az\r\nBcc: c@d.az", MESSAGE), "email", "invalid_email"),
        (contact_form("a@b.az,c@d.az", MESSAGE), "email", "invalid_email"),
        (contact_form("", MESSAGE), "email", "required"),
        (WriteToUsRequest { name: "A\r\nBcc: c@d.az".to_owned(), ..valid }, "name", "invalid_characters"),
    ] {
        let status = support.write(form).await.unwrap_err();
        assert_eq!(field_errors(&status), [(field.to_owned(), code.to_owned())]);
    }
    assert!(support.tickets(TicketStatus::Unspecified).await.tickets.is_empty());
    assert_eq!(support.service.dump_tables().await, "", "a mail was written");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn repeated_ticket_is_written_once(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let form = WriteToUsRequest { phone_number: Some(" ".to_owned()), ..contact_form(AYGUN, MESSAGE) };
    let outcomes = join_all((0..6).map(|_| support.write(form.clone()))).await;
    let first = outcomes[0].as_ref().unwrap();
    assert!(outcomes.iter().all(|outcome| outcome.as_ref().unwrap() == first));
    assert_eq!((support.mails_to(AYGUN).await.len(), support.mails_to(SUPPORT).await.len()), (1, 1));
    support.service.clock.advance(TimeDelta::minutes(61));
    assert_ne!(&support.write(form).await.unwrap(), first, "an hour later it is a new ticket");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn tickets_of_one_mailbox_are_limited_per_hour(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let forms: Vec<_> = (0..9).map(|n| contact_form(AYGUN, &format!("{MESSAGE} {n}"))).collect();
    let outcomes = join_all(forms.into_iter().map(|form| support.write(form))).await;
    let errors: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    assert_eq!(errors.len(), 4, "five of nine letters an hour are accepted");
    for status in errors {
        assert_eq!(status.code(), Code::ResourceExhausted);
        let wait = status.get_error_details().retry_info().unwrap().retry_delay.unwrap();
        assert_eq!(wait.as_secs(), 3_600, "an hour");
    }
    assert_eq!(support.mails_to(AYGUN).await.len(), 5);
    support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap();
    support.service.clock.advance(TimeDelta::hours(1));
    support.write(contact_form(AYGUN, MESSAGE)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn closing_a_ticket_is_idempotent_and_accepts_any_spelling(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let code = support.write(contact_form(AYGUN, MESSAGE)).await.unwrap().code;
    let other = support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap().code;
    assert_eq!(close(&support, &code.to_lowercase().replace('-', " ")).await.unwrap(), TicketStatus::Closed);
    let closed_at = support.tickets(TicketStatus::Closed).await.tickets[0].closed_at;
    support.service.advance_a_minute();
    assert_eq!(close(&support, &code).await.unwrap(), TicketStatus::Closed);
    let closed = support.tickets(TicketStatus::Closed).await;
    assert_eq!((closed.tickets.len(), closed.tickets[0].closed_at), (1, closed_at));
    assert_eq!(support.tickets(TicketStatus::Open).await.tickets[0].code, other);
    assert_eq!(support.tickets(TicketStatus::Unspecified).await.meta.unwrap().total, 2);
    assert_eq!(support.audit().await, [(OPERATOR, "ticket_closed".to_owned(), code)]);
    // An empty code, an unused one, one with a wrong checksum, and the code of an order.
    for unknown in ["", "MR-PMZJ-2J", "MR-PMZJ-2K", "SQ-PMZJ-2J"] {
        let status = close(&support, unknown).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "ticket_not_found"), "{unknown}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn tickets_are_assigned_and_handed_back(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let code = support.write(contact_form(AYGUN, MESSAGE)).await.unwrap().code;
    support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap();
    let assign = async |assignee_id| {
        let request = AssignTicketRequest { code: code.clone(), assignee_id };
        support.ticket_desk_client().assign(support.as_operator(request)).await.map(tonic::Response::into_inner)
    };
    let tickets_of = async |assignee| {
        let request = TicketsRequest { assignee_id: Some(assignee), ..TicketsRequest::default() };
        let page = support.ticket_desk_client().list(support.as_operator(request)).await.unwrap().into_inner();
        page.tickets.into_iter().map(|ticket| ticket.code).collect::<Vec<_>>()
    };
    assert_eq!(assign(Some(OPERATOR)).await.unwrap().assignee_id, Some(OPERATOR));
    assign(Some(OPERATOR)).await.unwrap();
    assert_eq!(tickets_of(OPERATOR).await, std::slice::from_ref(&code));
    assert_eq!(assign(None).await.unwrap().assignee_id, None);
    assert_eq!(tickets_of(OPERATOR).await, [] as [String; 0]);
    let error = assign(Some(0)).await.unwrap_err();
    assert_eq!(field_errors(&error), [("assigneeId".to_owned(), "unknown_value".to_owned())]);
    let assigned = (OPERATOR, "ticket_assigned".to_owned(), code.clone());
    assert_eq!(support.audit().await, [assigned.clone(), assigned], "repeating an assignment is no change");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_order_of_a_ticket_is_found_in_the_message_and_can_be_corrected(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let message = "Sifarişim sq-pmzj-2j hələ çatmayıb.";
    let code = support.write_as(AYGUN_ACCOUNT, contact_form(AYGUN, message)).await.unwrap().code;
    let link = async |order: Option<&str>| {
        let request = LinkTicketRequest { code: code.clone(), order_code: order.map(str::to_owned) };
        support.ticket_desk_client().link_order(support.as_operator(request)).await.map(tonic::Response::into_inner)
    };
    let tickets_about = async |order: &str| {
        let request = TicketsRequest { order_code: Some(order.to_owned()), ..TicketsRequest::default() };
        support.ticket_desk_client().list(support.as_operator(request)).await.unwrap().into_inner().tickets.len()
    };
    assert_eq!(tickets_about("SQ-PMZJ-2J").await, 1);
    assert_eq!(link(None).await.unwrap().order_code, None);
    assert_eq!(tickets_about("SQ-PMZJ-2J").await, 0);
    assert_eq!(link(Some("sqpmzj2j")).await.unwrap().order_code.as_deref(), Some("SQ-PMZJ-2J"));
    assert_eq!(support.tickets_of(AYGUN_ACCOUNT).await.tickets[0].order_code.as_deref(), Some("SQ-PMZJ-2J"));
    // A wrong checksum, and the code of a ticket.
    for wrong in ["SQ-PMZJ-2K", "MR-PMZJ-2J", ""] {
        let error = link(Some(wrong)).await.unwrap_err();
        assert_eq!(field_errors(&error), [("orderCode".to_owned(), "invalid".to_owned())], "{wrong}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn open_tickets_are_listed_oldest_first(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let mut codes = Vec::new();
    for number in 1..=4 {
        let form = contact_form(&format!("{number}@example.com"), MESSAGE);
        codes.push(support.write(form).await.unwrap().code);
    }
    let [first, second, third, fourth] = codes.try_into().unwrap();
    for code in [&first, &third] {
        close(&support, code).await.unwrap();
    }
    for (status, listed) in [
        (TicketStatus::Unspecified, vec![&second, &fourth, &third, &first]),
        (TicketStatus::Open, vec![&second, &fourth]),
        (TicketStatus::Closed, vec![&third, &first]),
    ] {
        let tickets = support.tickets(status).await.tickets;
        assert_eq!(tickets.iter().map(|ticket| &ticket.code).collect::<Vec<_>>(), listed, "{status:?}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn closed_tickets_are_deleted_after_a_year(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let closed = support.write(contact_form(AYGUN, MESSAGE)).await.unwrap().code;
    let open = support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap().code;
    close(&support, &closed).await.unwrap();
    support.service.clock.advance(TimeDelta::days(365));
    notification::sweep(&support.service.sender).await.unwrap();
    assert_eq!(support.tickets(TicketStatus::Unspecified).await.tickets.len(), 2, "deleted too early");
    support.service.clock.advance(TimeDelta::days(1));
    notification::sweep(&support.service.sender).await.unwrap();
    let kept = support.tickets(TicketStatus::Unspecified).await.tickets;
    assert_eq!(kept.iter().map(|ticket| ticket.code.as_str()).collect::<Vec<_>>(), [open.as_str()]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn tickets_of_an_erased_account_are_deleted(pool: PgPool) {
    let (support, service) = (TestTickets::open(pool.clone()).await, TestService::open(pool).await);
    support.write_as(AYGUN_ACCOUNT, contact_form(AYGUN, MESSAGE)).await.unwrap();
    support.write_as(ORXAN_ACCOUNT, contact_form("orxan@example.com", MESSAGE)).await.unwrap();
    support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap();
    service.publish(&AccountErased { account_id: AYGUN_ACCOUNT }).await;
    service.wait_for_feed().await;
    assert_eq!(support.ticket_accounts().await, [Some(ORXAN_ACCOUNT), None]);
    support.write_as(AYGUN_ACCOUNT, contact_form(AYGUN, MESSAGE)).await.unwrap();
    let accounts = support.ticket_accounts().await;
    assert_eq!(accounts, [Some(ORXAN_ACCOUNT), None, None], "a token can outlive its account");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn signed_in_writers_list_their_own_tickets(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    support.write_as(AYGUN_ACCOUNT, contact_form(AYGUN, MESSAGE)).await.unwrap();
    let newest = support.write_as(AYGUN_ACCOUNT, contact_form(AYGUN, "Daha bir sualım var, sağ olun.")).await.unwrap();
    // The same address, but another account and no account.
    support.write_as(ORXAN_ACCOUNT, contact_form(AYGUN, "Eyni ünvan, başqa hesab.")).await.unwrap();
    support.write(contact_form(AYGUN, "Heç kim daxil olmayıb.")).await.unwrap();
    let found = support.tickets_of(AYGUN_ACCOUNT).await;
    assert_eq!(found.tickets.len(), 2);
    assert_eq!(found.meta.unwrap().total, 2);
    assert_eq!(found.tickets[0].code, newest.code);
    assert_eq!(support.tickets_of(ORXAN_ACCOUNT).await.tickets.len(), 1);
    assert_eq!(support.tickets_of(OPERATOR).await.tickets.len(), 0);
    let guest = support.tickets_client().mine(MyTicketsRequest::default()).await.unwrap_err();
    assert_eq!(guest.code(), Code::Unauthenticated);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ticket_desk_requires_the_operator_role(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let code = || CloseTicketRequest { code: "MR-PMZJ-2J".to_owned() };
    let customer =
        support.ticket_desk_client().list(support.with_roles(&["customer"], TicketsRequest::default())).await;
    assert_eq!(customer.unwrap_err().code(), Code::PermissionDenied);
    let guest = support.ticket_desk_client().list(TicketsRequest::default()).await;
    assert_eq!(guest.unwrap_err().code(), Code::Unauthenticated);
    let customer = support.ticket_desk_client().close(support.with_roles(&["customer"], code())).await;
    assert_eq!(customer.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(support.ticket_desk_client().close(code()).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(support.audit().await.is_empty());
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn tickets_are_mailed_to_the_latest_contact_address(pool: PgPool) {
    let (support, service) = (TestTickets::open(pool.clone()).await, TestService::open(pool).await);
    support.write(contact_form(AYGUN, MESSAGE)).await.unwrap();
    assert_eq!(support.mails_to(SUPPORT).await.len(), 1);
    for email in ["komek@sovqat.az", "destek@sovqat.az"] {
        service.publish(&ContactChanged { email: email.to_owned(), ..Default::default() }).await;
    }
    service.wait_for_feed().await;
    support.write(contact_form("leyla@example.com", MESSAGE)).await.unwrap();
    for (address, mails) in [(SUPPORT, 1), ("komek@sovqat.az", 0), ("destek@sovqat.az", 1)] {
        assert_eq!(support.mails_to(address).await.len(), mails, "{address}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_answer_is_mailed_in_the_language_of_the_ticket_and_closes_it(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let code = support.write(contact_form(AYGUN, MESSAGE)).await.unwrap().code;
    assert_eq!(field_errors(&answer(&support, &code, " ").await.unwrap_err()), [("text".into(), "required".into())]);
    let answered = answer(&support, &code, "Kuryer yoldadır.\n\nLeyla").await.unwrap();
    assert_eq!(answered.status(), TicketStatus::Closed);
    assert_eq!(
        (answered.answers[0].operator_id, answered.answers[0].text.as_str()),
        (OPERATOR, "Kuryer yoldadır.\n\nLeyla")
    );
    let second = answer(&support, &code, "Çatdı?").await.unwrap();
    assert_eq!((second.closed_at, second.answers.len()), (answered.closed_at, 2));

    let mails = support.mails_to(AYGUN).await;
    assert_eq!(mails.len(), 3, "a confirmation and two answers: {mails:?}");
    let first_answer = mails.iter().find(|mail| mail.text.starts_with("Kuryer")).expect("the first answer");
    assert_snapshot!(first_answer.text.replace(&code, "MR-0000-00"), @r"
    Kuryer yoldadır.

    Leyla

    Чтобы написать снова, ответьте на это письмо.

    С уважением,
    Sovqat
    ");
    assert!(first_answer.subject.contains(&code), "{}", first_answer.subject);
    assert_eq!(answer(&support, "MR-0000-00", "Salam").await.unwrap_err().message(), "ticket_not_found");
}
