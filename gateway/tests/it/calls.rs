//! Records the gRPC calls of an API operation. The test names the operation in the user agent, which the gateway
//! forwards.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use kit::{client::ClientInfo, serve::Routes};

const RECORDED: &str = "operation/";

/// The recorded calls: pairs of a user agent and a gRPC path.
#[derive(Clone, Default)]
pub struct Calls(Arc<Mutex<Vec<(String, String)>>>);

impl Calls {
    pub fn record(&self, routes: Routes) -> Routes {
        routes.map(|routes| routes.into_axum_router().layer(from_fn_with_state(self.clone(), record)).into())
    }

    pub fn agent(operation: &str) -> String {
        format!("{RECORDED}{operation}")
    }

    pub fn of(&self, operation: &str) -> Vec<String> {
        let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_operation = calls.iter().filter(|(agent, _)| *agent == Self::agent(operation));
        of_operation.map(|(_, path)| path.clone()).collect()
    }
}

async fn record(State(calls): State<Calls>, request: Request, next: Next) -> Response {
    let metadata = tonic::metadata::MetadataMap::from_headers(request.headers().clone());
    let call = tonic::Request::from_parts(metadata, tonic::Extensions::default(), ());
    let agent = ClientInfo::from_request(&call).agent().to_owned();
    if agent.starts_with(RECORDED) {
        let path = request.uri().path().to_owned();
        calls.0.lock().unwrap_or_else(PoisonError::into_inner).push((agent, path));
    }
    next.run(request).await
}
