//! Orders that staff take on the phone. Staff name the goods, so the customer's cart stays as it is. The limits of
//! `app/order_limits.rs` and of wrong promo codes do not apply, because staff have talked with the customer. The former
//! do not apply either when the customer changes the order from card to cash.

use audit::Entry;
use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result, client::CallContext, identity::Caller, telemetry::trace_context};
use rand::Rng as _;
use sqlx::PgConnection;

use super::{
    Change, Placed, cancel_abandoned,
    changes::changes_of,
    draft::{self, InsertedOrder, PLACING_TIMEOUT},
    outcome_of, reserve_stock, resume, verify_quote,
    write::{NotWritten, WriteError, violated_constraint},
};
use crate::{
    App,
    app::{
        Shopper, View,
        check::{Checked, quoted},
        other_person::require_other_person,
        promo_trial::NO_ACCOUNT,
        terms::{self, Assessment, Destination},
    },
    auth::{self, PhoneOwner, PlaceError},
    catalog::Offers,
    db::{
        self, new_order::NewOrder, order::KnownOrder, order_line::LineCount, phone_order::NewPhoneOrder,
        slot::SlotBooking,
    },
    domain::{
        bonus, cart,
        check::{Intent, Obstacle},
        checkout::State,
        code::{self, Code, Length},
        delivery::Slot,
        method::Method,
        order::{Address, Amounts, Line, Part, Recipient, Request},
        price::price,
        promo::{Applied, PromoRefusal},
        returns::Exception,
    },
};

const GUEST_DATA_KEPT_FOR: TimeDelta = TimeDelta::days(365);

pub struct PhoneDraft {
    /// E.164.
    pub customer_phone: Option<String>,
    pub lines: Vec<LineCount>,
    pub destination: Option<Destination>,
    /// Names no address of an account.
    pub intent: Intent,
}

pub struct PhoneOrder {
    pub quote: String,
    pub draft: PhoneDraft,
    /// The customer's language.
    pub language: Language,
    pub recipient: Recipient,
    /// Whether somebody else than the customer receives the order.
    pub is_for_other: bool,
    /// Without city and district, which follow from the draft.
    pub address: Address,
    pub note: Option<String>,
    pub card_text: Option<String>,
    pub request: Request,
}

pub struct CheckedPhoneOrder {
    pub checked: Checked,
    pub has_account: bool,
}

pub async fn check(app: &App, staff: &Caller, context: &CallContext, draft: &PhoneDraft) -> Result<CheckedPhoneOrder> {
    let Assessed { assessment, customer } = assess(app, staff, context, draft).await?;
    if let Some(customer) = customer {
        let mut connection = app.pool.acquire().await?;
        let entry = Entry::read("account", customer.account);
        audit::insert(&mut connection, staff, entry, app.clock.now()).await?;
    }
    let checked = quoted(app, staff.account, assessment, &draft.intent)?;
    Ok(CheckedPhoneOrder { checked, has_account: customer.is_some() })
}

/// Idempotent by the request's key.
pub async fn place(app: &App, staff: &Caller, context: &CallContext, wanted: &PhoneOrder) -> Result<Placed> {
    if let Some(known) = find_known(app, staff, &wanted.request).await? {
        return resume(app, known, Some(staff.account)).await;
    }
    let quote = verify_quote(app, &wanted.quote, staff.account)?;
    // The order keeps names in the customer's language.
    let context = CallContext { language: wanted.language, ..context.clone() };
    let assessed = assess(app, staff, &context, &wanted.draft).await?;
    let changes = changes_of(&assessed.assessment, &quote, &wanted.draft.intent)?;
    if !changes.is_empty() {
        return Ok(Placed::Changed(changes));
    }
    let exceptions = app.returns.all().await?;
    let prepared = Prepared::of(wanted, assessed, staff, &exceptions, app.clock.now())?;
    match insert(app, staff, &prepared).await? {
        Ok(InsertedOrder { order_id, code }) => {
            let lines = &wanted.draft.lines;
            let progress = reserve_stock(app, order_id, code.as_str(), lines, Some(staff.account)).await?;
            outcome_of(app, order_id, progress).await
        }
        Err(NotWritten::Changed(changes)) => {
            // A cached zone may still offer a slot that is full.
            app.zones.forget();
            Ok(Placed::Changed(changes))
        }
        Err(NotWritten::AlreadyProcessed) => match find_known(app, staff, &wanted.request).await? {
            Some(known) => resume(app, known, Some(staff.account)).await,
            None => Err(Error::conflict("order_failed")),
        },
        Err(NotWritten::AnotherOrderInProgress) => Err(Error::conflict("order_in_progress")),
        Err(NotWritten::CartChanged | NotWritten::Exceeded(_)) => {
            Err(Error::internal(anyhow::anyhow!("a phone order checks neither cart nor limits")))
        }
    }
}

/// Finds the order of an earlier request with the same key.
async fn find_known(app: &App, staff: &Caller, request: &Request) -> Result<Option<KnownOrder>> {
    let mut connection = app.pool.acquire().await?;
    match db::phone_order::find(&mut connection, staff.account, &request.key).await? {
        Some(known) if known.hash != request.hash => Err(Error::conflict("idempotency_key_reused")),
        known => Ok(known),
    }
}

struct Assessed {
    assessment: Assessment,
    /// The account with the customer's phone number.
    customer: Option<PhoneOwner>,
}

async fn assess(app: &App, staff: &Caller, context: &CallContext, draft: &PhoneDraft) -> Result<Assessed> {
    let (customer, view, address) = tokio::try_join!(
        customer(app, draft.customer_phone.as_deref()),
        view(app, context, &draft.lines),
        address(app, context, draft.destination),
    )?;
    require_other_person(staff, customer.map(|customer| customer.account), "conflict_of_interest")?;
    let account = customer.map_or(NO_ACCOUNT, |customer| customer.account);
    let shopper = Shopper { account, context: context.clone(), is_app: false };
    let promo_code = draft.intent.promo_code.clone();
    let needs_account = promo_code.is_some() && customer.is_none();
    let intent = Intent { promo_code: promo_code.filter(|_| !needs_account), ..draft.intent.clone() };
    let now = app.clock.now();
    let found = terms::find(app, &shopper, intent.promo_code.as_ref(), draft.destination, now).await?;
    let mut assessment = terms::assess(view, address, found, &intent, now)?;
    let is_blocked = customer.is_some_and(|customer| customer.is_blocked);
    assessment.obstacles.extend(is_blocked.then_some(Obstacle::CustomerBlocked));
    assessment.obstacles.extend(needs_account.then_some(Obstacle::PromoNotApplicable(PromoRefusal::NeedsAccount)));
    Ok(Assessed { assessment, customer })
}

async fn customer(app: &App, phone: Option<&str>) -> Result<Option<PhoneOwner>> {
    match phone {
        Some(phone) => app.auth.phone_owner(phone).await,
        None => Ok(None),
    }
}

async fn view(app: &App, context: &CallContext, lines: &[LineCount]) -> Result<View> {
    let mut offers = Offers::default();
    app.catalog.fetch_offers(&mut offers, context, lines.iter().map(|line| line.key)).await?;
    let lines = lines.iter().map(|line| {
        let seen_price = offers.of(line.key).map_or(0, |offer| offer.unit_price);
        cart::Line { key: line.key, count: line.count, seen_price, referral: None }
    });
    let lines: Vec<_> = lines.collect();
    Ok(View { cart: price(&lines, |key| offers.of(key))?, offers })
}

/// Returns an address with nothing but its city and district.
async fn address(
    app: &App,
    context: &CallContext,
    destination: Option<Destination>,
) -> Result<Result<auth::Address, Obstacle>> {
    let Some(Destination { city: city_id, district: district_id }) = destination else {
        return Ok(Err(Obstacle::AddressRequired));
    };
    Ok(match app.auth.named_place(context, city_id, district_id).await? {
        Ok(place) => {
            let (city, district) = (place.city, place.district);
            Ok(auth::Address { city_id, district_id, city, district, ..auth::Address::default() })
        }
        Err(PlaceError::DistrictMissing) => Err(Obstacle::AddressRequired),
        Err(PlaceError::NotFound) => Err(Obstacle::AddressNotFound),
    })
}

/// An order before it is inserted.
struct Prepared<'a> {
    wanted: &'a PhoneOrder,
    account: Option<i64>,
    now: DateTime<Utc>,
    /// Shoppers choose their own keys, so the key has a prefix.
    request: Request,
    method: Method,
    lines: Vec<Line>,
    parts: Vec<Part>,
    amounts: Amounts,
    promo: Option<Applied>,
    slot: Option<Slot>,
    address: Address,
    traceparent: Option<String>,
}

impl<'a> Prepared<'a> {
    fn of(
        wanted: &'a PhoneOrder,
        Assessed { assessment, customer }: Assessed,
        staff: &Caller,
        exceptions: &[Exception],
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let Assessment { bill, promo, slot, address, mut view, .. } = assessment;
        let birth_date = customer.and_then(|customer| customer.birth_date);
        let is_birthday = birth_date.is_some_and(|birth_date| bonus::is_birthday(birth_date, now));
        let (mut lines, parts) = draft::lines_and_parts(&bill, &mut view.offers, is_birthday, exceptions)?;
        if customer.is_none() {
            // Only accounts earn bonuses.
            for line in &mut lines {
                line.bonus = 0;
            }
        }
        let place = address.ok_or_else(|| Error::conflict("address_required"))?;
        let address = Address {
            city: place.city,
            district: place.district,
            // The recipient has another number.
            phone_number: wanted.draft.customer_phone.clone().filter(|_| wanted.is_for_other),
            ..wanted.address.clone()
        };
        let key = format!("phone/{}/{}", staff.account, wanted.request.key);
        Ok(Self {
            wanted,
            account: customer.map(|customer| customer.account),
            now,
            request: Request { key, hash: wanted.request.hash },
            method: wanted.draft.intent.method.ok_or_else(|| Error::invalid("draft.paymentMethod", "required"))?,
            lines,
            parts,
            amounts: draft::amounts(&bill),
            promo,
            slot,
            address,
            traceparent: trace_context::current(),
        })
    }

    fn as_new<'b>(&'b self, state: &'b State) -> NewOrder<'b> {
        NewOrder {
            account: self.account,
            request: &self.request,
            placed_at: self.now,
            language: self.wanted.language.code(),
            state,
            due_at: self.now + PLACING_TIMEOUT,
            amounts: self.amounts,
            promo_code: self.promo.as_ref().map(|promo| &*promo.code),
            slot_id: self.slot.as_ref().map(|slot| &*slot.id),
            delivery: self.slot.as_ref().map(draft::window_of),
            is_for_other: self.wanted.is_for_other,
            recipient: &self.wanted.recipient,
            address: &self.address,
            note: self.wanted.note.as_deref(),
            card_text: self.wanted.card_text.as_deref(),
            traceparent: self.traceparent.as_deref(),
        }
    }
}

async fn insert(app: &App, staff: &Caller, prepared: &Prepared<'_>) -> Result<Result<InsertedOrder, NotWritten>> {
    let mut written = write(app, staff, prepared).await;
    // An abandoned order of the same account blocks this one, so it is cancelled first.
    if let (Err(WriteError::NotWritten(NotWritten::AnotherOrderInProgress)), Some(account)) =
        (&written, prepared.account)
        && cancel_abandoned(app, account).await?
    {
        written = write(app, staff, prepared).await;
    }
    match written {
        Ok(inserted) => Ok(Ok(inserted)),
        Err(WriteError::NotWritten(reason)) => Ok(Err(reason)),
        Err(WriteError::Failed(error)) => Err(error),
    }
}

async fn write(app: &App, staff: &Caller, prepared: &Prepared<'_>) -> Result<InsertedOrder, WriteError> {
    let mut tx = kit::db::begin(&app.pool).await?;
    match insert_with_bookings(&mut tx, staff, prepared).await {
        Ok(inserted) => {
            tx.commit().await?;
            Ok(inserted)
        }
        Err(error) => {
            // A dropped transaction keeps its locks until the connection is used again.
            tx.rollback().await?;
            Err(error)
        }
    }
}

async fn insert_with_bookings(
    tx: &mut PgConnection,
    staff: &Caller,
    prepared: &Prepared<'_>,
) -> Result<InsertedOrder, WriteError> {
    let Prepared { wanted, account, now, lines, parts, amounts, promo, slot, .. } = prepared;
    let inserted = insert_with_unused_code(tx, prepared).await?;
    let order = inserted.order_id;
    let new = NewPhoneOrder {
        order,
        taken_by: staff.account,
        request_key: &wanted.request.key,
        guest_data_until: account.is_none().then_some(*now + GUEST_DATA_KEPT_FOR),
    };
    let phone_order = db::phone_order::insert(tx, &new).await;
    if violated_constraint(&phone_order) == Some("phone_order_request_key") {
        return Err(NotWritten::AlreadyProcessed.into());
    }
    phone_order?;
    db::order_line::insert_without_cart(tx, order, lines, parts).await?;
    // Locked in the order of `app/saga.rs`.
    if let (Some(promo), Some(account)) = (promo, account)
        && db::promo::take(tx, promo.promo_id, *account, order, *now).await?.is_some()
    {
        return Err(NotWritten::Changed(vec![Change::promo(promo.discount)]).into());
    }
    if let Some(slot) = slot
        && !db::slot::book(tx, &[SlotBooking { slot, orders: 1 }]).await?
    {
        return Err(NotWritten::Changed(vec![Change::delivery(amounts.delivery_fee)]).into());
    }
    let entry = Entry::new("phone_order_taken", "order", inserted.code.as_str());
    audit::insert(tx, staff, entry, *now).await?;
    Ok(inserted)
}

async fn insert_with_unused_code(tx: &mut PgConnection, prepared: &Prepared<'_>) -> Result<InsertedOrder, WriteError> {
    let state = State::placed(prepared.method, prepared.amounts.total);
    for attempt in 0..code::MAX_TRIES {
        let code = Code::from_random(Length::of_attempt(attempt), rand::thread_rng().r#gen());
        let order = [(prepared.as_new(&state), code)];
        let inserted = db::new_order::insert_all(tx, &order).await;
        match violated_constraint(&inserted) {
            Some("purchase_request_key") => return Err(NotWritten::AlreadyProcessed.into()),
            Some("purchase_being_placed") => return Err(NotWritten::AnotherOrderInProgress.into()),
            _ => {}
        }
        let [(_, code)] = order;
        if let Some(order_id) = inserted?.remove(code.as_str()) {
            return Ok(InsertedOrder { order_id, code });
        }
    }
    Err(Error::internal(anyhow::anyhow!("no unused order code was found")).into())
}
