//! Queues signed callbacks, and repeats them with growing pauses until the shop accepts them.

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
use serde_json::Value;
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

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_TRIES: u32 = 12;
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// A reordered callback is sent after this time even if no other one was accepted.
const REORDERED_DELAY: TimeDelta = TimeDelta::seconds(8);
/// After a forged callback.
const GENUINE_CALLBACK_DELAY: TimeDelta = TimeDelta::seconds(2);

pub fn queue_callbacks(
    bank: &Bank,
    state: &mut State,
    payment: &Payment,
    misbehaviour: Option<&Misbehaviour>,
) -> std::io::Result<()> {
    let now = bank.clock.now();
    let signer = &bank.signer;
    let report = payment.to_json();
    let delay = misbehaviour.map_or(TimeDelta::zero(), |misbehaviour| TimeDelta::seconds(misbehaviour.seconds.into()));
    match misbehaviour.map(|misbehaviour| misbehaviour.kind) {
        Some(Kind::Drop) => {}
        Some(Kind::Late) => queue(state, signer, &report, now + delay)?,
        Some(Kind::Duplicate) => {
            queue(state, signer, &report, now)?;
            queue(state, signer, &report, now)?;
        }
        Some(Kind::Reordered) => {
            let callback = new_callback(state, signer, &report, now + REORDERED_DELAY);
            state.save_callback(Callback { reordered: true, ..callback })?;
        }
        Some(Kind::Forged) => {
            let forged = Payment { status: Status::Success, charged: payment.amount, ..payment.clone() };
            queue(state, &Signer::new("a wrong key"), &forged.to_json(), now)?;
            queue(state, signer, &report, now + GENUINE_CALLBACK_DELAY)?;
        }
        // The stored payment already has a wrong amount. The other kinds concern only payouts.
        Some(Kind::WrongAmount | Kind::Lost | Kind::Silent | Kind::Misstated) | None => {
            queue(state, signer, &report, now)?;
        }
    }
    bank.store.callback_added.notify_one();
    Ok(())
}

/// The callback is sent when the result of the payout is known.
pub fn queue_payout_callback(bank: &Bank, state: &mut State, payout: &Payout) -> std::io::Result<()> {
    let report = payout.to_json(payout.settled_at);
    queue(state, &bank.signer, &report, payout.settled_at)?;
    bank.store.callback_added.notify_one();
    Ok(())
}

fn queue(state: &mut State, signer: &Signer, report: &Value, due_at: DateTime<Utc>) -> std::io::Result<()> {
    let callback = new_callback(state, signer, report, due_at);
    state.save_callback(callback)
}

fn new_callback(state: &State, signer: &Signer, report: &Value, due_at: DateTime<Utc>) -> Callback {
    let number = state.next_callback_number();
    let data = STANDARD.encode(report.to_string());
    let signature = signer.sign(&data);
    Callback { number, data, signature, due_at, tries: 0, done: false, reordered: false }
}

pub async fn send_callbacks(bank: Bank, stop: CancellationToken) -> anyhow::Result<()> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    while !stop.is_cancelled() {
        for callback in due_callbacks(&bank) {
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

fn due_callbacks(bank: &Bank) -> Vec<Callback> {
    let now = bank.clock.now();
    let is_due = |callback: &&Callback| !callback.done && callback.due_at <= now;
    bank.store.lock().callbacks().filter(is_due).cloned().collect()
}

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
    let releases_reordered = accepted && !callback.reordered;
    state.save_callback(Callback { tries, done, due_at: now + pause, ..callback })?;
    if releases_reordered {
        release_reordered(&mut state, now)?;
    }
    Ok(())
}

fn release_reordered(state: &mut State, now: DateTime<Utc>) -> std::io::Result<()> {
    let is_waiting = |callback: &&Callback| callback.reordered && !callback.done && callback.tries == 0;
    let waiting: Vec<Callback> = state.callbacks().filter(is_waiting).cloned().collect();
    for callback in waiting {
        state.save_callback(Callback { due_at: now, ..callback })?;
    }
    Ok(())
}
