//! Receives uploaded pictures.

use std::time::Duration;

use kit::{Error, identity::Caller, input};
use proto::{
    catalog::{Picture, PutPicturesRequest, UploadRequest, pictures_server},
    common::Done,
};
use tokio::time::timeout;
use tonic::{Request, Response, Status, Streaming};

use crate::{App, app, domain::picture::MAX_FILE_BYTES, media::convert::ConvertedPicture};

/// The bytes stay in memory until the upload is complete.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(1);

pub struct Pictures(pub App);

#[tonic::async_trait]
impl pictures_server::Pictures for Pictures {
    async fn upload(&self, request: Request<Streaming<UploadRequest>>) -> Result<Response<Picture>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let uploaded = self.receive(request).await?;
        Ok(Response::new(self.store(Some(operator), uploaded).await?))
    }

    /// Uploads count against a daily limit.
    async fn upload_own(&self, request: Request<Streaming<UploadRequest>>) -> Result<Response<Picture>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        app::picture::count_upload(&self.0, caller.account).await?;
        let uploaded = self.receive(request).await?;
        Ok(Response::new(self.store(None, uploaded).await?))
    }

    async fn put(&self, request: Request<PutPicturesRequest>) -> Result<Response<Done>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let PutPicturesRequest { product_id, urls } = request.into_inner();
        let product_id = input::id(product_id, "product_not_found")?;
        app::picture::set_pictures(&self.0, &operator, product_id, &urls).await?;
        Ok(Response::new(Done {}))
    }
}

impl Pictures {
    async fn receive(&self, request: Request<Streaming<UploadRequest>>) -> Result<ConvertedPicture, Status> {
        let file = timeout(UPLOAD_TIMEOUT, join_pieces(request.into_inner()));
        let file = file.await.map_err(|_| Error::invalid("picture", "too_slow"))??;
        Ok(self.0.media.convert(file).await?)
    }

    /// `operator` is `None` for a shopper.
    async fn store(&self, operator: Option<Caller>, picture: ConvertedPicture) -> kit::Result<Picture> {
        let (width, height) = picture.size;
        let url = app::picture::save(&self.0, operator, picture).await?;
        Ok(Picture { url, width: width as i32, height: height as i32 })
    }
}

async fn join_pieces(mut pieces: Streaming<UploadRequest>) -> Result<Vec<u8>, Status> {
    let mut file = Vec::new();
    while let Some(UploadRequest { piece }) = pieces.message().await? {
        if file.len() + piece.len() > MAX_FILE_BYTES {
            return Err(Error::invalid("picture", "too_large").into());
        }
        file.extend_from_slice(&piece);
    }
    Ok(file)
}
