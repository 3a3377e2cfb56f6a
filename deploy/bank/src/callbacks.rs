//! Callbacks to the shop. Each is stored before it is sent, and repeated with growing pauses until the shop answers
//! with a 2xx status. Requested misbehaviour happens here.

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
const MAX_TRIES: u32 = 12;
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// How long a reordered callback waits for another one to be sent before it.
const REORDERED_DELAY: TimeDelta = TimeDelta::seconds(8);
/// How long after a forged callback the true one is sent.
const TRUE_CALLBACK_DELAY: TimeDelta = TimeDelta::seconds(2);

/// Stores the callbacks for a settled payment, changed by the misbehaviour, if any.
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
    match misbehaviour.map(|misbehaviour| (misbehaviour.kind, TimeDelta::seconds(misbehaviour.seconds.into()))) {
        Some((Kind::Drop, _)) => {}
        Some((Kind::Late, delay)) => queue(payment, signer, now + delay)?,
        Some((Kind::Duplicate, _)) => {
            queue(payment, signer, now)?;
            queue(payment, signer, now)?;
        }
        Some((Kind::Reordered, _)) => queue(payment, signer, now + REORDERED_DELAY)?,
        Some((Kind::Forged, _)) => {
            let forged = Payment { status: Status::Success, charged: payment.amount, ..payment.clone() };
            queue(&forged, &Signer::new("a wrong key"), now)?;
            queue(payment, signer, now + TRUE_CALLBACK_DELAY)?;
        }
        // These kinds change the stored payment, which the callback reports, or concern only payouts.
        Some((Kind::WrongAmount | Kind::Lost | Kind::Silent | Kind::Misstated, _)) | None => {
            queue(payment, signer, now)?;
        }
    }
    bank.store.callback_added.notify_one();
    Ok(())
}

/// Stores a callback for a payout, due when its result is known.
pub fn queue_payout_callback(bank: &Bank, state: &mut State, payout: &Payout) -> std::io::Result<()> {
    let data = STANDARD.encode(payout.to_json(payout.settled_at).to_string());
    let signature = bank.signer.sign(&data);
    let number = state.next_callback_number();
    let due_at = payout.settled_at;
    state.save_callback(Callback { number, data, signature, due_at, tries: 0, done: false, reordered: false })?;
    bank.store.callback_added.notify_one();
    Ok(())
}

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
    // This callback was accepted, so the callbacks that waited for it are due.
    let releases_reordered = accepted && !callback.reordered;
    state.save_callback(Callback { tries, done, due_at: now + pause, ..callback })?;
    if releases_reordered {
        let reordered: Vec<Callback> =
            state.callbacks().filter(|other| other.reordered && !other.done && other.tries == 0).cloned().collect();
        for other in reordered {
            state.save_callback(Callback { due_at: now, ..other })?;
        }
    }
    Ok(())
}
