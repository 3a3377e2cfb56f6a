//! An order before it is inserted, with the data of other services already fetched.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, telemetry::trace_context};
use rand::Rng as _;
use sqlx::PgConnection;

use super::{PlaceOrder, reserve_step::ReservedOrder};
use crate::{
    App,
    app::{Shopper, check::Assessment, influencer::Attributed},
    auth::{self, Person},
    catalog::{Offered, Offers},
    db::{self, new_order::NewOrder},
    domain::{
        bonus,
        checkout::State,
        code::{self, Code, Length},
        delivery::Slot,
        engine::{Bill, BillLine},
        method::Method,
        order::{Actor, Address, Amounts, Change, Line, Order, Part, Recipient, Request, Window},
        order_limits::{OrderLimits, Subject, SubjectValues, Wanted},
        promo::Applied,
        returns::{self, Exception},
        status::Status,
    },
};

/// A placed order that is not continued within this time is cancelled.
pub(super) const PLACING_TIMEOUT: TimeDelta = TimeDelta::seconds(20);

pub struct InsertedOrder {
    pub order_id: i64,
    pub code: Code,
}

/// An inserted order with its lines.
pub struct Written {
    pub order_id: i64,
    pub code: Code,
    pub line_ids: Vec<i64>,
}

pub struct Draft {
    pub account: i64,
    pub now: DateTime<Utc>,
    pub lines: Vec<Line>,
    /// One part per store.
    pub parts: Vec<Part>,
    pub amounts: Amounts,
    pub promo: Option<Applied>,
    pub slot: Option<Slot>,
    pub referred: Vec<Attributed>,
    pub limits: OrderLimits,
    /// The order counts against these (`app/order_limits.rs`).
    subjects: Vec<Subject>,
    request: Request,
    language: &'static str,
    method: Method,
    is_for_other: bool,
    recipient: Recipient,
    address: Address,
    note: Option<String>,
    card_text: Option<String>,
    traceparent: Option<String>,
}

impl Draft {
    pub fn of(
        app: &App,
        shopper: &Shopper,
        wanted: &PlaceOrder,
        assessment: Assessment,
        person: Person,
        referred: Vec<Attributed>,
        exceptions: &[Exception],
    ) -> Result<Self> {
        let now = app.clock.now();
        let is_birthday = person.birth_date.is_some_and(|birth_date| bonus::is_birthday(birth_date, now));
        let account_phone = person.phone_number.clone();
        let recipient = recipient(wanted, person)?;
        let Assessment { bill, promo, slot, address, mut view, .. } = assessment;
        let (lines, parts) = lines_and_parts(&bill, &mut view.offers, is_birthday, exceptions)?;
        let address = address.ok_or_else(|| Error::conflict("address_required"))?;
        let subjects = subjects(app, shopper, &account_phone, &recipient, &address);
        Ok(Self {
            account: shopper.account,
            now,
            lines,
            parts,
            amounts: amounts(&bill),
            promo,
            slot,
            referred,
            limits: app.order_limits,
            subjects,
            request: wanted.request.clone(),
            language: shopper.context.language.code(),
            method: wanted.intent.method.ok_or_else(|| Error::invalid("paymentMethod", "required"))?,
            is_for_other: wanted.other.is_some(),
            recipient,
            address: order_address(address),
            note: wanted.note.clone(),
            card_text: wanted.card_text.clone(),
            traceparent: trace_context::current(),
        })
    }

    pub fn units(&self) -> i64 {
        self.lines.iter().map(|line| line.count).sum()
    }

    pub fn as_wanted(&self) -> Wanted<'_> {
        Wanted {
            account: self.account,
            subjects: &self.subjects,
            is_cash: self.method == Method::Cash,
            units: self.units(),
        }
    }

    fn as_new<'a>(&'a self, state: &'a State) -> NewOrder<'a> {
        NewOrder {
            account: Some(self.account),
            request: &self.request,
            placed_at: self.now,
            language: self.language,
            state,
            due_at: self.now + PLACING_TIMEOUT,
            amounts: self.amounts,
            promo_code: self.promo.as_ref().map(|promo| &*promo.code),
            slot_id: self.slot.as_ref().map(|slot| &*slot.id),
            delivery: self.window(),
            is_for_other: self.is_for_other,
            recipient: &self.recipient,
            address: &self.address,
            note: self.note.as_deref(),
            card_text: self.card_text.as_deref(),
            traceparent: self.traceparent.as_deref(),
        }
    }

    /// Returns the order as it was written, which saves reading it.
    pub fn as_placed(&self, written: Written, reserved_order: &ReservedOrder) -> Order {
        let lines = self.lines.iter().zip(written.line_ids);
        let change = Change {
            store_id: None,
            status: reserved_order.state.status,
            changed_at: reserved_order.at,
            actor: Actor::Shopper.key(),
            reason: None,
        };
        Order {
            order_id: written.order_id,
            code: written.code,
            placed_at: self.now,
            state: reserved_order.state,
            pay_until: None,
            amounts: self.amounts,
            promo_code: self.promo.as_ref().map(|promo| promo.code.clone()),
            delivery: self.window(),
            is_for_other: self.is_for_other,
            recipient: self.recipient.clone(),
            address: self.address.clone(),
            note: self.note.clone(),
            card_text: self.card_text.clone(),
            lines: lines.map(|(line, line_id)| Line { line_id, ..line.clone() }).collect(),
            parts: self.parts.clone(),
            history: vec![change],
            refunds: vec![],
        }
    }

    pub fn referrals(&self, order_id: i64, line_ids: &[i64]) -> Vec<db::referral::NewReferral> {
        let mut written: Vec<db::referral::NewReferral> = Vec::with_capacity(self.referred.len());
        for (line, line_id) in self.lines.iter().zip(line_ids) {
            let Some(referred) = self.referred.iter().find(|referred| referred.key == line.key()) else { continue };
            let of_blogger: Vec<_> = written.iter().filter(|earlier| earlier.holder == referred.holder).collect();
            let is_first = of_blogger.is_empty();
            let is_first_of_list = of_blogger.iter().all(|earlier| earlier.referral.list != referred.referral.list);
            let is_first_of_product = of_blogger.iter().all(|earlier| earlier.product_id != line.product_id);
            written.push(db::referral::NewReferral {
                line_id: *line_id,
                order_id,
                product_id: line.product_id,
                placed_at: self.now,
                holder: referred.holder,
                referral: referred.referral,
                no_earning_reason: referred.no_earning_reason,
                promised: referred.promised,
                is_first,
                is_first_of_list,
                is_first_of_product,
            });
        }
        written
    }

    fn window(&self) -> Option<Window> {
        self.slot.as_ref().map(window_of)
    }
}

/// Replaces random codes that are already used.
pub async fn insert_all(tx: &mut PgConnection, drafts: &[&Draft]) -> sqlx::Result<Vec<InsertedOrder>> {
    let states: Vec<_> = drafts.iter().map(|draft| State::placed(draft.method, draft.amounts.total)).collect();
    let mut inserted_by_account: HashMap<i64, InsertedOrder> = HashMap::new();
    for attempt in 0..code::MAX_TRIES {
        let length = Length::of_attempt(attempt);
        let missing = drafts.iter().zip(&states).filter(|(draft, _)| !inserted_by_account.contains_key(&draft.account));
        let orders_with_codes = missing.map(|(draft, state)| {
            let code = Code::from_random(length, rand::thread_rng().r#gen());
            (draft.as_new(state), code)
        });
        let orders_with_codes: Vec<_> = orders_with_codes.collect();
        if orders_with_codes.is_empty() {
            break;
        }
        let order_ids = db::new_order::insert_all(tx, &orders_with_codes).await?;
        for (new, code) in orders_with_codes {
            if let (Some(account), Some(order_id)) = (new.account, order_ids.get(code.as_str())) {
                inserted_by_account.insert(account, InsertedOrder { order_id: *order_id, code });
            }
        }
    }
    let in_order_of_drafts = drafts.iter().map(|draft| inserted_by_account.remove(&draft.account));
    in_order_of_drafts
        .collect::<Option<_>>()
        .ok_or_else(|| sqlx::Error::Protocol("no unused order code was found".to_owned()))
}

pub(super) fn window_of(slot: &Slot) -> Window {
    Window { from: slot.from, until: slot.until }
}

fn recipient(wanted: &PlaceOrder, person: Person) -> Result<Recipient> {
    if let Some(other) = &wanted.other {
        return Ok(other.clone());
    }
    if person.phone_number.is_empty() {
        // The courier needs it.
        return Err(Error::invalid("recipient.phoneNumber", "required"));
    }
    let (first_name, last_name, phone_number) = (person.first_name, person.last_name, person.phone_number);
    Ok(Recipient { first_name, last_name, phone_number })
}

pub(super) fn lines_and_parts(
    bill: &Bill,
    offers: &mut Offers,
    is_birthday: bool,
    exceptions: &[Exception],
) -> Result<(Vec<Line>, Vec<Part>)> {
    let mut lines = Vec::with_capacity(bill.lines.len());
    let mut parts: Vec<Part> = Vec::new();
    for line in &bill.lines {
        let offered = offers.take(line.key);
        let offered = offered.ok_or_else(|| Error::internal(anyhow::anyhow!("a line of the bill has no offer")))?;
        add_to_part(&mut parts, line, &offered);
        lines.push(order_line(line, offered, is_birthday, exceptions));
    }
    parts.sort_by_key(|part| part.store_id);
    Ok((lines, parts))
}

fn add_to_part(parts: &mut Vec<Part>, line: &BillLine, offered: &Offered) {
    let total = line.line_total - line.promo_discount;
    if let Some(part) = parts.iter_mut().find(|part| part.store_id == line.store_id) {
        part.total += total;
        return;
    }
    let (name, slug) =
        offered.product.store.as_ref().map(|store| (store.name.clone(), store.slug.clone())).unwrap_or_default();
    parts.push(Part { store_id: line.store_id, name, slug, status: Status::Waiting, total });
}

fn order_line(line: &BillLine, offered: Offered, is_birthday: bool, exceptions: &[Exception]) -> Line {
    Line {
        return_exception: returns::exception_of(exceptions, &offered.categories),
        // Known after the insertion.
        line_id: 0,
        store_id: line.store_id,
        product_id: line.key.product,
        size_id: line.key.size,
        name: offered.product.name,
        slug: offered.product.slug,
        image_url: offered.product.image_url,
        size: offered.size.map(|size| size.name),
        names: offered.names,
        size_names: offered.size_names,
        count: line.count,
        unit_price: line.unit_price,
        line_total: line.line_total,
        promo_discount: line.promo_discount,
        refunded_count: 0,
        bonus_spent: line.bonus_spent,
        bonus: if is_birthday { bonus::doubled(line.bonus, line.paid()) } else { line.bonus },
    }
}

fn order_address(address: auth::Address) -> Address {
    Address {
        city: address.city,
        district: address.district,
        street: address.street,
        building: address.building,
        entrance: address.entrance,
        floor: address.floor,
        apartment: address.apartment,
        landmark: address.landmark,
        note: address.note,
        station: address.station,
        postcode: address.postcode,
        phone_number: address.phone_number,
    }
}

fn subjects(
    app: &App,
    shopper: &Shopper,
    account_phone: &str,
    recipient: &Recipient,
    address: &auth::Address,
) -> Vec<Subject> {
    let values = SubjectValues {
        account: shopper.account,
        // The account's number may have a new owner.
        phone: if account_phone.is_empty() { &recipient.phone_number } else { account_phone },
        recipient_phone: &recipient.phone_number,
        city: address.city_id,
        street: &address.street,
        building: &address.building,
        network: shopper.context.origin.network(),
    };
    values.subjects(|parts| app.quote_key.pseudonym(parts))
}

pub(super) fn amounts(bill: &Bill) -> Amounts {
    Amounts {
        subtotal: bill.subtotal,
        discount: bill.discount,
        promo_discount: bill.promo_discount,
        delivery_fee: bill.delivery_fee,
        bonus_spent: bill.bonus_spent,
        bonus_returned: 0,
        total: bill.total,
        vat: bill.vat,
    }
}
