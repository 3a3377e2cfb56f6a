//! Converts wholesale requests to messages, for their customers and for operators.

use proto::{
    json::{from_name, to_timestamp},
    order::{self as pb, PaymentMethod, TransferDirection, WholesaleState},
};

use super::super::orders::reply::status as order_status;
use crate::{
    App,
    app::wholesale::link_of,
    domain::{
        checkout::Stage,
        wholesale::{
            Item, State,
            record::{Change, Direction, Order, Quote, QuoteLine, Record, Transfer},
        },
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Customer,
    /// Operators also see transfers, who made each change, and the customer's link.
    Operator,
}

/// Includes the token of the customer's link.
pub fn created(record: &Record, app: &App) -> pb::WholesaleAsked {
    pb::WholesaleAsked {
        code: record.code.as_str().to_owned(),
        status: state(record.state).into(),
        token: app.wholesale.link_key.token(&record.code).as_str().to_owned(),
    }
}

pub fn request(record: Record, reader: Reader, app: &App) -> pb::WholesaleRequest {
    let is_operator = reader == Reader::Operator;
    // Without a balance, all amounts are 0.
    let balance = record.balance().unwrap_or_default();
    let link = is_operator.then(|| link_of(app, &record));
    let (company_name, voen) = record.customer.company.map(|company| (company.name, company.voen)).unzip();
    let transfers = if is_operator { record.transfers } else { vec![] };
    pb::WholesaleRequest {
        code: record.code.as_str().to_owned(),
        status: state(record.state).into(),
        created_at: Some(to_timestamp(record.asked_at)),
        company_name,
        voen,
        name: record.customer.name,
        phone_number: record.customer.phone_number,
        email: record.customer.email,
        lines: record.lines.into_iter().map(line).collect(),
        text: record.description,
        wished_date: record.wished_on.map(|date| date.to_string()),
        note: record.note,
        quote: record.quote.map(quote),
        order: record.order.map(order),
        invoice: record.invoice.map(|invoice| pb::WholesaleInvoice {
            number: invoice.number,
            issued_at: Some(to_timestamp(invoice.issued_at)),
            received: balance.received,
            due: balance.due,
            excess: balance.excess,
        }),
        // A transfer needs an invoice, which names the seller's account.
        can_transfer: app.wholesale.seller.is_some(),
        changes: record.changes.into_iter().map(|change| self::change(change, reader)).collect(),
        transfers: transfers.into_iter().map(transfer).collect(),
        link,
    }
}

pub fn state(state: State) -> WholesaleState {
    from_name(state.key()).unwrap_or_default()
}

fn line(item: Item) -> pb::WholesaleLine {
    pb::WholesaleLine {
        product_id: item.product_id,
        size_id: item.size_id,
        count: item.count,
        name: item.name,
        slug: item.slug,
        image_url: item.image_url,
        size: item.size,
    }
}

fn quote(quote: Quote) -> pb::WholesaleQuote {
    pb::WholesaleQuote {
        version: quote.version,
        valid_until: Some(to_timestamp(quote.valid_until)),
        lines: quote.lines.into_iter().map(quote_line).collect(),
        goods: quote.goods,
        delivery_fee: quote.delivery_fee,
        total: quote.total,
        vat: quote.vat,
        delivery_terms: quote.delivery_terms,
        note: quote.note,
        quoted_at: Some(to_timestamp(quote.quoted_at)),
    }
}

fn quote_line(line: QuoteLine) -> pb::WholesaleQuoteLine {
    pb::WholesaleQuoteLine {
        product_id: line.item.product_id,
        size_id: line.item.size_id,
        count: line.item.count,
        name: line.item.name,
        slug: line.item.slug,
        image_url: line.item.image_url,
        size: line.item.size,
        unit_price: line.unit_price,
        line_total: line.line_total,
    }
}

fn order(order: Order) -> pb::WholesaleOrder {
    let method = if order.is_by_transfer { PaymentMethod::Transfer } else { PaymentMethod::Card };
    pb::WholesaleOrder {
        code: order.code,
        status: order_status(order.status).into(),
        payment_method: method.into(),
        pay_until: if order.stage == Stage::Paying { order.pay_until.map(to_timestamp) } else { None },
    }
}

fn change(change: Change, reader: Reader) -> pb::WholesaleChange {
    pb::WholesaleChange {
        status: State::of_key(&change.state).map(state).unwrap_or_default().into(),
        at: Some(to_timestamp(change.changed_at)),
        reason: change.reason,
        actor: (reader == Reader::Operator).then_some(change.actor),
    }
}

fn transfer(transfer: Transfer) -> pb::WholesaleTransfer {
    let direction = match transfer.direction {
        Direction::In => TransferDirection::In,
        Direction::Out => TransferDirection::Out,
    };
    pb::WholesaleTransfer {
        direction: direction.into(),
        amount: transfer.amount,
        reference: transfer.reference,
        date: transfer.moved_on.to_string(),
        entered_at: Some(to_timestamp(transfer.entered_at)),
        operator_id: transfer.operator_id,
    }
}
