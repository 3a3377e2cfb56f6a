//! Sends requests, and checks the responses.

use reqwest::{RequestBuilder, Response};
use serde_json::Value;

use crate::openapi_document;

pub struct TestResponse {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl TestResponse {
    /// Returns an empty text if the header is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("headers are text"))
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    /// Panics if the status is not 200.
    #[track_caller]
    pub fn data(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json()["data"].clone()
    }

    /// Returns, for example, `422 validation_failed name=required`. Panics if the response is no problem (RFC 9457).
    #[track_caller]
    pub fn problem(&self) -> String {
        let problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        assert_eq!(problem["status"], self.status, "{}", self.text);
        assert!(
            ["title", "detail", "traceId"]
                .iter()
                .all(|member| problem[*member].as_str().is_some_and(|t| !t.is_empty()))
        );
        let errors = problem["errors"].as_array().into_iter().flatten();
        let fields = errors.map(|error| format!(" {}={}", text(&error["field"]), text(&error["code"])));
        format!("{} {}{}", self.status, text(&problem["code"]), fields.collect::<String>())
    }
}

/// Returns an empty text for other values.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Panics if the OpenAPI document does not declare the response's status.
pub async fn send(request: RequestBuilder) -> TestResponse {
    let (client, request) = request.build_split();
    let request = request.expect("a request");
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = read(client.execute(request).await.expect("the gateway responds")).await;
    openapi_document::expect_declared(&method, &path, response.status);
    response
}

/// Like `send`, but the status need not be declared: the OpenAPI document does not describe all origins.
pub async fn send_undeclared(request: RequestBuilder) -> TestResponse {
    read(request.send().await.expect("the gateway responds")).await
}

async fn read(response: Response) -> TestResponse {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    TestResponse { status, headers, text: response.text().await.expect("the body is text") }
}
