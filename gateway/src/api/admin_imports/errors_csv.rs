//! The errors of an import as a CSV file, read page by page.

use std::io;

use axum::body::Body;
use futures::{StreamExt as _, stream};
use kit::client::retry;
use proto::catalog::{ImportError, ImportErrorsRequest};

use crate::{
    api::audit::csv::{BYTE_ORDER_MARK, cell},
    extract::Caller,
    problem::Problem,
    services::Services,
};

const PAGE_SIZE: i64 = 100;
const HEADER: &str = "line,column,field,code,details\r\n";

/// The reader of the errors.
struct Pages {
    services: Services,
    caller: Caller,
    import_id: i64,
    cursor: Option<String>,
    is_over: bool,
}

/// The first page is read before the response starts, so that a caller without permission gets a problem.
pub async fn body(services: Services, caller: Caller, import_id: i64) -> Result<Body, Problem> {
    let mut pages = Pages { services, caller, import_id, cursor: None, is_over: false };
    let first_page = pages.next_page().await?;
    let later_pages = stream::unfold(pages, |mut pages| async {
        if pages.is_over {
            return None;
        }
        // Aborts the download, so that the file is not taken for a complete one.
        let page = pages.next_page().await.map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof));
        pages.is_over |= page.is_err();
        Some((page, pages))
    });
    let start = format!("{BYTE_ORDER_MARK}{HEADER}{first_page}");
    Ok(Body::from_stream(stream::once(async { Ok(start) }).chain(later_pages)))
}

impl Pages {
    async fn next_page(&mut self) -> Result<String, Problem> {
        let request = ImportErrorsRequest { id: self.import_id, cursor: self.cursor.take(), limit: Some(PAGE_SIZE) };
        let call = async || self.services.import_desk().errors(self.caller.request(request.clone())).await;
        let page = retry(call).await?.into_inner();
        self.is_over = page.next_cursor.is_none();
        self.cursor = page.next_cursor;
        Ok(page.errors.iter().map(row).collect())
    }
}

fn row(error: &ImportError) -> String {
    let line = error.line.to_string();
    let cells = [&line, &error.column, &error.field, &error.code, &error.details];
    format!("{}\r\n", cells.map(|text| cell(text)).join(","))
}
