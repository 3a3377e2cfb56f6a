//! Letters are messages of the contact form. `kit::budget` defines the limits.

use chrono::TimeDelta;
use proto::notification::Ticket;
use sqlx::PgPool;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::test_tickets::{TestTickets, contact_form};

const MESSAGE: &str = "Sifarişim hələ çatmayıb, harada olduğunu deyə bilərsiniz?";
const NETWORK: &str = "203.0.113.7";
/// In seconds, as `refusal` returns them.
const HOUR: u64 = 3_600;
const DAY: u64 = 86_400;
const ACCOUNT: i64 = 7;
const OTHER_ACCOUNT: i64 = 8;

/// Returns the seconds until the next attempt.
fn refusal(outcome: Result<Ticket, Status>) -> u64 {
    let status = outcome.expect_err("the letter is refused");
    assert_eq!((status.code(), status.message()), (Code::ResourceExhausted, "too_many_letters"));
    status.get_error_details().retry_info().unwrap().retry_delay.unwrap().as_secs()
}

fn text(number: usize) -> String {
    format!("{MESSAGE} {number}")
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn thirty_spellings_of_one_mailbox_share_its_budget(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    let mut written = Vec::new();
    for number in 0..30 {
        let spelling = match number % 3 {
            0 => format!("nigar.eliyeva+{number}@gmail.com"),
            1 => format!("Ni.Gar.eliyeva+{number}@googlemail.com"),
            _ => format!("nigareliyeva+{number}@gmail.com"),
        };
        // Only the mailbox's budgets count, because each letter has a new network.
        let outcome = support.write_from(&format!("198.51.{number}.7"), contact_form(&spelling, &text(number))).await;
        match outcome {
            Ok(_) => written.push(spelling),
            refused => assert_eq!(refusal(refused), HOUR),
        }
    }
    assert_eq!(written.len(), 5, "a mailbox gets five letters an hour");
    // The letters go to the address as it was typed.
    assert_eq!(support.mails_to(&written[0].to_lowercase()).await.len(), 1);
    // Another mailbox of the same provider.
    support.write(contact_form("nigar.aliyeva@gmail.com", MESSAGE)).await.unwrap();

    for hour in 1..24 {
        support.service.clock.advance(TimeDelta::hours(1));
        for number in 0..6 {
            let spelling = format!("nigareliyeva+{hour}-{number}@gmail.com");
            if support.write(contact_form(&spelling, &text(number))).await.is_ok() {
                written.push(spelling);
            }
        }
    }
    assert_eq!(written.len(), 10, "a mailbox gets ten letters a day");
    support.service.clock.advance(TimeDelta::hours(1));
    support.write(contact_form("nigareliyeva@gmail.com", MESSAGE)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn one_network_writes_forty_letters_a_day(pool: PgPool) {
    let support = TestTickets::open(pool.clone()).await;
    for number in 0..40 {
        support.write_from(NETWORK, contact_form(&format!("{number}@example.com"), MESSAGE)).await.unwrap();
    }
    let form = || contact_form("leyla@example.com", MESSAGE);
    assert_eq!(refusal(support.write_from(NETWORK, form()).await), DAY);
    support.write_from("203.0.113.8", contact_form("orxan@example.com", MESSAGE)).await.unwrap();
    // Signed-in customers have a separate budget.
    support.write_as(ACCOUNT, contact_form("aygun@example.com", MESSAGE)).await.unwrap();
    let addresses: i64 = sqlx::query_scalar("select count(*) from ticket where ticket::text like '%203.0.113%'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(addresses, 0, "a network is stored as a keyed hash only");

    support.service.clock.advance(TimeDelta::days(1));
    support.write_from(NETWORK, form()).await.unwrap();
    support.service.clock.advance(TimeDelta::days(1));
    notification::sweep(&support.service.sender).await.unwrap();
    let networks: i64 =
        sqlx::query_scalar("select count(*) from ticket where network is not null").fetch_one(&pool).await.unwrap();
    assert_eq!(networks, 1, "networks are removed after a day");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ipv6_addresses_of_one_network_share_its_budget(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    // One /64 counts as one network.
    for number in 0..40 {
        let address = format!("2001:db8:1:2::{number:x}");
        support.write_from(&address, contact_form(&format!("{number}@example.com"), MESSAGE)).await.unwrap();
    }
    refusal(support.write_from("2001:db8:1:2:ffff::1", contact_form("leyla@example.com", MESSAGE)).await);
    support.write_from("2001:db8:1:3::1", contact_form("leyla@example.com", MESSAGE)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn an_account_writes_twenty_letters_a_day_to_any_mailboxes(pool: PgPool) {
    let support = TestTickets::open(pool).await;
    for number in 0..20 {
        support.write_as(ACCOUNT, contact_form(&format!("{number}@example.com"), MESSAGE)).await.unwrap();
    }
    assert_eq!(refusal(support.write_as(ACCOUNT, contact_form("leyla@example.com", MESSAGE)).await), DAY);
    support.write_as(OTHER_ACCOUNT, contact_form("leyla@example.com", MESSAGE)).await.unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn all_networks_together_write_a_thousand_letters_a_day(pool: PgPool) {
    let support = TestTickets::open(pool.clone()).await;
    support.write_from(NETWORK, contact_form("0@example.com", MESSAGE)).await.unwrap();
    let copy = "insert into ticket (code, name, email, mailbox, message, language, created_at)
                select 'MR-' || number, name, email, number::text, message, language, created_at
                from ticket, generate_series(1, 999) as number";
    sqlx::query(copy).execute(&pool).await.unwrap();
    let guest = async |address: &str| support.write_from(address, contact_form("leyla@example.com", MESSAGE)).await;
    assert_eq!(refusal(guest("198.51.100.1").await), DAY);
    // The same letter again is not a new one.
    support.write_from(NETWORK, contact_form("0@example.com", MESSAGE)).await.unwrap();
    support.write_as(ACCOUNT, contact_form("aygun@example.com", MESSAGE)).await.unwrap();
    support.service.clock.advance(TimeDelta::days(1));
    guest("198.51.100.1").await.unwrap();
}
