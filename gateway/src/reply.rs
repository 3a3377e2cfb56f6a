//! The JSON envelope of successful responses: `{"data"}`, and `{"data", "meta"}` for paged lists.

use axum::{
    http::header,
    response::{IntoResponse, Response as HttpResponse},
};
use proto::common::PageMeta;
use serde::Serialize;
use tonic::{Response, Status};
use utoipa::ToSchema;

use crate::problem::Problem;

#[derive(Debug, Serialize, ToSchema)]
pub struct Data<T> {
    pub data: T,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Paged<T> {
    pub data: T,
    pub meta: PageMeta,
}

/// A page of a list that is read with cursors.
#[derive(Debug, Serialize, ToSchema)]
pub struct CursorPaged<T> {
    pub data: T,
    pub meta: CursorMeta,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CursorMeta {
    /// The `cursor` of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub next_cursor: Option<String>,
}

/// A JSON response. It is serialised into a buffer that fits most pages, to avoid copies.
pub struct Json<T>(pub T);

/// Bytes that fit most pages of a list.
const INITIAL_CAPACITY: usize = 16 * 1024;

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> HttpResponse {
        let mut buffer = Vec::with_capacity(INITIAL_CAPACITY);
        match serde_json::to_writer(&mut buffer, &self.0) {
            Ok(()) => {
                // The cache counts the length of the buffer.
                buffer.shrink_to_fit();
                ([(header::CONTENT_TYPE, "application/json")], buffer).into_response()
            }
            Err(_) => Problem::internal().into_response(),
        }
    }
}

pub type Reply<T> = Result<Json<Data<T>>, Problem>;
pub type CursorReply<T> = Result<Json<CursorPaged<T>>, Problem>;
pub type PagedReply<T> = Result<Json<Paged<T>>, Problem>;

/// Wraps data that the route has composed.
pub fn envelope<T>(data: T) -> Json<Data<T>> {
    Json(Data { data })
}

/// Wraps a service's response unchanged.
pub fn reply<T>(response: Result<Response<T>, Status>) -> Reply<T> {
    reply_with(response, |message| message)
}

/// Wraps a part of a service's response.
pub fn reply_with<M, T>(response: Result<Response<M>, Status>, part: impl FnOnce(M) -> T) -> Reply<T> {
    Ok(envelope(part(response?.into_inner())))
}

/// Wraps a page of a list and its number.
pub fn reply_paged<M, T>(
    response: Result<Response<M>, Status>,
    parts: impl FnOnce(M) -> (T, Option<PageMeta>),
) -> PagedReply<T> {
    let (data, meta) = parts(response?.into_inner());
    Ok(Json(Paged { data, meta: meta.unwrap_or_default() }))
}

/// Wraps a page of a list and the cursor of the next one.
pub fn reply_cursor<M, T>(
    response: Result<Response<M>, Status>,
    parts: impl FnOnce(M) -> (T, Option<String>),
) -> CursorReply<T> {
    let (data, next_cursor) = parts(response?.into_inner());
    Ok(Json(CursorPaged { data, meta: CursorMeta { next_cursor } }))
}
