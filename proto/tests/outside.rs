//! Every event is published outside or withheld. Also writes `docs/EVENTS.md`.
#![cfg(test)]

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write as _,
};

use prost_reflect::{Cardinality, DescriptorPool, FieldDescriptor, Kind, MessageDescriptor};
use proto::{
    auth::UserRegistered,
    catalog::{BackInStock, PriceDropped, ProductChanged, ProductLiked, ProductRated, ReviewAnswered, ReviewDecided},
    event::Event,
    order::{CashoutEnded, DeliveredLine, OrderDelivered, OrderMoved, OrderPaid},
    outside::{PUBLISHED, PublishedKind, WITHHELD},
    store::{CampaignChanged, CampaignEnded, CampaignStarted, StoreChanged},
};
use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/EVENTS.md");
/// Everything below this line is generated.
const MARK: &str = "<!-- From here on: UPDATE_DOCS=1 cargo test -p proto --test outside -->\n";

fn pool() -> DescriptorPool {
    DescriptorPool::decode(proto::DESCRIPTORS).unwrap()
}

fn comment(message: &MessageDescriptor, member: Option<&FieldDescriptor>) -> String {
    let path = member.map_or(message.path(), FieldDescriptor::path);
    let file = message.parent_file();
    let info = file.file_descriptor_proto().source_code_info.as_ref().expect("descriptors contain the comments");
    let location = info.location.iter().find(|location| location.path == path);
    let text = location.map_or("", |location| location.leading_comments()).trim();
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

struct DeclaredEvent {
    service: String,
    kind: String,
    message: MessageDescriptor,
}

/// Messages whose comment does not begin with a kind in backticks are parts of events.
fn events(pool: &DescriptorPool) -> Vec<DeclaredEvent> {
    let messages = pool.all_messages().filter(|message| message.parent_file().name().ends_with("/events.proto"));
    let event = |message: MessageDescriptor| {
        let comment = comment(&message, None);
        let kind = comment.strip_prefix('`')?.split_once("`:")?.0.to_owned();
        // The package of a service is `sovqat.<service>.v1`.
        let service = message.package_name().split('.').nth(1)?.to_owned();
        Some(DeclaredEvent { service, kind, message })
    };
    messages.filter_map(event).collect()
}

fn message_of(events: &[DeclaredEvent], published: &PublishedKind) -> MessageDescriptor {
    let found = events.iter().find(|event| event.service == published.service && event.kind == published.kind);
    found.unwrap_or_else(|| panic!("there is no event {}", published.kind)).message.clone()
}

#[test]
fn every_event_and_every_member_is_declared_as_published_or_not() {
    let events = events(&pool());
    assert!(events.len() > 20, "{}", events.len());
    for DeclaredEvent { service, kind, message } in &events {
        let published = PUBLISHED.iter().filter(|published| published.service == service && published.kind == kind);
        let withheld = WITHHELD.iter().filter(|(from, withheld, _)| from == service && withheld == kind);
        assert_eq!(
            published.clone().count() + withheld.count(),
            1,
            "decide whether {service} publishes {kind} outside"
        );
        for published in published {
            let declared: BTreeSet<&str> = published.members.iter().chain(published.removed).copied().collect();
            assert_eq!(declared.len(), published.members.len() + published.removed.len(), "{kind}: a member twice");
            let fields: Vec<_> = message.fields().collect();
            let actual: BTreeSet<&str> = fields.iter().map(FieldDescriptor::json_name).collect();
            assert_eq!(declared, actual, "decide which members of {service} {kind} are published");
        }
    }
    assert_eq!(PUBLISHED.len() + WITHHELD.len(), events.len(), "an event is declared that does not exist");
}

fn check_members(message: &MessageDescriptor, only: Option<&[&str]>, path: &str) {
    const PERSONAL: [&str; 12] = [
        "account",
        "author",
        "buyer",
        "card",
        "email",
        "phone",
        "recipient",
        "address",
        "birth",
        "reason",
        "comment",
        "token",
    ];
    for field in message.fields().filter(|field| only.is_none_or(|only| only.contains(&field.json_name()))) {
        let name = field.json_name().to_lowercase();
        assert!(!PERSONAL.iter().any(|personal| name.contains(personal)), "{path} publishes {name}");
        if let Kind::Message(inner) = field.kind() {
            check_members(&inner, None, &format!("{path}.{name}"));
        }
    }
}

#[test]
fn no_published_member_names_a_person() {
    let events = events(&pool());
    for published in PUBLISHED {
        check_members(&message_of(&events, published), Some(published.members), published.kind);
    }
}

fn names() -> HashMap<String, String> {
    [("az", "Qırmızı qızılgül buketi"), ("en", "Bouquet of red roses"), ("ru", "Букет красных роз")]
        .into_iter()
        .map(|(language, name)| (language.to_owned(), name.to_owned()))
        .collect()
}

fn example<E: Event>(event: &E) -> (&'static str, Value) {
    (E::KIND, serde_json::to_value(event).unwrap())
}

fn examples() -> Vec<(&'static str, Value)> {
    let text = str::to_owned;
    let (slug, order) = (text("qirmizi-qizilgul-buketi-25"), text("SQ-7K4M-29"));
    vec![
        example(&UserRegistered { account_id: 1, language: text("az") }),
        example(&ProductChanged { product_id: 25, store_id: 3, is_published: true }),
        example(&PriceDropped { product_id: 25, from: 6_500, to: 4_900, names: names(), slug: slug.clone() }),
        example(&BackInStock { product_id: 25, names: names(), slug }),
        example(&ProductRated { product_id: 25, review_count: 12, star_sum: 57 }),
        example(&ProductLiked { product_id: 25, account_id: 1, is_liked: true }),
        example(&ReviewDecided { review_id: 8, account_id: 1, product_id: 25, is_published: true, reason: None }),
        example(&ReviewAnswered { review_id: 8, account_id: 1, product_id: 25 }),
        example(&OrderMoved { order: order.clone(), account_id: 1, status: text("on_the_way"), awaits_payment: false }),
        example(&OrderPaid { order: order.clone(), account_id: 1, payment_status: text("paid"), method: text("card") }),
        example(&OrderDelivered {
            order,
            account_id: 1,
            lines: vec![DeliveredLine { product_id: 25, size_id: None, count: 2 }],
        }),
        example(&CashoutEnded {
            account_id: 1,
            cashout: text("CO-4H8P-11"),
            status: text("paid"),
            amount: 12_500,
            card: text("4169 •••• •••• 1234"),
        }),
        example(&StoreChanged { store_id: 3, name: text("Gül Evi"), slug: text("gul-evi-3"), is_open: true }),
        example(&CampaignStarted {
            campaign_id: 5,
            store_id: 3,
            percent: 15,
            starts_at: text("2026-11-27T05:00:00+00:00"),
            ends_at: text("2026-12-01T20:00:00+00:00"),
            product_ids: vec![25, 26],
            names: names(),
            store_name: text("Gül Evi"),
            store_slug: text("gul-evi-3"),
        }),
        example(&CampaignChanged { campaign_id: 5, ends_at: text("2026-12-02T20:00:00+00:00") }),
        example(&CampaignEnded { campaign_id: 5, store_id: 3 }),
    ]
}

fn type_name(field: &FieldDescriptor) -> String {
    if field.is_map() {
        return "object of texts".to_owned();
    }
    let element = match field.kind() {
        Kind::Int64 | Kind::Int32 => "number",
        Kind::Bool => "boolean",
        Kind::Message(message) if message.name() == "Timestamp" => "text (RFC 3339)",
        Kind::Message(_) => "object",
        _ => "text",
    };
    if field.cardinality() == Cardinality::Repeated { format!("list of {element}s") } else { element.to_owned() }
}

fn write_members(text: &mut String, message: &MessageDescriptor, only: Option<&[&str]>, prefix: &str) {
    for field in message.fields().filter(|field| only.is_none_or(|only| only.contains(&field.json_name()))) {
        let mut meaning = comment(message, Some(&field));
        if field.supports_presence() && !matches!(field.kind(), Kind::Message(_)) {
            meaning = format!("Optional. {meaning}");
        }
        writeln!(text, "| `{prefix}{}` | {} | {} |", field.json_name(), type_name(&field), meaning.trim()).unwrap();
        if let (Kind::Message(inner), false) = (field.kind(), field.is_map()) {
            write_members(text, &inner, None, &format!("{prefix}{}[].", field.json_name()));
        }
    }
}

fn section(published: &PublishedKind, message: &MessageDescriptor, example: &Value) -> String {
    let PublishedKind { service, kind, members, .. } = published;
    let comment = comment(message, None);
    // The comment is "`kind`: a text in lower case", which becomes a sentence.
    let (first, rest) = comment.split_once("`: ").unwrap().1.split_at(1);
    let mut text = format!("\n### {kind}\n\nSubject `sovqat.{service}.{kind}`. {}{rest}\n\n", first.to_uppercase());
    text.push_str("| member | type | meaning |\n|---|---|---|\n");
    write_members(&mut text, message, Some(members), "");
    let mut body = example.clone();
    body.as_object_mut().unwrap().retain(|name, _| members.contains(&name.as_str()));
    assert_eq!(body.as_object().unwrap().len(), members.len(), "the example of {kind} misses a member");
    write!(text, "\n```json\n{}\n```\n", serde_json::to_string_pretty(&body).unwrap()).unwrap();
    text
}

#[test]
fn the_document_describes_what_is_published() {
    let (events, examples) = (events(&pool()), examples());
    let mut generated = MARK.to_owned();
    let mut service = "";
    for published in PUBLISHED {
        if published.service != service {
            service = published.service;
            write!(generated, "\n## Events of {service}\n").unwrap();
        }
        let (_, example) = examples.iter().find(|(kind, _)| *kind == published.kind).unwrap();
        generated.push_str(&section(published, &message_of(&events, published), example));
    }
    assert_eq!(examples.len(), PUBLISHED.len());
    let current = std::fs::read_to_string(FILE).unwrap();
    let written_by_hand = current.find(MARK).map_or(current.as_str(), |begin| &current[..begin]);
    let expected = format!("{written_by_hand}{generated}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, &expected).unwrap();
        return;
    }
    assert!(current == expected, "run `UPDATE_DOCS=1 cargo test -p proto --test outside`");
}
