//! Tests the operators' search for orders: by a text, by filters in every combination, and page by page.

use chrono::TimeDelta;
use insta::assert_snapshot;
use proto::{
    json::to_timestamp,
    order::{
        DeskListRequest, Order, OrderStatus, PaymentMethod, PaymentStatus, PlaceOrderRequest, Recipient, RecipientType,
    },
};
use sqlx::PgPool;

use crate::{
    ordering::{new_key, order_request},
    shop::{Shopper, TestShop, refused},
};

/// Product 1 belongs to store 1, product 2 to store 5.
async fn shop_with_two_stores(pool: &PgPool) -> TestShop {
    let shop = TestShop::start_without_limits(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.catalog.add_offer(2, 2_000, 99);
    shop.catalog.set_store_and_categories(2, 5, &[]);
    shop
}

struct NewOrder {
    recipient: (&'static str, &'static str, &'static str),
    products: &'static [i64],
    method: PaymentMethod,
    slot: &'static str,
}

const FIRST: &str = "baku-2026-09-22-10";
const SECOND: &str = "baku-2026-09-22-12";
const NEXT_DAY: &str = "baku-2026-09-23-10";
const ALI: NewOrder = NewOrder {
    recipient: ("Əli", "Quliyev", "+994501112233"),
    products: &[1],
    method: PaymentMethod::Cash,
    slot: SECOND,
};

impl Shopper {
    async fn order_for(&self, new: &NewOrder) -> String {
        for product in new.products {
            self.add((*product, None), 1).await.expect("a cart");
        }
        let (first_name, last_name, phone_number) = new.recipient;
        let recipient = Recipient {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            phone_number: phone_number.to_owned(),
        };
        let request = PlaceOrderRequest {
            recipient_type: RecipientType::Other.into(),
            recipient: Some(recipient),
            delivery_slot: Some(new.slot.to_owned()),
            ..order_request(&self.quote_for(new.slot).await, new.method, &new_key())
        };
        self.place(request).await.expect("an order").order.expect("an order").code
    }

    async fn found(&self, request: DeskListRequest) -> Vec<String> {
        let page = self.search_orders(request).await.expect("orders");
        page.orders.into_iter().map(|order| order.code).collect()
    }
}

fn by_text(text: &str) -> DeskListRequest {
    DeskListRequest { text: Some(text.to_owned()), ..DeskListRequest::default() }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_text_finds_codes_phone_numbers_and_names(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let desk = shop.any_operator();
    let mut codes = Vec::new();
    for (account, recipient) in
        [ALI.recipient, ("Günay", "Əliyeva", "+994552223344"), ("Иван", "Сёмин", "+79161234567")]
            .into_iter()
            .enumerate()
    {
        let shopper = shop.shopper(account as i64 + 1);
        codes.push(shopper.order_for(&NewOrder { recipient, ..ALI }).await);
    }
    let found = async |text: &str| {
        let found = desk.found(by_text(text)).await;
        found.iter().map(|code| codes.iter().position(|known| known == code).unwrap() + 1).collect::<Vec<_>>()
    };
    // The beginning of the first name of one and of the last name of another.
    for text in ["əli", "ELI", "eli", "  Əl "] {
        assert_eq!(found(text).await, [2, 1], "{text}");
    }
    for text in ["quliyev", "Əli Q", "quliyev  əli", "(050) 111-22-33", "+994501112233", "994 50 111 22 33"] {
        assert_eq!(found(text).await, [1], "{text}");
    }
    for text in ["gunay", "GÜNAY ƏLİYEVA", "055 222 33 44"] {
        assert_eq!(found(text).await, [2], "{text}");
    }
    for text in ["ива", "семин", "СЁМИН ИВАН", "+7 916 123-45-67", "0079161234567"] {
        assert_eq!(found(text).await, [3], "{text}");
    }
    for code in &codes {
        assert_eq!(desk.found(by_text(code)).await, std::slice::from_ref(code));
        assert!(desk.found(by_text(&code[..6].to_lowercase())).await.contains(code));
        assert!(desk.found(by_text(&code[3..7])).await.contains(code), "the prefix of all codes is left out");
    }
    // A text from the middle of a name, an incomplete number, and characters with a meaning in SQL.
    for text in ["liyev", "111-22-33", "%%", "__", "Əli%", "Əli  Ə", "SQ", "SQ-7", "\\%"] {
        assert_eq!(found(text).await, [] as [usize; 0], "{text}");
    }
    assert_eq!(found(" ").await, [3, 2, 1], "an empty text does not filter");
    assert_snapshot!(refused(desk.search_orders(by_text("A")).await), @"validation_failed text: too_short");
    assert_snapshot!(refused(desk.search_orders(by_text(&"a".repeat(101))).await), @"validation_failed text: too_long");
    assert_snapshot!(refused(desk.search_orders(by_text("Əli\nQ")).await), @"validation_failed text: invalid_characters");
}

/// Orders in two stores, slots, statuses and payment statuses, an hour apart.
async fn varied_orders(shop: &TestShop) -> Vec<Order> {
    let desk = shop.any_operator();
    let news = [
        ALI,
        NewOrder { slot: FIRST, products: &[2], ..ALI },
        NewOrder { method: PaymentMethod::Card, ..ALI },
        NewOrder { recipient: ("Günay", "Əliyeva", "+994552223344"), slot: NEXT_DAY, products: &[1, 2], ..ALI },
        NewOrder { recipient: ("Rauf", "Həsənov", "+994553334455"), slot: FIRST, ..ALI },
        NewOrder { recipient: ("Rauf", "Həsənov", "+994553334455"), products: &[2], ..ALI },
    ];
    let mut codes = Vec::new();
    for (account, new) in news.iter().enumerate() {
        codes.push(shop.shopper(account as i64 + 1).order_for(new).await);
        shop.run_due_jobs().await;
        shop.clock.advance(TimeDelta::minutes(1));
    }
    shop.deliver(&codes[0]).await;
    desk.move_order(&codes[1], OrderStatus::Confirmed, None).await.expect("an order");
    desk.move_order(&codes[4], OrderStatus::Confirmed, None).await.expect("an order");
    desk.move_order(&codes[5], OrderStatus::Cancelled, None).await.expect("an order");
    shop.run_due_jobs().await;
    let mut orders = Vec::new();
    for code in &codes {
        orders.push(desk.order_as_operator(code).await.expect("an order"));
    }
    orders
}

/// Whether the order matches the filters of these tests, of which all texts are names.
fn is_wanted(order: &Order, wanted: &DeskListRequest) -> bool {
    let recipient = order.recipient.clone().expect("a recipient");
    let names = [recipient.first_name, recipient.last_name];
    let placed = order.created_at.expect("a time").seconds;
    let from = order.delivery.expect("a window").from.expect("a time");
    // Baku is four hours ahead of UTC.
    let from = chrono::DateTime::from_timestamp(from.seconds + 4 * 3_600, 0).expect("a time");
    let slot = from.format("baku-%Y-%m-%d-%H").to_string();
    (wanted.status == 0 || order.status == wanted.status)
        && (wanted.payment_status == 0 || order.payment_status == wanted.payment_status)
        && wanted.store_id.is_none_or(|store| order.stores.iter().any(|part| part.store_id == store))
        && wanted.text.as_ref().is_none_or(|text| names.iter().any(|name| name.starts_with(text.as_str())))
        && wanted.since.is_none_or(|since| placed >= since.seconds)
        && wanted.until.is_none_or(|until| placed < until.seconds)
        && wanted.deliver_on.as_ref().is_none_or(|day| slot.contains(day.as_str()))
        && wanted.window.as_ref().is_none_or(|window| slot == *window)
}

/// Tries each value of each filter alone and together with the values of the others, because different statements
/// answer them.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_combination_of_filters_selects_the_orders_that_match_all(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let desk = shop.any_operator();
    let orders = varied_orders(&shop).await;
    let third = orders[2].created_at;
    let statuses = [OrderStatus::Unspecified, OrderStatus::Confirmed, OrderStatus::Delivered, OrderStatus::Cancelled];
    let payments = [PaymentStatus::Unspecified, PaymentStatus::Unpaid];
    let days = [(None, None), (Some("2026-09-22"), None), (None, Some(FIRST)), (Some("2026-09-23"), Some(FIRST))];
    let (mut combinations, mut found_any) = (0, 0);
    for status in statuses {
        for payment in payments {
            for store in [None, Some(1), Some(5)] {
                for text in [None, Some("Əli"), Some("Həsənov")] {
                    for (since, until) in [(None, None), (third, None), (None, third)] {
                        for (day, window) in days {
                            let wanted = DeskListRequest {
                                status: status.into(),
                                payment_status: payment.into(),
                                store_id: store,
                                text: text.map(str::to_owned),
                                since,
                                until,
                                deliver_on: day.map(str::to_owned),
                                window: window.map(str::to_owned),
                                ..DeskListRequest::default()
                            };
                            let mut expected: Vec<_> =
                                orders.iter().filter(|order| is_wanted(order, &wanted)).collect();
                            if day.is_some() || window.is_some() {
                                // In one window, the oldest comes first.
                                expected.sort_by_key(|order| {
                                    order.delivery.and_then(|window| window.from).map(|at| at.seconds)
                                });
                            } else {
                                expected.reverse();
                            }
                            let expected: Vec<_> = expected.into_iter().map(|order| order.code.clone()).collect();
                            let found = desk.found(wanted.clone()).await;
                            assert_eq!(found, expected, "{wanted:?}");
                            combinations += 1;
                            found_any += usize::from(!found.is_empty());
                        }
                    }
                }
            }
        }
    }
    assert!(combinations > 800 && found_any > 100, "{found_any} of {combinations}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn pages_of_any_size_return_each_order_once(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let desk = shop.any_operator();
    // The clock stands still, so all orders have the same time.
    for account in 1..=7 {
        shop.shopper(account).order_for(&ALI).await;
    }
    shop.run_due_jobs().await;
    let lists = [
        DeskListRequest::default(),
        by_text("quliyev"),
        DeskListRequest { store_id: Some(1), ..DeskListRequest::default() },
        DeskListRequest { status: OrderStatus::Waiting.into(), ..DeskListRequest::default() },
        DeskListRequest { deliver_on: Some("2026-09-22".to_owned()), ..DeskListRequest::default() },
    ];
    for list in lists {
        let all = desk.found(list.clone()).await;
        assert_eq!(all.len(), 7);
        for limit in [1, 3, 7] {
            let (mut cursor, mut found, mut pages) = (None, Vec::new(), 0);
            loop {
                let page = DeskListRequest { cursor: cursor.take(), limit: Some(limit), ..list.clone() };
                let page = desk.search_orders(page).await.unwrap();
                found.extend(page.orders.into_iter().map(|order| order.code));
                cursor = page.next_cursor;
                pages += 1;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!((found, pages), (all.clone(), 7_u64.div_ceil(limit as u64)), "{list:?} by {limit}");
        }
    }
    // An order that is placed between two pages does not change the next page.
    let two = DeskListRequest { limit: Some(2), ..DeskListRequest::default() };
    let first = desk.search_orders(two.clone()).await.unwrap();
    let expected = desk.found(DeskListRequest { limit: Some(4), ..DeskListRequest::default() }).await;
    shop.shopper(8).order_for(&ALI).await;
    let second = desk.found(DeskListRequest { cursor: first.next_cursor, ..two }).await;
    assert_eq!(second, expected[2..]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn invalid_searches_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.any_operator();
    let outcome = async |request: DeskListRequest| refused(desk.search_orders(request).await);
    let all = DeskListRequest::default;
    let text = |text: &str| Some(text.to_owned());
    assert_snapshot!(outcome(DeskListRequest { cursor: text("next"), ..all() }).await, @"validation_failed cursor: invalid");
    assert_snapshot!(outcome(DeskListRequest { limit: Some(0), ..all() }).await, @"validation_failed limit: out_of_range");
    assert_snapshot!(outcome(DeskListRequest { limit: Some(101), ..all() }).await, @"validation_failed limit: out_of_range");
    assert_snapshot!(outcome(DeskListRequest { deliver_on: text("22.09.2026"), ..all() }).await, @"validation_failed deliverOn: invalid_date");
    assert_snapshot!(outcome(DeskListRequest { deliver_on: text("-4999-01-01"), ..all() }).await, @"validation_failed deliverOn: invalid_date");
    assert_snapshot!(outcome(DeskListRequest { status: 99, payment_status: 99, store_id: Some(0), ..all() }).await, @"validation_failed status: unknown_value paymentStatus: unknown_value storeId: invalid");
    let early = Some(prost_types::Timestamp { seconds: -1, nanos: 0 });
    assert_snapshot!(outcome(DeskListRequest { since: early, until: early, ..all() }).await, @"validation_failed since: out_of_range until: out_of_range");
    let now = Some(to_timestamp(shop.clock.now()));
    assert_eq!(
        desk.found(DeskListRequest { since: now, until: now, window: text("unknown"), ..all() }).await,
        [] as [String; 0]
    );
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn open_orders_are_counted_by_status(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    varied_orders(&shop).await;
    let counts = shop.any_operator().count_orders().await.unwrap().join(", ");
    assert_snapshot!(counts, @"waiting 2, confirmed 2, searching_courier 0, courier_appointed 0, handed_to_courier 0, on_the_way 0");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn stored_copies_agree_with_their_order(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    shop.shopper(1).order_for(&ALI).await;
    for (constraint, statement) in [
        ("purchase_part_order_fkey", "update purchase_part set placed_at = placed_at + interval '1 second'"),
        ("purchase_slot_check", "update purchase set deliver_from = null"),
        ("purchase_slot_check", "update purchase set slot_id = null"),
        ("purchase_slot_check", "update purchase set deliver_until = deliver_from"),
    ] {
        shop.assert_violates(constraint, statement).await;
    }
}
