//! Callbacks: signed messages that tell the shop the result of a payment or payout. The bank stores each callback
//! before it sends it, and repeats it with growing pauses until the shop answers with a 2xx status.
//!
//! Most of the misbehaviour that tests request concerns callbacks, and happens here.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use http::{Request, header};
use http_body_util::Full;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use tokio_util::sync::CancellationToken;
use url::form_urlencoded;

use crate::{
    Bank,
    callback::Callback,
    payment::{Payment, Status},
    payout::Payout,
    sandbox::{Kind, Misbehaviour},
    signature::Signer,
    store::State,
};

/// How long the shop may take to respond to a callback.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a callback is sent before the bank gives up.
const MAX_TRIES: u32 = 12;
/// How often the bank looks for callbacks whose time has come.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// How long a reordered callback waits for another callback to be accepted before it is sent anyway.
const REORDERED_DELAY: TimeDelta = TimeDelta::seconds(8);
/// How long after a forged callback the genuine one is sent.
const GENUINE_CALLBACK_DELAY: TimeDelta = TimeDelta::seconds(2);

/// Stores the callbacks about a settled or refunded payment. `misbehaviour` says what is wrong with them.
pub fn queue_callbacks(
    bank: &Bank,
    state: &mut State,
    payment: &Payment,
    misbehaviour: Option<&Misbehaviour>,
) -> std::io::Result<()> {
    let now = bank.clock.now();
    let reordered = misbehaviour.is_some_and(|misbehaviour| misbehaviour.kind == Kind::Reordered);
    let mut queue = |reported: &Payment, signer: &Signer, due_at: DateTime<Utc>| {
        let data = STANDARD.encode(reported.to_json().to_string());
        let signature = signer.sign(&data);
        let number = state.next_callback_number();
        state.save_callback(Callback { number, data, signature, due_at, tries: 0, done: false, reordered })
    };
    let signer = &bank.signer;
    let delay = misbehaviour.map_or(TimeDelta::zero(), |misbehaviour| TimeDelta::seconds(misbehaviour.seconds.into()));
    match misbehaviour.map(|misbehaviour| misbehaviour.kind) {
        Some(Kind::Drop) => {}
        Some(Kind::Late) => queue(payment, signer, now + delay)?,
        Some(Kind::Duplicate) => {
            queue(payment, signer, now)?;
            queue(payment, signer, now)?;
        }
        Some(Kind::Reordered) => queue(payment, signer, now + REORDERED_DELAY)?,
        Some(Kind::Forged) => {
            let forged = Payment { status: Status::Success, charged: payment.amount, ..payment.clone() };
            queue(&forged, &Signer::new("a wrong key"), now)?;
            queue(payment, signer, now + GENUINE_CALLBACK_DELAY)?;
        }
        // A wrong amount is in the stored payment, which the callback reports. The other kinds concern only payouts.
        Some(Kind::WrongAmount | Kind::Lost | Kind::Silent | Kind::Misstated) | None => {
            queue(payment, signer, now)?;
        }
    }
    bank.store.callback_added.notify_one();
    Ok(())
}

/// Stores the callback about a payout. It is sent when the result of the payout is known.
pub fn queue_payout_callback(bank: &Bank, state: &mut State, payout: &Payout) -> std::io::Result<()> {
    let data = STANDARD.encode(payout.to_json(payout.settled_at).to_string());
    let signature = bank.signer.sign(&data);
    let number = state.next_callback_number();
    let due_at = payout.settled_at;
    state.save_callback(Callback { number, data, signature, due_at, tries: 0, done: false, reordered: false })?;
    bank.store.callback_added.notify_one();
    Ok(())
}

/// Sends the callbacks that are due, until the bank is stopped.
pub async fn send_callbacks(bank: Bank, stop: CancellationToken) -> anyhow::Result<()> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    while !stop.is_cancelled() {
        let due: Vec<Callback> = {
            let now = bank.clock.now();
            bank.store.lock().callbacks().filter(|callback| !callback.done && callback.due_at <= now).cloned().collect()
        };
        for callback in due {
            let accepted = deliver(&client, &bank.result_url, &callback).await;
            record_attempt(&bank, callback, accepted)?;
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = bank.store.callback_added.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
    Ok(())
}

/// Sends a callback, and returns whether the shop has accepted it.
async fn deliver(client: &Client<HttpConnector, Full<Bytes>>, url: &str, callback: &Callback) -> bool {
    let form = form_urlencoded::Serializer::new(String::new())
        .append_pair("data", &callback.data)
        .append_pair("signature", &callback.signature)
        .finish();
    let request = Request::post(url)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::new(Bytes::from(form)));
    let Ok(request) = request else { return false };
    let response = tokio::time::timeout(TIMEOUT, client.request(request)).await;
    matches!(response, Ok(Ok(response)) if response.status().is_success())
}

/// Stores the result of a try, and the time of the next one.
fn record_attempt(bank: &Bank, callback: Callback, accepted: bool) -> std::io::Result<()> {
    let now = bank.clock.now();
    let mut state = bank.store.lock();
    let tries = callback.tries + 1;
    // The pauses are 2, 4, 8 … 64 seconds.
    let pause = TimeDelta::seconds(1 << tries.min(6));
    let done = accepted || tries >= MAX_TRIES;
    if !accepted {
        tracing::info!("Callback {} was not accepted (try {tries})", callback.number);
    }
    // Reordered callbacks wait until the shop has accepted another one.
    let releases_reordered = accepted && !callback.reordered;
    state.save_callback(Callback { tries, done, due_at: now + pause, ..callback })?;
    if releases_reordered {
        let is_waiting = |other: &&Callback| other.reordered && !other.done && other.tries == 0;
        let waiting: Vec<Callback> = state.callbacks().filter(is_waiting).cloned().collect();
        for reordered in waiting {
            state.save_callback(Callback { due_at: now, ..reordered })?;
        }
    }
    Ok(())
}
