//! Uploads of pictures.

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

/// The timeout is longer than for other routes: uploads may be slow, and the file is converted before the response.
const TIMEOUT: Duration = Duration::from_secs(25);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(upload)).routes(routes!(upload_own)).routes(routes!(replace))
}

/// The unmodified file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "used by the OpenAPI document")]
struct PictureFile(Vec<u8>);

/// For operators: upload a picture
///
/// The body is the file itself, at most 10 MiB. Only resized copies are stored, never the file.
#[utoipa::path(post, path = "/admin/pictures", operation_id = "uploadProductPicture",
    extensions(("x-rpc" = json!("catalog.v1.Pictures/Upload"))),
    tag = "pictures", security(("bearer" = [])),
    request_body(content((PictureFile = "image/jpeg"), (PictureFile = "image/png"), (PictureFile = "image/webp"))),
    responses((status = OK, description = "The URL of the picture", body = Data<Picture>)))]
async fn upload(State(services): State<Services>, caller: Caller, upload: Upload) -> Reply<Picture> {
    let (pieces, failure) = upload.split();
    let mut call = caller.request(pieces);
    call.set_timeout(TIMEOUT);
    reply(failure.unless_failed(services.pictures().upload(call)).await?)
}

/// Upload a shopper's own picture, for example of faulty goods
///
/// The body is the file itself, at most 10 MiB. Only resized copies without camera metadata are stored. At most 30 uploads per day.
#[utoipa::path(post, path = "/user/pictures", operation_id = "uploadPicture",
    tag = "pictures", security(("bearer" = [])),
    request_body(content((PictureFile = "image/jpeg"), (PictureFile = "image/png"), (PictureFile = "image/webp"))),
    responses((status = OK, description = "The URL of the picture", body = Data<Picture>)))]
async fn upload_own(State(services): State<Services>, caller: Caller, upload: Upload) -> Reply<Picture> {
    let (pieces, failure) = upload.split();
    let mut call = caller.request(pieces);
    call.set_timeout(TIMEOUT);
    reply(failure.unless_failed(services.pictures().upload_own(call)).await?)
}

#[derive(Deserialize, ToSchema)]
pub struct Gallery {
    /// Addresses of uploaded pictures in display order, at most 12.
    urls: Vec<String>,
}

/// For operators: set the pictures of a product
#[utoipa::path(put, path = "/admin/products/{id}/pictures", operation_id = "replaceProductPictures",
    extensions(("x-rpc" = json!("catalog.v1.Pictures/Put"))),
    tag = "pictures", request_body = Gallery,
    params(("id" = i64, Path, description = "A product's id")), security(("bearer" = [])),
    responses((status = OK, description = "The pictures were replaced", body = Data<Done>)))]
async fn replace(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Gallery { urls }): Json<Gallery>,
) -> Reply<Done> {
    let request = PutPicturesRequest { product_id: segment.id("product_not_found")?, urls };
    reply(services.pictures().put(caller.request(request)).await)
}
