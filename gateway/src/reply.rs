//! The envelope of every success: `{"data"}`, and `{"data", "meta"}` for lists.

use axum::Json;
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

pub type Reply<T> = Result<Json<Data<T>>, Problem>;
pub type PagedReply<T> = Result<Json<Paged<T>>, Problem>;

/// A service's answer as it is.
pub fn reply<T>(answer: Result<Response<T>, Status>) -> Reply<T> {
    reply_with(answer, |message| message)
}

/// A part of a service's answer.
pub fn reply_with<M, T>(answer: Result<Response<M>, Status>, part: impl FnOnce(M) -> T) -> Reply<T> {
    Ok(Json(Data { data: part(answer?.into_inner()) }))
}

/// A list and where its page stands.
pub fn reply_paged<M, T>(
    answer: Result<Response<M>, Status>,
    parts: impl FnOnce(M) -> (T, Option<PageMeta>),
) -> PagedReply<T> {
    let (data, meta) = parts(answer?.into_inner());
    Ok(Json(Paged { data, meta: meta.unwrap_or_default() }))
}
