//! The pictures of products, for operators, and those that shoppers show.

use std::time::Duration;

use axum::extract::State;
use proto::{
    catalog::{Picture, PutPicturesRequest},
    common::Done,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment, Upload},
    reply::{Data, Reply, reply},
    services::Services,
};

/// Somebody's upstream may be slow, and pictures are made of the file before the answer comes.
const PATIENCE: Duration = Duration::from_secs(25);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(upload)).routes(routes!(upload_own)).routes(routes!(put))
}

/// As it is.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the document of the API")]
struct PictureFile(Vec<u8>);

/// For operators: upload a picture
///
/// The body is the file itself, 10 MiB at most. What is kept is made from it, and never the file itself.
#[utoipa::path(post, path = "/admin/pictures", operation_id = "uploadProductPicture",
    tag = "pictures", security(("bearer" = [])),
    request_body(content((PictureFile = "image/jpeg"), (PictureFile = "image/png"), (PictureFile = "image/webp"))),
    responses((status = OK, description = "Where it is now", body = Data<Picture>)))]
async fn upload(State(services): State<Services>, caller: Caller, upload: Upload) -> Reply<Picture> {
    let (pieces, breakage) = upload.split();
    let mut call = caller.sign(pieces);
    call.set_timeout(PATIENCE);
    reply(breakage.or(services.pictures().upload(call)).await?)
}

/// Upload a picture of your own, as of faulty goods
///
/// The body is the file itself, 10 MiB at most. What is kept is made from it, without what a camera writes into it. At most 30 a day.
#[utoipa::path(post, path = "/user/pictures", operation_id = "uploadPicture",
    tag = "pictures", security(("bearer" = [])),
    request_body(content((PictureFile = "image/jpeg"), (PictureFile = "image/png"), (PictureFile = "image/webp"))),
    responses((status = OK, description = "Where it is now", body = Data<Picture>)))]
async fn upload_own(State(services): State<Services>, caller: Caller, upload: Upload) -> Reply<Picture> {
    let (pieces, breakage) = upload.split();
    let mut call = caller.sign(pieces);
    call.set_timeout(PATIENCE);
    reply(breakage.or(services.pictures().upload_own(call)).await?)
}

#[derive(Deserialize, ToSchema)]
pub struct Gallery {
    /// Addresses of uploaded pictures, in the order they are shown.
    urls: Vec<String>,
}

/// For operators: which pictures a product has
#[utoipa::path(put, path = "/admin/products/{id}/pictures", operation_id = "replaceProductPictures",
    tag = "pictures", request_body = Gallery,
    params(("id" = i64, Path, description = "A product's id")), security(("bearer" = [])),
    responses((status = OK, description = "It has these", body = Data<Done>)))]
async fn put(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Gallery { urls }): Json<Gallery>,
) -> Reply<Done> {
    let request = PutPicturesRequest { product_id: segment.id("product_not_found")?, urls };
    reply(services.pictures().put(caller.sign(request)).await)
}
