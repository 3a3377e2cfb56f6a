//! The envelope of every success: `{"data"}`, and `{"data", "meta"}` for lists.

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

/// Written into one buffer that a page of cards fits in; a buffer that grows with the text copies it again and again.
pub struct Json<T>(pub T);

const A_PAGE: usize = 16 * 1024;

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> HttpResponse {
        let mut text = Vec::with_capacity(A_PAGE);
        match serde_json::to_writer(&mut text, &self.0) {
            Ok(()) => {
                // It may be remembered, and counted by its length.
                text.shrink_to_fit();
                ([(header::CONTENT_TYPE, "application/json")], text).into_response()
            }
            Err(_) => Problem::internal().into_response(),
        }
    }
}

pub type Reply<T> = Result<Json<Data<T>>, Problem>;
pub type PagedReply<T> = Result<Json<Paged<T>>, Problem>;

/// What was put together here.
pub fn tell<T>(data: T) -> Json<Data<T>> {
    Json(Data { data })
}

/// A service's answer as it is.
pub fn reply<T>(answer: Result<Response<T>, Status>) -> Reply<T> {
    reply_with(answer, |message| message)
}

/// A part of a service's answer.
pub fn reply_with<M, T>(answer: Result<Response<M>, Status>, part: impl FnOnce(M) -> T) -> Reply<T> {
    Ok(tell(part(answer?.into_inner())))
}

/// A list and where its page stands.
pub fn reply_paged<M, T>(
    answer: Result<Response<M>, Status>,
    parts: impl FnOnce(M) -> (T, Option<PageMeta>),
) -> PagedReply<T> {
    let (data, meta) = parts(answer?.into_inner());
    Ok(Json(Paged { data, meta: meta.unwrap_or_default() }))
}
