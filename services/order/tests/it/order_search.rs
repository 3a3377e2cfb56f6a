//! Tests the operators' search for orders.

use chrono::TimeDelta;
use insta::assert_snapshot;
use prost_types::Timestamp;
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
    /// First name, last name and phone number.
    recipient: (&'static str, &'static str, &'static str),
    products: &'static [i64],
    method: PaymentMethod,
    slot: &'static str,
}

// Slots on Tuesday at 10:00 and 12:00, and on Wednesday at 10:00.
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
            self.add((*product, None), 1).await.expect("the product is for sale");
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
        self.place(request).await.expect("the order is accepted").order.expect("the slot has a place").code
    }

    async fn find_codes(&self, request: DeskListRequest) -> Vec<String> {
        let page = self.search_orders(request).await.expect("the search is valid");
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
    let find_numbers = async |text: &str| {
        let found_codes = desk.find_codes(by_text(text)).await;
        let number_of = |code: &String| codes.iter().position(|placed| placed == code).unwrap() + 1;
        found_codes.iter().map(number_of).collect::<Vec<_>>()
    };
    // "Əli" begins the first name of one recipient, and the last name of another.
    for text in ["əli", "ELI", "eli", "  Əl "] {
        assert_eq!(find_numbers(text).await, [2, 1], "{text}");
    }
    for text in ["quliyev", "Əli Q", "quliyev  əli", "(050) 111-22-33", "+994501112233", "994 50 111 22 33"] {
        assert_eq!(find_numbers(text).await, [1], "{text}");
    }
    for text in ["gunay", "GÜNAY ƏLİYEVA", "055 222 33 44"] {
        assert_eq!(find_numbers(text).await, [2], "{text}");
    }
    for text in ["ива", "семин", "СЁМИН ИВАН", "+7 916 123-45-67", "0079161234567"] {
        assert_eq!(find_numbers(text).await, [3], "{text}");
    }
    // A code is like `SQ-7K4M-29`.
    for code in &codes {
        assert_eq!(desk.find_codes(by_text(code)).await, std::slice::from_ref(code));
        assert!(desk.find_codes(by_text(&code[..6].to_lowercase())).await.contains(code));
        assert!(
            desk.find_codes(by_text(&code[3..7])).await.contains(code),
            "the prefix `SQ-` of all codes can be left out"
        );
    }
    // The middle of a name, an incomplete number, and special characters of SQL find nothing.
    for text in ["liyev", "111-22-33", "%%", "__", "Əli%", "Əli  Ə", "SQ", "SQ-7", "\\%"] {
        assert_eq!(find_numbers(text).await, [] as [usize; 0], "{text}");
    }
    assert_eq!(find_numbers(" ").await, [3, 2, 1], "an empty text does not filter");
    assert_snapshot!(refused(desk.search_orders(by_text("A")).await), @"validation_failed text: too_short");
    assert_snapshot!(refused(desk.search_orders(by_text(&"a".repeat(101))).await), @"validation_failed text: too_long");
    assert_snapshot!(refused(desk.search_orders(by_text("Əli\nQ")).await), @"validation_failed text: invalid_characters");
}

/// Places orders a minute apart, and returns them oldest first.
async fn varied_orders(shop: &TestShop) -> Vec<Order> {
    let desk = shop.any_operator();
    let new_orders = [
        ALI,
        NewOrder { slot: FIRST, products: &[2], ..ALI },
        NewOrder { method: PaymentMethod::Card, ..ALI },
        NewOrder { recipient: ("Günay", "Əliyeva", "+994552223344"), slot: NEXT_DAY, products: &[1, 2], ..ALI },
        NewOrder { recipient: ("Rauf", "Həsənov", "+994553334455"), slot: FIRST, ..ALI },
        NewOrder { recipient: ("Rauf", "Həsənov", "+994553334455"), products: &[2], ..ALI },
    ];
    let mut codes = Vec::new();
    for (account, new) in new_orders.iter().enumerate() {
        codes.push(shop.shopper(account as i64 + 1).order_for(new).await);
        shop.run_due_jobs().await;
        shop.clock.advance(TimeDelta::minutes(1));
    }
    shop.deliver(&codes[0]).await;
    desk.move_order(&codes[1], OrderStatus::Confirmed, None).await.expect("the order can be confirmed");
    desk.move_order(&codes[4], OrderStatus::Confirmed, None).await.expect("the order can be confirmed");
    desk.move_order(&codes[5], OrderStatus::Cancelled, None).await.expect("the order can be cancelled");
    shop.run_due_jobs().await;
    let mut orders = Vec::new();
    for code in &codes {
        orders.push(desk.order_as_operator(code).await.expect("an operator sees the order"));
    }
    orders
}

fn is_wanted(order: &Order, wanted: &DeskListRequest) -> bool {
    let recipient = order.recipient.clone().expect("an order has a recipient");
    let names = [recipient.first_name, recipient.last_name];
    let placed_at = order.created_at.expect("an order has a time").seconds;
    let from = order.delivery.expect("an order has a window").from.expect("a window has a beginning");
    // Baku is four hours ahead of UTC.
    let baku_time = chrono::DateTime::from_timestamp(from.seconds + 4 * 3_600, 0).expect("the time is valid");
    let slot = baku_time.format("baku-%Y-%m-%d-%H").to_string();
    (wanted.status == 0 || order.status == wanted.status)
        && (wanted.payment_status == 0 || order.payment_status == wanted.payment_status)
        && wanted.store_id.is_none_or(|store| order.stores.iter().any(|part| part.store_id == store))
        && wanted.text.as_ref().is_none_or(|text| names.iter().any(|name| name.starts_with(text.as_str())))
        && wanted.since.is_none_or(|since| placed_at >= since.seconds)
        && wanted.until.is_none_or(|until| placed_at < until.seconds)
        && wanted.deliver_on.as_ref().is_none_or(|day| slot.contains(day.as_str()))
        && wanted.window.as_ref().is_none_or(|window| slot == *window)
}

fn every_combination_of_filters(middle: Option<Timestamp>) -> Vec<DeskListRequest> {
    let statuses = [OrderStatus::Unspecified, OrderStatus::Confirmed, OrderStatus::Delivered, OrderStatus::Cancelled];
    let payments = [PaymentStatus::Unspecified, PaymentStatus::Unpaid];
    let stores = [None, Some(1), Some(5)];
    let texts = [None, Some("Əli"), Some("Həsənov")];
    let periods = [(None, None), (middle, None), (None, middle)];
    let days_and_windows =
        [(None, None), (Some("2026-09-22"), None), (None, Some(FIRST)), (Some("2026-09-23"), Some(FIRST))];

    let mut requests = vec![DeskListRequest::default()];
    requests = with_each(&requests, &statuses, |request, status| request.status = (*status).into());
    requests = with_each(&requests, &payments, |request, status| request.payment_status = (*status).into());
    requests = with_each(&requests, &stores, |request, store| request.store_id = *store);
    requests = with_each(&requests, &texts, |request, text| request.text = text.map(str::to_owned));
    requests = with_each(&requests, &periods, |request, (since, until)| {
        request.since = *since;
        request.until = *until;
    });
    with_each(&requests, &days_and_windows, |request, (day, window)| {
        request.deliver_on = day.map(str::to_owned);
        request.window = window.map(str::to_owned);
    })
}

/// Returns a copy of each request with each value.
fn with_each<T>(
    requests: &[DeskListRequest],
    values: &[T],
    set: impl Fn(&mut DeskListRequest, &T),
) -> Vec<DeskListRequest> {
    let mut copies = Vec::new();
    for request in requests {
        for value in values {
            let mut copy = request.clone();
            set(&mut copy, value);
            copies.push(copy);
        }
    }
    copies
}

/// `orders` are sorted oldest first.
fn expected_codes(orders: &[Order], wanted: &DeskListRequest) -> Vec<String> {
    let mut expected: Vec<_> = orders.iter().filter(|order| is_wanted(order, wanted)).collect();
    if wanted.deliver_on.is_some() || wanted.window.is_some() {
        // The orders of a day or window are sorted by window, then oldest first.
        expected.sort_by_key(|order| order.delivery.and_then(|window| window.from).map(|from| from.seconds));
    } else {
        expected.reverse();
    }
    expected.into_iter().map(|order| order.code.clone()).collect()
}

/// The service has several SQL statements for the combinations.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_combination_of_filters_selects_the_orders_that_match_all(pool: PgPool) {
    let shop = shop_with_two_stores(&pool).await;
    let desk = shop.any_operator();
    let orders = varied_orders(&shop).await;
    let requests = every_combination_of_filters(orders[2].created_at);
    let mut requests_with_orders = 0;
    for wanted in &requests {
        let found = desk.find_codes(wanted.clone()).await;
        assert_eq!(found, expected_codes(&orders, wanted), "{wanted:?}");
        requests_with_orders += usize::from(!found.is_empty());
    }
    assert!(
        requests.len() > 800 && requests_with_orders > 100,
        "{requests_with_orders} of {} combinations match an order",
        requests.len()
    );
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
        let all_codes = desk.find_codes(list.clone()).await;
        assert_eq!(all_codes.len(), 7);
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
            assert_eq!((found, pages), (all_codes.clone(), 7_u64.div_ceil(limit as u64)), "{list:?} by {limit}");
        }
    }
    // An order that is placed between two pages does not change the next page.
    let two_orders = DeskListRequest { limit: Some(2), ..DeskListRequest::default() };
    let first_page = desk.search_orders(two_orders.clone()).await.unwrap();
    let expected = desk.find_codes(DeskListRequest { limit: Some(4), ..DeskListRequest::default() }).await;
    shop.shopper(8).order_for(&ALI).await;
    let second_page = desk.find_codes(DeskListRequest { cursor: first_page.next_cursor, ..two_orders }).await;
    assert_eq!(second_page, expected[2..]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn invalid_searches_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.any_operator();
    let outcome = async |request: DeskListRequest| refused(desk.search_orders(request).await);
    let no_filters = DeskListRequest::default;
    let text = |text: &str| Some(text.to_owned());
    assert_snapshot!(outcome(DeskListRequest { cursor: text("next"), ..no_filters() }).await, @"validation_failed cursor: invalid");
    assert_snapshot!(outcome(DeskListRequest { limit: Some(0), ..no_filters() }).await, @"validation_failed limit: out_of_range");
    assert_snapshot!(outcome(DeskListRequest { limit: Some(101), ..no_filters() }).await, @"validation_failed limit: out_of_range");
    assert_snapshot!(outcome(DeskListRequest { deliver_on: text("22.09.2026"), ..no_filters() }).await, @"validation_failed deliverOn: invalid_date");
    assert_snapshot!(outcome(DeskListRequest { deliver_on: text("-4999-01-01"), ..no_filters() }).await, @"validation_failed deliverOn: invalid_date");
    assert_snapshot!(outcome(DeskListRequest { status: 99, payment_status: 99, store_id: Some(0), ..no_filters() }).await, @"validation_failed status: unknown_value paymentStatus: unknown_value storeId: invalid");
    let before_1970 = Some(Timestamp { seconds: -1, nanos: 0 });
    assert_snapshot!(outcome(DeskListRequest { since: before_1970, until: before_1970, ..no_filters() }).await, @"validation_failed since: out_of_range until: out_of_range");
    let now = Some(to_timestamp(shop.clock.now()));
    assert_eq!(
        desk.find_codes(DeskListRequest { since: now, until: now, window: text("unknown"), ..no_filters() }).await,
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
