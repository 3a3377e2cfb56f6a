//! The audit log of support tickets.

use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    notification::{AnswerTicketRequest, AssignTicketRequest, CloseTicketRequest, LinkTicketRequest, TicketsRequest},
};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_reads, check_writes, entries, personal_data};

use crate::test_tickets::{OPERATOR, TestTickets, contact_form};

const EMAIL: &str = "aygun@example.com";
const PHONE: &str = "+994501112233";

async fn support_with_a_ticket(pool: PgPool) -> (TestTickets, String) {
    let support = TestTickets::open(pool).await;
    let mut form = contact_form(EMAIL, "Sifarişim gecikir, kömək edin.");
    form.phone_number = Some(PHONE.to_owned());
    let code = support.write(form).await.unwrap().code;
    (support, code)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_change_and_look_at_personal_data_is_logged(pool: PgPool) {
    let (support, code) = support_with_a_ticket(pool.clone()).await;
    // `check_reads` and `check_writes` call every such method. A write returns the logged action.
    check_reads(&pool, "sovqat.notification.", async |path| match path {
        "/sovqat.notification.v1.TicketDesk/List" => {
            support.ticket_desk_client().list(support.as_operator(TicketsRequest::default())).await.map(drop)
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    check_writes(&pool, "sovqat.notification.", async |path| match path {
        "/sovqat.notification.v1.TicketDesk/Answer" => {
            // The first ticket is closed below. The log does not repeat the answer.
            let form = contact_form("leyla@example.com", "Hədiyyə qablaşdırırsınız?");
            let code = support.write(form).await.unwrap().code;
            let request = AnswerTicketRequest { code, text: Some(format!("Zəng edirik: {PHONE}")) };
            support.ticket_desk_client().answer(support.as_operator(request)).await.unwrap();
            "ticket_answered"
        }
        "/sovqat.notification.v1.TicketDesk/Assign" => {
            let request = AssignTicketRequest { code: code.clone(), assignee_id: Some(OPERATOR) };
            support.ticket_desk_client().assign(support.as_operator(request)).await.unwrap();
            "ticket_assigned"
        }
        "/sovqat.notification.v1.TicketDesk/LinkOrder" => {
            let request = LinkTicketRequest { code: code.clone(), order_code: Some("SQ-PMZJ-2J".to_owned()) };
            support.ticket_desk_client().link_order(support.as_operator(request)).await.unwrap();
            "ticket_linked"
        }
        "/sovqat.notification.v1.TicketDesk/Close" => {
            let request = CloseTicketRequest { code: code.clone() };
            support.ticket_desk_client().close(support.as_operator(request)).await.unwrap();
            "ticket_closed"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    let logged = entries(&pool).await;
    assert!(logged.iter().all(|entry| entry.account_id == OPERATOR && entry.subject_kind == "ticket"));
    // `check_reads` ran first.
    assert_eq!(logged[0].after, Some(json!({"filters": [], "count": 1, "shown": [code]})));
    let closed = logged.iter().find(|entry| entry.action == "ticket_closed").unwrap();
    assert_eq!(closed.before, Some(json!({"status": "open"})));
    assert_eq!(personal_data(&pool, &[EMAIL, PHONE, "Aygün"]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let (support, code) = support_with_a_ticket(pool.clone()).await;
    support.ticket_desk_client().list(support.as_operator(TicketsRequest::default())).await.unwrap();
    let request = SearchAuditRequest { subject: Some(code), limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(support.service.channel());
    let entries = client.search(support.as_operator(request)).await.unwrap().into_inner().entries;
    let found: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject)).collect();
    assert_eq!(found, [("notification", "customer_data_read", "list")]);
    check_append_only(&pool).await;
}
