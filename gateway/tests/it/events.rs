//! A client for the gateway's streams of server-sent events.

use std::time::Duration;

use reqwest::{RequestBuilder, Response};
use serde_json::Value;

/// Longer than any event takes to arrive. Heartbeats do not extend it.
const TIMEOUT: Duration = Duration::from_mins(1);

pub struct Events {
    response: Response,
    /// The received part of the next event.
    buffer: String,
}

#[derive(Debug)]
pub struct Event {
    pub name: String,
    pub id: String,
    pub data: Value,
}

impl Events {
    pub async fn open(request: RequestBuilder) -> Self {
        let response = request.send().await.expect("a response");
        assert_eq!(response.status(), 200);
        Self { response, buffer: String::new() }
    }

    pub fn header(&self, name: &str) -> &str {
        self.response.headers().get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Returns `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        tokio::time::timeout(TIMEOUT, self.read()).await.expect("an event or the end of the stream in time")
    }

    async fn read(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| Some(line.strip_prefix(name)?.trim_start_matches([':', ' ']).to_owned()))
                };
                let (name, id, data) = (field("event"), field("id"), field("data"));
                let rest = rest.to_owned();
                self.buffer = rest;
                // A heartbeat has no data.
                let Some(data) = data else { continue };
                let data = serde_json::from_str(&data).expect("data is JSON");
                return Some(Event { name: name.unwrap_or_default(), id: id.unwrap_or_default(), data });
            }
            let chunk = self.response.chunk().await.expect("the stream does not break")?;
            self.buffer.push_str(std::str::from_utf8(&chunk).expect("text"));
        }
    }
}
