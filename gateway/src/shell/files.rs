//! Static files. The names of assets and pictures contain a hash, so browsers may keep them forever.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

use crate::{observe::Route, shell::uploads::Uploads};

/// A year, in seconds.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

#[derive(Clone)]
pub struct Media {
    pub folder: PathBuf,
    pub uploads: Option<Uploads>,
}

pub struct Files {
    web: ServeDir,
    media: ServeDir,
    uploads: Option<Uploads>,
    root_names: HashSet<String>,
}

#[derive(Debug, Clone, Copy)]
enum FileKind {
    /// In `/assets`, with a hash in its name.
    Asset,
    /// For example `/favicon.svg`.
    Root,
    Media,
}

/// A file as its path names it. It may still be missing.
pub struct FoundFile<'a> {
    files: &'a Files,
    kind: FileKind,
}

impl Files {
    pub fn new(web: &Path, media: &Media) -> Self {
        let entries = std::fs::read_dir(web).into_iter().flatten().flatten().filter(|entry| entry.path().is_file());
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let root_names = names.filter(|name| name != "index.html" && !name.starts_with('.')).collect();
        Self {
            web: compressed(web.to_owned()),
            media: ServeDir::new(&media.folder).append_index_html_on_directories(false),
            uploads: media.uploads.clone(),
            root_names,
        }
    }

    /// Decides by the path, because a missing picture or script must be 404 and not an HTML page.
    pub fn find(&self, request: &Request) -> Option<FoundFile<'_>> {
        let path = request.uri().path();
        let kind = if path.starts_with("/assets/") {
            FileKind::Asset
        } else if path.starts_with("/media/") {
            FileKind::Media
        } else if self.root_names.contains(path.strip_prefix('/')?) {
            FileKind::Root
        } else {
            return None;
        };
        Some(FoundFile { files: self, kind })
    }
}

fn compressed(folder: PathBuf) -> ServeDir {
    ServeDir::new(folder).append_index_html_on_directories(false).precompressed_br().precompressed_gzip()
}

impl FoundFile<'_> {
    pub async fn serve(self, mut request: Request) -> Response {
        let path = request.uri().path().to_owned();
        let (folder, route, caching) = match self.kind {
            FileKind::Asset => (&self.files.web, "/assets/*", IMMUTABLE),
            FileKind::Root => (&self.files.web, "/*", ONE_HOUR),
            FileKind::Media => {
                let path_in_folder = request.uri().path().strip_prefix("/media").and_then(|path| path.parse().ok());
                *request.uri_mut() = path_in_folder.unwrap_or_default();
                (&self.files.media, "/media/*", IMMUTABLE)
            }
        };
        let Ok(response) = folder.clone().oneshot(request).await;
        let mut response = response.map(Body::new).into_response();
        if let (FileKind::Media, StatusCode::NOT_FOUND, Some(uploads)) =
            (self.kind, response.status(), &self.files.uploads)
        {
            response = uploads.serve(&path).await;
        }
        let is_success = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
        response.headers_mut().insert(header::CACHE_CONTROL, if is_success { caching } else { NO_STORE });
        response.extensions_mut().insert(Route(route.into()));
        response
    }
}
