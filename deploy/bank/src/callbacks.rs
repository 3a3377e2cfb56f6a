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
    book::Pages,
    letter::Letter,
    payment::{Payment, Status},
    payout::Payout,
    sandbox::{Kind, Misbehaviour},
    signature::Signer,
};

const PATIENCE: Duration = Duration::from_secs(10);
const MOST_TRIES: u32 = 12;
/// How often due callbacks are looked for.
const TICK: Duration = Duration::from_millis(200);
/// How long a reordered callback waits for another one to be sent before it.
const OVERTAKEN_AT_LATEST: TimeDelta = TimeDelta::seconds(8);
const HONESTY_AFTER: TimeDelta = TimeDelta::seconds(2);

/// Stores the callbacks for a settled payment, changed by the misbehaviour if there is one.
pub fn announce(bank: &Bank, pages: &mut Pages, payment: &Payment, mood: Option<&Misbehaviour>) -> std::io::Result<()> {
    let now = bank.clock.now();
    let mut write = |told: &Payment, signer: &Signer, due_at: DateTime<Utc>, overtaken: bool| {
        let data = STANDARD.encode(told.told().to_string());
        let signature = signer.sign(&data);
        let number = pages.next_letter();
        pages.keep_letter(Letter { number, data, signature, due_at, tries: 0, done: false, overtaken })
    };
    let signer = &bank.signer;
    match mood.map(|mood| (mood.kind, TimeDelta::seconds(mood.seconds.into()))) {
        Some((Kind::Drop, _)) => {}
        Some((Kind::Late, delay)) => write(payment, signer, now + delay, false)?,
        Some((Kind::Duplicate, _)) => {
            write(payment, signer, now, false)?;
            write(payment, signer, now, false)?;
        }
        Some((Kind::Reordered, _)) => write(payment, signer, now + OVERTAKEN_AT_LATEST, true)?,
        Some((Kind::Forged, _)) => {
            let lie = Payment { status: Status::Success, charged: payment.amount, ..payment.clone() };
            write(&lie, &Signer::new("somebody else's key"), now, false)?;
            write(payment, signer, now + HONESTY_AFTER, false)?;
        }
        // For these, the stored payment is already wrong.
        Some((Kind::WrongAmount | Kind::Lost | Kind::Silent | Kind::Misstated, _)) | None => {
            write(payment, signer, now, false)?;
        }
    }
    bank.book.bell.notify_one();
    Ok(())
}

/// Stores a callback for a payout, due when its result is known.
pub fn announce_payout(bank: &Bank, pages: &mut Pages, payout: &Payout) -> std::io::Result<()> {
    let data = STANDARD.encode(payout.told(payout.settled_at).to_string());
    let signature = bank.signer.sign(&data);
    let number = pages.next_letter();
    let due_at = payout.settled_at;
    pages.keep_letter(Letter { number, data, signature, due_at, tries: 0, done: false, overtaken: false })?;
    bank.book.bell.notify_one();
    Ok(())
}

/// Sends due callbacks until stopped.
pub async fn call_back(bank: Bank, stop: CancellationToken) -> anyhow::Result<()> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    while !stop.is_cancelled() {
        let due: Vec<Letter> = {
            let now = bank.clock.now();
            bank.book.pages().letters().filter(|letter| !letter.done && letter.due_at <= now).cloned().collect()
        };
        for letter in due {
            let arrived = deliver(&client, &bank.result_url, &letter).await;
            note(&bank, letter, arrived)?;
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = bank.book.bell.notified() => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
    Ok(())
}

async fn deliver(client: &Client<HttpConnector, Full<Bytes>>, url: &str, letter: &Letter) -> bool {
    let form = form_urlencoded::Serializer::new(String::new())
        .append_pair("data", &letter.data)
        .append_pair("signature", &letter.signature)
        .finish();
    let request = Request::post(url)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::new(Bytes::from(form)));
    let Ok(request) = request else { return false };
    let answer = tokio::time::timeout(PATIENCE, client.request(request)).await;
    matches!(answer, Ok(Ok(response)) if response.status().is_success())
}

fn note(bank: &Bank, letter: Letter, arrived: bool) -> std::io::Result<()> {
    let now = bank.clock.now();
    let mut pages = bank.book.pages();
    let tries = letter.tries + 1;
    let pause = TimeDelta::seconds(1 << tries.min(6));
    let done = arrived || tries >= MOST_TRIES;
    if !arrived {
        tracing::info!("Callback {} was not answered with 200 (try {tries})", letter.number);
    }
    let overtakes = arrived && !letter.overtaken;
    pages.keep_letter(Letter { tries, done, due_at: now + pause, ..letter })?;
    if overtakes {
        let overtaken: Vec<Letter> =
            pages.letters().filter(|other| other.overtaken && !other.done && other.tries == 0).cloned().collect();
        for other in overtaken {
            pages.keep_letter(Letter { due_at: now, ..other })?;
        }
    }
    Ok(())
}
